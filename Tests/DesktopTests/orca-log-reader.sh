# Orca with a debug log, and what is typed echoed by character: $1 is the log.
cat >"$HOME/.local/share/orca/user-settings.conf" <<SETTINGS
{"general": {"enableKeyEcho": false, "enableEchoByCharacter": true}, "profiles": {"default": {"profile": ["Default", "default"],
  "enableKeyEcho": false, "enableEchoByCharacter": true}}, "pronunciations": {}, "keybindings": {}}
SETTINGS
exec orca -u "$HOME/.local/share/orca" --disable=braille --disable=braille-monitor --debug-file="$1"
