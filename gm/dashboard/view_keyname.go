package dashboard

import (
	"strings"

	"github.com/gdamore/tcell/v2"
)

// Names of keys, as the tables of keys (desk_keys.go) use them: "a", "Space", "Ctrl-D", "Alt-B".

// keyName returns the name of a key: its character, or the label of a special key, with a prefix for modifiers. Ctrl and Shift have no
// prefix, since they are part of the label.
func keyName(event *tcell.EventKey) string {
	switch name := plainKeyName(event); {
	case event.Modifiers()&(tcell.ModAlt|tcell.ModCtrl) == tcell.ModAlt|tcell.ModCtrl && event.Key() == tcell.KeyRune:
		return name // AltGr, with which a keyboard types this character
	case event.Modifiers()&tcell.ModAlt != 0:
		if len(name) == 1 {
			name = strings.ToUpper(name)
		}
		return "Alt-" + name
	case event.Modifiers()&(tcell.ModMeta|tcell.ModHyper) != 0:
		return "Super-" + name
	default:
		return name
	}
}

// plainKeyName returns the name of a key without the prefix for its modifiers.
func plainKeyName(event *tcell.EventKey) string {
	if event.Key() == tcell.KeyRune {
		if event.Rune() == ' ' {
			return "Space"
		}
		return string(event.Rune())
	}
	switch event.Key() {
	case tcell.KeyUp:
		return "↑"
	case tcell.KeyDown:
		return "↓"
	case tcell.KeyLeft:
		return "←"
	case tcell.KeyRight:
		return "→"
	case tcell.KeyBacktab:
		return "Shift-Tab"
	case tcell.KeyBackspace, tcell.KeyBackspace2:
		return "Backspace"
	}
	return tcell.KeyNames[event.Key()]
}
