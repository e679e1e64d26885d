#!/bin/sh
# uptime: an extension in plain POSIX sh. No bash, no jq, only `date`.
#
# One line is one frame is one JSON object: stdout goes to the host, stdin comes from the host, stderr is for
# log text. That is little enough for a shell, if it minds three things:
#
#   printf, not echo   Many shells' echo turns the \n inside a JSON string into a real line break, which
#                      tears the frame in two. printf '%s\n' "$x" prints $x as it is. Never printf "$x": a
#                      percent sign in the text would be taken as a format.
#   read -r, IFS=      Without -r, read eats backslashes; without IFS= it eats blanks at both ends.
#   no chatter         Every command that prints writes to the host. Send other output to stderr: `cmd >&2`.
#
# extension.json starts this with "exec": "sh", so it works even where the execute bit got lost.

started=$(date +%s)

# Sends one frame, given as JSON text. The shell's printf does not hold anything back: no flush is needed.
send() {
  printf '%s\n' "$1"
}

# Prints how long this script has been running, e.g. "1 h 2 min 3 s".
running_for() {
  s=$(($(date +%s) - started))
  if [ "$s" -ge 3600 ]; then printf '%s h ' $((s / 3600)); fi
  if [ "$s" -ge 60 ]; then printf '%s min ' $((s / 60 % 60)); fi
  printf '%s s' $((s % 60))
}

# Prints the id of the request in $1. Ids are made by the host and have to go back exactly as they came.
#
# This is no JSON parser. It is enough for frames as hosts write them: compact, with type and id in front.
# It does not work for text that somebody else chose, such as tool arguments: where those matter, take a
# language that can read JSON.
id_of() {
  after=${1#*'"id":"'}
  printf '%s' "${after%%'"'*}"
}

# What the host may use, sent once it has answered hello; ready says that there is no more to come.
register() {
  send '{"type":"register_tool","name":"uptime","description":"Tells how long this extension has been running.","schema":{"type":"object","properties":{},"additionalProperties":false}}'
  send '{"type":"ready"}'

  # A note for the person, sent unasked. Everything in it is our own text. Text from elsewhere would need its
  # quotes, backslashes and control characters escaped first.
  send '{"type":"notify","level":"info","message":"uptime counts from now"}'
}

# hello comes first, before anything else on stdout.
send '{"type":"hello","name":"uptime","version":"1.0.0","capabilities":["tools"]}'

# Each `case` looks at the start of the line only, so the same words deeper inside, in arguments, cannot
# match by accident. When stdin ends, the host is gone: the loop stops and so does the script.
while IFS= read -r line; do
  case $line in
    '{"type":"hello_ack",'*) register ;;
    '{"type":"tool_call",'*)
      id=$(id_of "$line")
      send '{"type":"tool_result","id":"'"$id"'","content":[{"type":"text","text":"running for '"$(running_for)"'"}]}'
      ;;
    '{"type":"shutdown"'*)
      send '{"type":"shutdown_ack"}'
      exit 0
      ;;
    *) ;; # whatever else a host may say needs no answer
  esac
done
