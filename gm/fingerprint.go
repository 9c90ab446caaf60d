package gm

import (
	"bytes"
	"encoding/json"
	"slices"
	"sync"

	"hybrid/gm/campaign"
	"hybrid/rules"
)

// fingerprints tell the rules that entries are decided under from others.
type fingerprints struct {
	now  string // of the rules that are played
	last string // of those the newest entry was decided under
}

// sign writes under which rules an entry is decided, if they are not those of the one before it in the journal.
func (f *fingerprints) sign(k *kept, c *campaign.Campaign) {
	if f.last != f.now {
		k.content.Rules = f.now
	}
	if slices.ContainsFunc(k.events, func(e rules.Event) bool { return e.Kind == rules.EventJoin }) {
		k.content.People = c.PeopleFingerprint()
	}
}

// signed is said once an entry is on disk.
func (f *fingerprints) signed(k *kept) {
	if k.content.Rules != "" {
		f.last = k.content.Rules
	}
}

// ruledLast is under which rules the newest entry was decided; empty if none says.
func (t *tree) ruledLast() string {
	for i := len(t.entries) - 1; i >= 0; i-- {
		k := t.entries[i]
		if k.command == nil {
			if k.payload().Rules != "" {
				return k.payload().Rules
			}
			continue
		}
		if !bytes.Contains(k.command, []byte(`"rules":"`)) { // within a text the quotes would be escaped
			continue
		}
		var mark struct {
			Rules string `json:"rules"`
		}
		if json.Unmarshal(k.command, &mark) == nil && mark.Rules != "" {
			return mark.Rules
		}
	}
	return ""
}

// Elsewhere lists the entries that were decided under other rules than those that are played now, or with characters
// or encounters that have changed since. What they came to stands; deciding them again would say nothing.
func (s *Session) Elsewhere() []int64 {
	var list []int64
	ruled := "" // empty for entries from before that was written down
	people := sync.OnceValue(s.game.Campaign.PeopleFingerprint)
	for _, k := range s.entries {
		is := k.payload()
		if is.Rules != "" {
			ruled = is.Rules
		}
		if !k.step && (ruled != "" && ruled != s.prints.now || is.People != "" && is.People != people()) {
			list = append(list, k.seq)
		}
	}
	return list
}
