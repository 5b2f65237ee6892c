#!/bin/sh
# In a private desktop: records a menu of whiptail in a terminal while it is walked, each key once the screen shows what the last did.
#   whiptail-walk.sh FOLDER started     whiptail is started by the recorder; leaves FOLDER/run.db, FOLDER/status and FOLDER/choice
#   whiptail-walk.sh FOLDER attached    the recorder attaches to the terminal in which it runs already
set -eu
folder=$1 way=$2
pipe=$XDG_RUNTIME_DIR/whiptail.pipe
mkfifo "$pipe"
export folder pipe way
# shellcheck disable=SC2016 # expanded by the shell in the terminal
mate-terminal --disable-factory --hide-menubar -x sh -c '
  set -- whiptail --menu "Pick a fruit" 15 50 4 a Apple b Banana c Cherry
  status=0
  if [ "$way" = started ]; then
    a11y-capture -o "$folder/run.db" --status-fd 3 -- "$@" 2>"$folder/choice" 3>"$pipe" || status=$?
  else
    "$@" 2>"$folder/choice" || status=$?
  fi
  echo "$status" >"$folder/status"' &
terminal=$!
recorder=
if [ "$way" = attached ]; then
  until a11y-capture list | grep -q mate-terminal; do
    kill -0 "$terminal" || exit 1
  done
  a11y-capture --app mate-terminal -o "$folder/run.db" --status-fd 3 3>"$pipe" &
  recorder=$!
fi
exec 4<"$pipe"

# Waits until the recorder tells that a run of the chosen entry's look stands.
chosen() {
  while read -r line <&4; do
    case $line in
      *'"status":"highlight"'*until_ns*) ;;
      *'"status":"highlight"'*"\"text\":\"$1\""*'"style":"on '[r#]*) return ;;
    esac
  done
  echo "whiptail-walk: $1 was never chosen" >&2
  exit 1
}

if [ "$way" = attached ]; then
  # What stands already may be told of only when it changes, and keys go where the window has the focus.
  until [ "$(xdotool getwindowfocus getwindowname 2>/dev/null)" = Terminal ]; do
    kill -0 "$terminal" || exit 1
  done
  grep -m1 '"status":"recording"' <&4 >/dev/null
else
  # The key watcher's keys are recorded once the terminal's window is known, which is looked for when the program has drawn.
  known='' drawn=''
  until [ "$known$drawn" = 11 ]; do
    read -r line <&4
    case $line in
      *'"status":"element"'*'"role":"frame"'*) known=1 ;;
      *'"status":"highlight"'*'"text":"a Apple"'*'"style":"on '[r#]*) drawn=1 ;;
    esac
  done
fi
for step in 'Down b Banana' 'Down c Cherry' 'Up b Banana' 'Tab <Ok>' 'Tab <Cancel>' 'ISO_Left_Tab <Ok>'; do
  xdotool key "${step%% *}"
  chosen "${step#* }"
done
xdotool key Return
cat <&4 >/dev/null
wait "$terminal"
[ -z "$recorder" ] || wait "$recorder"
