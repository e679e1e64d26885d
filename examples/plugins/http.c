/*
 * http: a tool that asks a server. The request goes out through the host, and its answer comes on the main loop later.
 *
 * In Framescope requests are answered from a table, and only sent to hosts that you have allowed.
 */
#include "opcode_plugin.h"

#include <stdio.h>
#include <stdlib.h>

struct waiting {
    const OpcodeHostV1 *host;
    uint64_t call;
};

/* The body is valid during this call only, and need not end in a NUL: length counts. */
static void on_answer(void *userdata, int status, const char *headers_json, const char *body, uint64_t length)
{
    (void)headers_json;
    (void)body;
    struct waiting *waiting = userdata;
    size_t room = 160;
    char *result = waiting->host->alloc(room);
    snprintf(result, room, "{\"content\":[{\"type\":\"text\",\"text\":\"status %d, %llu bytes\"}],\"is_error\":%s}",
             status, (unsigned long long)length, status == 200 ? "false" : "true");
    waiting->host->tool_done(waiting->call, result, status != 200);
    free(waiting);
}

static void fetch_execute(const OpcodeHostV1 *host, uint64_t call, const char *tool_call_id,
                          const char *args_json, const char *signal_token)
{
    (void)tool_call_id;
    (void)signal_token;
    struct waiting *waiting = malloc(sizeof *waiting);
    waiting->host = host;
    waiting->call = call;
    host->http_request(host, "GET", host->json_get_str(args_json, "url", ""), "{\"Accept\":\"*/*\"}", NULL, 0,
                       on_answer, waiting);
}

static const OpcodeToolV1 fetch = {
    .struct_size = sizeof(OpcodeToolV1),
    .name = "fetch_size",
    .label = "Fetch a size",
    .description = "Tells the status and the size of what is at an address.",
    .parameters_json = "{\"type\":\"object\",\"properties\":{\"url\":{\"type\":\"string\","
                       "\"description\":\"Address of the page\"}},\"required\":[\"url\"]}",
    .execute = fetch_execute,
};

static int http_init(const OpcodeHostV1 *host)
{
    host->register_tool(&fetch);
    return 0;
}

int opcode_plugin_init(const OpcodeHostV1 *host, OpcodePluginV1 *out)
{
    (void)host;
    out->abi_version = OPCODE_ABI_VERSION;
    out->struct_size = sizeof(OpcodePluginV1);
    out->name = "http";
    out->version = "1.0.0";
    out->init = http_init;
    return 0;
}
