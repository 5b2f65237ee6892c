# Orca as it is when it echoes everything that is typed, by character and by word.
cat >"$HOME/.local/share/orca/user-settings.conf" <<SETTINGS
{"general": {"enableKeyEcho": true, "enablePrintableKeys": true, "enableEchoByCharacter": true, "enableEchoByWord": true},
 "profiles": {"default": {"profile": ["Default", "default"], "enableKeyEcho": true, "enablePrintableKeys": true,
  "enableEchoByCharacter": true, "enableEchoByWord": true}},
 "pronunciations": {}, "keybindings": {}}
SETTINGS
exec orca -u "$HOME/.local/share/orca" --disable=braille --disable=braille-monitor
