package gm

import (
	"testing"

	"hybrid/gm/verbs"
)

// TestSessionVerbs holds that the session handles the verbs of the table that are marked as its own, and no others.
func TestSessionVerbs(t *testing.T) {
	for _, v := range verbs.Table.All() {
		if handled := sessionVerbHandler(v.Name) != nil; handled != v.Session {
			t.Errorf("%s: the table says of the session: %t; the session handles it: %t", v.Name, v.Session, handled)
		}
	}
}
