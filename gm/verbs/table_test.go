package verbs_test

import (
	"testing"

	"hybrid/gm/verbs"
)

// TestVerbTable holds that a verb can be done: the game decides it, or the session does.
func TestVerbTable(t *testing.T) {
	seen := map[string]string{}
	for _, v := range verbs.Table.All() {
		for _, word := range append([]string{v.Name}, v.OldNames...) {
			if of := seen[word]; of != "" {
				t.Errorf("%s is a word of %s and of %s", word, of, v.Name)
			}
			seen[word] = v.Name
		}
		if v.Session == (v.Decide != nil) {
			t.Errorf("%s: Session is %t, Decide is set: %t; one of them decides it", v.Name, v.Session, v.Decide != nil)
		}
		if v.Hidden && v.Exists == nil {
			t.Errorf("%s is hidden where it does not exist, and exists everywhere", v.Name)
		}
	}
}
