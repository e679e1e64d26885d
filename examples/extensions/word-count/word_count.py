"""word-count: an extension in Python, with the standard library only.

One line is one frame is one JSON object: stdout goes to the host, stdin comes from the host, and stderr is
for log text. There are two traps in Python, and both are about what happens between print() and the pipe:

1. Flush. Python writes to a terminal line by line, but to a pipe only when some 8,000 bytes have gathered.
   An unflushed hello stays in this process while the host waits for it. So every frame is flushed, in one
   place: send(). Starting with "python3 -u" or with PYTHONUNBUFFERED=1 would do as well, but then it works
   only as long as everybody who starts the program remembers to.
2. Line ends. A text-mode stdin also breaks lines at a lone carriage return, which is legal white space in
   JSON. The bytes of sys.stdin.buffer break at the line feed only, as the protocol does.
"""

import json
import sys


def send(frame):
    # json.dumps writes no line breaks and only ASCII (other characters as \uXXXX), so neither the frame's
    # one line nor the machine's locale can get in the way.
    print(json.dumps(frame), flush=True)


def log(text):
    print("word-count:", text, file=sys.stderr, flush=True)


def count(text):
    return {"lines": len(text.splitlines()), "words": len(text.split()), "characters": len(text)}


def in_words(counts):
    return ", ".join(f"{unit}: {number}" for unit, number in counts.items())


def on_tool_call(frame):
    """Every tool_call gets exactly one tool_result with its id, whatever the model sent as arguments."""
    args = frame.get("args")
    text = args.get("text") if isinstance(args, dict) else None
    if isinstance(text, str):
        answer, failed = in_words(count(text)), False
    else:
        answer, failed = 'text is missing: send {"text": "what to count"}', True
    send({
        "type": "tool_result",
        "id": frame["id"],
        "content": [{"type": "text", "text": answer}],
        "is_error": failed,
    })


def on_command(frame):
    """The command gets all text after its name as one string, and no "args" at all when there is none."""
    text = frame.get("args", "")
    if isinstance(text, str) and text.strip():
        send({"type": "command_response", "id": frame["id"], "action": "display", "display": in_words(count(text))})
    else:
        send({"type": "command_response", "id": frame["id"], "action": "insert", "insert": "/count "})


def register():
    """ready says that there is no more to come."""
    send({
        "type": "register_tool",
        "name": "count_words",
        "description": "Counts the lines, words and characters of a text.",
        "schema": {
            "type": "object",
            "properties": {"text": {"type": "string", "description": "The text to count"}},
            "required": ["text"],
            "additionalProperties": False,
        },
    })
    send({"type": "register_command", "name": "count", "description": "Count words: /count TEXT"})
    send({"type": "ready"})


def main():
    # hello first. The host answers with hello_ack: that is the moment to register.
    send({"type": "hello", "name": "word-count", "version": "1.0.0", "capabilities": ["commands", "tools"]})

    # The loop ends at the end of stdin too: then the host is gone and so are we.
    for line in sys.stdin.buffer:
        try:
            frame = json.loads(line)
            kind = frame["type"]
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            log(f"ignored a line that is no frame: {error!r}")
            continue
        if kind == "hello_ack":
            register()
        elif kind in ("tool_call", "command_invoked") and "id" not in frame:
            log(f"ignored a {kind} without an id: it could not be answered")
        elif kind == "tool_call":
            on_tool_call(frame)
        elif kind == "command_invoked":
            on_command(frame)
        elif kind == "shutdown":
            send({"type": "shutdown_ack"})
            break
        # Frames from the future are none of our business.


if __name__ == "__main__":
    main()
