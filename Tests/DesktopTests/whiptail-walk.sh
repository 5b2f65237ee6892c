#!/bin/sh
# In a private desktop: records a menu of whiptail in a terminal while it is walked, each key once the screen shows what the last did.
#   whiptail-walk.sh FOLDER     leaves FOLDER/run.db, FOLDER/status and FOLDER/choice
set -eu
folder=$1
pipe=$XDG_RUNTIME_DIR/whiptail.pipe
mkfifo "$pipe"
export folder pipe
# shellcheck disable=SC2016 # expanded by the shell in the terminal
mate-terminal --disable-factory --hide-menubar -x sh -c '
  status=0
  a11y-capture -o "$folder/run.db" --status-fd 3 -- \
    whiptail --menu "Pick a fruit" 15 50 4 a Apple b Banana c Cherry 2>"$folder/choice" 3>"$pipe" || status=$?
  echo "$status" >"$folder/status"' &
terminal=$!
exec 4<"$pipe"

# Waits until the recorder tells that a run of the chosen entry's look stands.
chosen() {
  while read -r line <&4; do
    case $line in
      *'"status":"highlight"'*until_ns*) ;;
      *'"status":"highlight"'*"\"text\":\"$1\""*'"style":"on red"'*) return ;;
    esac
  done
  echo "whiptail-walk: $1 was never chosen" >&2
  exit 1
}

chosen 'a Apple'
for step in 'Down b Banana' 'Down c Cherry' 'Up b Banana' 'Tab <Ok>' 'Tab <Cancel>' 'ISO_Left_Tab <Ok>'; do
  xdotool key "${step%% *}"
  chosen "${step#* }"
done
xdotool key Return
cat <&4 >/dev/null
wait "$terminal"
