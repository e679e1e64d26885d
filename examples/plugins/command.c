/*
 * command: a slash command. It keeps a list of marks in the session, and shows how many there are in the status line.
 */
#include "opcode_plugin.h"

#include <stdio.h>

static const OpcodeHostV1 *host_table;
static int marks;

/* Gets what was typed after the name, and returns JSON or NULL. What it returns becomes the host's: memory of the host. */
static char *on_mark(const char *args)
{
    char text[64];
    char entry[512];
    char *escaped = host_table->json_escape(args);
    snprintf(entry, sizeof entry, "{\"note\":\"%s\"}", escaped);
    host_table->free(escaped);

    /* Kept in the session, and never shown to the model. */
    host_table->append_entry("command.mark", entry);
    snprintf(text, sizeof text, "%d marks", ++marks);
    host_table->set_status("command", text);
    snprintf(text, sizeof text, "{\"text\":\"mark %d is set\"}", marks);
    return host_table->strdup_(text);
}

static int command_init(const OpcodeHostV1 *host)
{
    host_table = host;
    host->register_command("mark", "Sets a mark in the session.", on_mark);
    return 0;
}

int opcode_plugin_init(const OpcodeHostV1 *host, OpcodePluginV1 *out)
{
    (void)host;
    out->abi_version = OPCODE_ABI_VERSION;
    out->struct_size = sizeof(OpcodePluginV1);
    out->name = "command";
    out->version = "1.0.0";
    out->init = command_init;
    return 0;
}
