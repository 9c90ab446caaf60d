package gm

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"hybrid/gm/campaign"
	"hybrid/rules"
)

// Under which rules each entry was decided, so that later changes of the rules are noticed.

// fingerprints tell the rules that entries are decided under from others.
type fingerprints struct {
	now  string // of the rules that are played
	last string // of those the newest entry was decided under
}

// stampRuleset writes under which rules an entry is decided, if they are not those of the one before it in the journal.
func (f *fingerprints) stampRuleset(k *record, events []rules.Event, c *campaign.Campaign) {
	if f.last != f.now {
		k.content.Rules = f.now
	}
	if slices.ContainsFunc(events, func(e rules.Event) bool { return e.Kind == rules.EventJoin }) {
		k.content.People = c.PeopleFingerprint()
	}
}

// commitStamp records the entry's rules as the last written ones; it is called once the entry is on disk.
func (f *fingerprints) commitStamp(k *record) {
	if k.content.Rules != "" {
		f.last = k.content.Rules
	}
}

// ruledLast returns the hash of the rules under which the newest entry was decided, or an empty text if none is noted.
func (t *tree) ruledLast() string {
	for i := len(t.entries) - 1; i >= 0; i-- {
		if k := t.entries[i]; k.marked() && k.payload().Rules != "" {
			return k.payload().Rules
		}
	}
	return ""
}

// marked reports whether an entry says under which rules, or with which people, it was decided. Within a text the quotes would be
// escaped.
func (k *record) marked() bool {
	return bytes.Contains(k.Command, []byte(`"rules":"`)) || bytes.Contains(k.Command, []byte(`"people":"`))
}

// Elsewhere lists the entries that were decided under other rules than those that are played now, or with characters
// or encounters that have changed since. What they came to stands; deciding them again would say nothing.
func (s *Session) Elsewhere() []int64 {
	var list []int64
	ruled := "" // empty for entries from before that was written down
	people := sync.OnceValue(s.game.Campaign.PeopleFingerprint)
	for _, k := range s.entries {
		with := ""
		if k.marked() {
			is := k.payload()
			ruled, with = cmp.Or(is.Rules, ruled), is.People
		}
		if !k.step && (ruled != "" && ruled != s.rulesetHashes.now || with != "" && with != people()) {
			list = append(list, k.Seq)
		}
	}
	return list
}

// settingDefaults is the defaults of the rulings that the session was played under.
const settingDefaults = "defaults"

// defaults are the choices of the rulings that the pack makes, as the session was last played, and those that have changed
// since it was begun.
type defaults struct {
	Choices map[string]string `json:"choices"` // by ruling; "" for one that the campaign chooses itself
	Changed []ChangedDefault  `json:"changed,omitempty"`
	before  int               // how many of Changed are written down
	changes bool              // something of this is not written down
}

// ChangedDefault is a ruling whose default has changed. The entries up to Upto were decided under the choice Was.
type ChangedDefault struct {
	Ruling string `json:"ruling"`
	Was    string `json:"was"`
	Upto   int64  `json:"upto"`
}

// find compares the defaults that a session was played under, up to an entry, with those of some rules. A ruling that the
// session does not know yet was played as the pack says that it was.
func (d *defaults) find(rs *rules.Ruleset, upto int64) {
	choices := d.Choices
	d.before, d.Choices = len(d.Changed), map[string]string{}
	for _, name := range rs.Settings() {
		ruling, _ := rs.Rulings.Get(name)
		now, own := ruling.Default()
		if !own {
			d.Choices[name] = ""
			continue
		}
		d.Choices[name] = now
		was, there := choices[name]
		if !there {
			was = ruling.Was.Text
		}
		if was != "" && was != now && upto > 0 {
			d.Changed = append(d.Changed, ChangedDefault{name, was, upto})
		}
	}
	d.changes = len(d.Changed) > d.before || !maps.Equal(choices, d.Choices)
}

// notice says which defaults have changed since the session was last opened, and the line that keeps the old ones; "" for none.
func (d *defaults) notice(rs *rules.Ruleset) string {
	var changed, keep []string
	for _, c := range d.Changed[d.before:] {
		ruling, _ := rs.Rulings.Get(c.Ruling)
		changed = append(changed, fmt.Sprintf("%s %s is %s, was %s", ruling.Src, c.Ruling, ruling.Choice.Text, c.Was))
		keep = append(keep, c.Ruling+": "+c.Was)
	}
	if len(changed) == 0 {
		return ""
	}
	return fmt.Sprintf("Defaults have changed: %s. To keep the old ones, add to the campaign file: rulings: {%s}", strings.Join(changed, "; "), strings.Join(keep, ", "))
}

// ChangedDefaults lists the rulings whose default has changed since the first entries were decided, by the last entry that
// was decided under the old one.
func (s *Session) ChangedDefaults() []ChangedDefault { return s.defaults.Changed }

// learnDefaults tells once which defaults have changed, and writes those of now down.
func (s *Session) learnDefaults() error {
	if text := s.defaults.notice(s.game.Campaign.Rules); text != "" {
		s.notice(text, nil)
	}
	if !s.defaults.changes {
		return nil
	}
	return s.keepSetting(settingDefaults, s.defaults)
}
