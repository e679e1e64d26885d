/*
 * hello: the smallest useful plugin. One tool, answered at once on the main loop.
 *
 *   cc -shared -fPIC -Iinclude -o hello.so hello.c
 *   framescope inspect hello.so
 */
#include "opcode_plugin.h"

#include <stdio.h>
#include <string.h>

/* The host calls this with arguments that fit the schema below. tool_done ends the call, exactly once; the text it is
 * given belongs to the host from then on, so it has to come from host->alloc. */
static void hello_execute(const OpcodeHostV1 *host, uint64_t call, const char *tool_call_id,
                          const char *args_json, const char *signal_token)
{
    (void)tool_call_id;
    (void)signal_token;

    /* Valid until the next turn of the main loop: long enough here. The default comes back when there is no name. */
    const char *name = host->json_get_str(args_json, "name", "world");
    /* Memory of ours: it has to be freed. Every value goes through json_escape, or a quote in it breaks the JSON. */
    char *escaped = host->json_escape(name);

    static const char before[] = "{\"content\":[{\"type\":\"text\",\"text\":\"Hello ";
    static const char after[] = "!\"}],\"is_error\":false}";
    size_t room = sizeof before + strlen(escaped) + sizeof after;
    char *result = host->alloc(room);
    snprintf(result, room, "%s%s%s", before, escaped, after);

    host->free(escaped);
    host->tool_done(call, result, 0);
}

static const OpcodeToolV1 hello = {
    .struct_size = sizeof(OpcodeToolV1),
    .flags = OPCODE_TOOL_READONLY,
    .name = "hello",
    .label = "Hello",
    .description = "Says hello to somebody.",
    .parameters_json = "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\","
                       "\"description\":\"Whom to greet.\"}}}",
    .prompt_snippet = "hello: greets somebody by name",
    .execute = hello_execute,
};

/* Called once, after the host has looked at what the entry point filled in. */
static int hello_init(const OpcodeHostV1 *host)
{
    host->register_tool(&hello);
    host->log(1, "hello is ready");
    return 0;
}

/* The only symbol a plugin exports. `out` comes zeroed. */
int opcode_plugin_init(const OpcodeHostV1 *host, OpcodePluginV1 *out)
{
    (void)host;
    out->abi_version = OPCODE_ABI_VERSION;
    out->struct_size = sizeof(OpcodePluginV1);
    out->name = "hello";
    out->version = "1.0.0";
    out->init = hello_init;
    return 0;
}
