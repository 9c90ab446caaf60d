package gm

import (
	"bytes"
	"cmp"
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
	k.marked = k.content.Rules != "" || k.content.People != ""
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
		if k := t.entries[i]; k.marked && k.payload().Rules != "" {
			return k.payload().Rules
		}
	}
	return ""
}

// mark notes whether an entry says under which rules, or with which people, it was decided. Within a text the quotes would be
// escaped.
func (k *kept) mark() {
	command := k.stored.command
	k.marked = bytes.Contains(command, []byte(`"rules":"`)) || bytes.Contains(command, []byte(`"people":"`))
}

// Elsewhere lists the entries that were decided under other rules than those that are played now, or with characters
// or encounters that have changed since. What they came to stands; deciding them again would say nothing.
func (s *Session) Elsewhere() []int64 {
	var list []int64
	ruled := "" // empty for entries from before that was written down
	people := sync.OnceValue(s.game.Campaign.PeopleFingerprint)
	for _, k := range s.entries {
		with := ""
		if k.marked {
			is := k.payload()
			ruled, with = cmp.Or(is.Rules, ruled), is.People
		}
		if !k.step && (ruled != "" && ruled != s.prints.now || with != "" && with != people()) {
			list = append(list, k.seq)
		}
	}
	return list
}
