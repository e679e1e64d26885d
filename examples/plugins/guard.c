/*
 * guard: looks at tool calls before they are run, and vetoes those that would delete a lot.
 *
 * A handler returns 0 to let things go on, and 1 to veto. That means something for two events only, tool_call and input.
 */
#include "opcode_plugin.h"

#include <string.h>

static const OpcodeHostV1 *host_table;

static int on_tool_call(void *userdata, const char *payload_json)
{
    int *vetoes = userdata;
    const char *name = host_table->json_get_str(payload_json, "name", "");
    const char *command = host_table->json_get_str(payload_json, "args.command", "");
    if (strcmp(name, "bash") != 0 || strstr(command, "rm -rf") == NULL)
        return 0;
    *vetoes += 1;
    host_table->log(2, "guard: refused rm -rf");
    host_table->notify("guard refused rm -rf", 2);
    return 1;
}

/* Told once at start: here a plugin names folders with skills, prompts and themes of its own. */
static int on_resources_discover(void *userdata, const char *payload_json)
{
    (void)userdata;
    if (host_table->json_get_bool(payload_json, "trusted", 0))
        host_table->add_resource_root("skills", "/usr/share/guard/skills");
    return 0;
}

static int guard_init(const OpcodeHostV1 *host)
{
    static int vetoes; /* userdata: handed to the handler each time, and never looked at by the host */
    host_table = host;
    host->on_event(OPCODE_EV_TOOL_CALL, on_tool_call, &vetoes);
    host->on_event(OPCODE_EV_RESOURCES_DISCOVER, on_resources_discover, NULL);
    return 0;
}

int opcode_plugin_init(const OpcodeHostV1 *host, OpcodePluginV1 *out)
{
    (void)host;
    out->abi_version = OPCODE_ABI_VERSION;
    out->struct_size = sizeof(OpcodePluginV1);
    out->name = "guard";
    out->version = "1.0.0";
    out->init = guard_init;
    return 0;
}
