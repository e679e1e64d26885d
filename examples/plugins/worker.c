/*
 * worker: work that takes long, on a thread. The main loop of the host stays free meanwhile.
 *
 * The tool is marked THREADSAFE, so the thread may call tool_done itself. It may call nothing else of the host: the memory
 * for the result is allocated on the main loop, before the thread begins.
 */
#include "opcode_plugin.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct job {
    const OpcodeHostV1 *host;
    uint64_t call;
    long long limit;
    char *result; /* of the host; becomes its own again with tool_done */
    size_t room;
};

static long long count_primes(long long limit)
{
    long long found = 0;
    for (long long number = 2; number <= limit; number++) {
        int is_prime = 1;
        for (long long by = 2; by * by <= number && is_prime; by++)
            is_prime = number % by != 0;
        found += is_prime;
    }
    return found;
}

static void *work(void *given)
{
    struct job *job = given;
    long long found = count_primes(job->limit);
    snprintf(job->result, job->room,
             "{\"content\":[{\"type\":\"text\",\"text\":\"%lld primes up to %lld\"}],\"is_error\":false}", found,
             job->limit);
    job->host->tool_done(job->call, job->result, 0);
    free(job);
    return NULL;
}

static void primes_execute(const OpcodeHostV1 *host, uint64_t call, const char *tool_call_id,
                           const char *args_json, const char *signal_token)
{
    (void)tool_call_id;
    (void)signal_token;
    struct job *job = malloc(sizeof *job);
    job->host = host;
    job->call = call;
    job->limit = host->json_get_int(args_json, "limit", 1000);
    job->room = 160;
    job->result = host->alloc(job->room);

    pthread_t thread;
    if (pthread_create(&thread, NULL, work, job) == 0)
        pthread_detach(thread);
    else
        work(job); /* no thread to be had: every call has to end all the same */
}

static const OpcodeToolV1 primes = {
    .struct_size = sizeof(OpcodeToolV1),
    .flags = OPCODE_TOOL_READONLY | OPCODE_TOOL_THREADSAFE,
    .name = "count_primes",
    .label = "Count primes",
    .description = "Counts the prime numbers up to a limit.",
    .parameters_json = "{\"type\":\"object\",\"properties\":{\"limit\":{\"type\":\"integer\",\"minimum\":2,"
                       "\"maximum\":1000000,\"description\":\"Count up to this number\"}},"
                       "\"required\":[\"limit\"]}",
    .execute = primes_execute,
};

static int worker_init(const OpcodeHostV1 *host)
{
    host->register_tool(&primes);
    return 0;
}

int opcode_plugin_init(const OpcodeHostV1 *host, OpcodePluginV1 *out)
{
    (void)host;
    out->abi_version = OPCODE_ABI_VERSION;
    out->struct_size = sizeof(OpcodePluginV1);
    out->name = "worker";
    out->version = "1.0.0";
    out->init = worker_init;
    return 0;
}
