package gm

import (
	"testing"

	"hybrid/gm/command"
)

// TestSessionVerbs holds that the session handles the verbs of the table that are marked as its own, and no others.
func TestSessionVerbs(t *testing.T) {
	for _, name := range command.Verbs() {
		l := command.Line{Verb: name}
		if handled := sessionVerb(name) != nil; handled != l.OfSession() {
			t.Errorf("%s: the table says of the session: %t; the session handles it: %t", name, l.OfSession(), handled)
		}
	}
}
