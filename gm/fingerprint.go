package gm

import (
	"bytes"
	"encoding/json"
	"slices"

	"hybrid/rules"
)

// sign writes under which rules an entry is decided, if they are not those of the one before it in the journal.
func (s *Session) sign(k *kept) {
	if s.ruled != s.rulesNow {
		k.content.Rules = s.rulesNow
	}
	if slices.ContainsFunc(k.events, func(e rules.Event) bool { return e.Kind == rules.EventJoin }) {
		k.content.People = s.game.Campaign.PeopleFingerprint()
	}
}

// signed is said once an entry is on disk.
func (s *Session) signed(k *kept) {
	if k.content.Rules != "" {
		s.ruled = k.content.Rules
	}
}

// ruledLast is under which rules the newest entry was decided; empty if none says.
func (t *tree) ruledLast() string {
	for i := len(t.entries) - 1; i >= 0; i-- {
		k := t.entries[i]
		if k.command == nil {
			if k.content.Rules != "" {
				return k.content.Rules
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

// otherwise tells of an entry whether it was decided under other rules than those of now, or with other people; ruled
// is under which rules, empty for one from before that was written down.
func (s *Session) otherwise(k *kept, ruled string, people func() string) bool {
	return ruled != "" && ruled != s.rulesNow || k.payload().People != "" && k.payload().People != people()
}

// Elsewhere lists the entries that were decided under other rules than those that are played now, or with characters
// or encounters that have changed since. What they came to stands; deciding them again would say nothing.
func (s *Session) Elsewhere() []int64 {
	var list []int64
	ruled, people := "", ""
	now := func() string {
		if people == "" {
			people = s.game.Campaign.PeopleFingerprint()
		}
		return people
	}
	for _, k := range s.entries {
		if k.payload().Rules != "" {
			ruled = k.payload().Rules
		}
		if !k.step && s.otherwise(k, ruled, now) {
			list = append(list, k.seq)
		}
	}
	return list
}
