package dashboard

import (
	"slices"

	"hybrid/rules/collect"
)

// The modes of the screen, the keys of a single overlay, and the panels that can have the focus. An overlay is a list, form, page or dialog
// open above the panels. A binding is a key with the function that it has in a mode.

// The modes. A mode is what is open on the screen and gets the keys; each has keys of its own (desk_keys.go).
const (
	modeDesk     mode = iota // nothing is open
	modeList                 // a list to choose from
	modePrompt               // a line is being typed
	modeDie                  // a die or a number is being typed
	modeForm                 // a form is being filled
	modeText                 // a text of several lines is being typed
	modePage                 // a page is being read
	modeBuild                // an encounter is being built
	modeFile                 // the preview of a file is being read
	modeBriefing             // the first screen of an encounter is being read
	modePast                 // an earlier moment is shown
	modePlan                 // a change of the past is to be accepted or refused
	modeNotices              // a problem with the session's file is to be acknowledged
)

// modeNames are the headings of the modes in the help.
var modeNames = [...]string{"Keys", "While choosing", "At the prompt", "Typing a die or a number", "In a form", "Typing a text", "While reading",
	"Building an encounter", "Before a file is written", "Before an encounter", "In the past", "A change of the past", "What went wrong"}

// findBinding returns the binding of the key with the given name in the mode at, or nil if it does nothing there or is only shown.
func (list bindings) findBinding(at mode, name string) *binding {
	return collect.FindPointer(list, func(k *binding) bool { return k.mode == at && k.run != nil && slices.Contains(k.names, name) })
}

// barKey is a key of a single overlay, which the bottom line shows instead of the keys of the mode.
type barKey struct {
	name      string // the key's name, as keyName returns it
	shownName string // text shown instead of the name; "" for the name itself
	label     string // text after the key in the bottom line; "" to omit the key there
	run       func() // called when the key is pressed; nil to run the mode's binding of the key, under this label
}

// runBarKey runs the key with the given name in list, an overlay's own keys, and reports whether there is one.
func runBarKey(list []barKey, name string) bool {
	i := slices.IndexFunc(list, func(k barKey) bool { return k.name == name && k.run != nil })
	if i >= 0 {
		list[i].run()
	}
	return i >= 0
}

// The panels in which the arrow keys can move the cursor.
const (
	focusCombatants focus = iota
	focusInspector
	focusLog
	focusCount // number of panels
)
