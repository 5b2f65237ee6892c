#!/bin/sh
# In a private desktop: kills a recorder in the middle of its session, and records what goes on with a second one.
#   kill-recorder.sh FOLDER
set -eu
folder=$1
pipe=$XDG_RUNTIME_DIR/first.pipe
mkfifo "$pipe"
export folder pipe
# shellcheck disable=SC2016 # expanded by the shell in the terminal
mate-terminal --disable-factory -x sh -c '
  a11y-capture --app soundscape-tui -o "$folder/first.db" --status-fd 3 -- soundscape-tui 3>"$pipe"
  echo $? >"$folder/status"
  pactl list short sinks >"$folder/sinks"' &
terminal=$!
# The line is there once the application's window is active and its event is stored.
grep -m1 window:activate "$pipe" >/dev/null
recorder=$(pgrep -x a11y-capture)
kill -9 "$recorder"

second=$XDG_RUNTIME_DIR/second.pipe
mkfifo "$second"
a11y-capture --app soundscape-tui -o "$folder/second.db" --status-fd 3 3>"$second" &
capture=$!
exec 5<"$second"
while read -r line <&5; do
  case $line in *'"status":"recording"'*) break ;; esac
done
xdotool key Tab
# Heard, since a segment of the reader has ended after the utterance was queued.
said=
while read -r line <&5; do
  case $line in
    *'"plain_text":"Around Me'*) said=1 ;;
    *'"role":"reader"'*offset_ns*) [ -z "$said" ] || break ;;
  esac
done
kill -TERM "$capture"
cat <&5 >/dev/null &
wait "$capture"
xdotool key q
wait "$terminal"
