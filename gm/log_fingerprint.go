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

// Fingerprints (hashes) of the rules and character files with which each entry was decided; they show which entries the current files no
// longer reproduce. Notices about rulings whose default choice has changed.

// fingerprints holds the hashes of the rules that entries are decided under.
type fingerprints struct {
	current string // hash of the current rules
	newest  string // hash of the rules of the newest entry
}

// stampRuleset stores in k the fingerprint of the rules under which k is decided, if it differs from that of the preceding entry in the
// journal, and the fingerprint of the character files, if its events make actors join.
func (f *fingerprints) stampRuleset(k *record, events []rules.Event, c *campaign.Campaign) {
	if f.newest != f.current {
		k.content.Rules = f.current
	}
	if slices.ContainsFunc(events, func(e rules.Event) bool { return e.Kind == rules.EventJoin }) {
		k.content.People = c.PeopleFingerprint()
	}
}

// commitStamp records the rules hash of k, if it has one, as that of the newest entry. It must be called only once k is on disk.
func (f *fingerprints) commitStamp(k *record) {
	if k.content.Rules != "" {
		f.newest = k.content.Rules
	}
}

// lastRulesHash returns the rules hash stored with the newest entry, or "" if none is stored.
func (t *tree) lastRulesHash() string {
	for i := len(t.entries) - 1; i >= 0; i-- {
		if k := t.entries[i]; k.hasFingerprint() && k.payload().Rules != "" {
			return k.payload().Rules
		}
	}
	return ""
}

// hasFingerprint reports whether an entry stores the fingerprint of its rules or actors. Searching the encoded bytes is safe, because
// quotes inside JSON strings are escaped.
func (k *record) hasFingerprint() bool {
	return bytes.Contains(k.Command, []byte(`"rules":"`)) || bytes.Contains(k.Command, []byte(`"people":"`))
}

// EntriesUnderOtherRules lists the entries that were decided under rules other than the current ones, or with characters or encounters that
// have changed since. Their results stay; a replay of them could differ without being wrong. Once [Session.Verify] has decided those with
// changed characters or encounters again, the list lacks the ones with the same result.
func (s *Session) EntriesUnderOtherRules() []int64 {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(s.entriesUnderOtherFiles())), func(seq int64) bool { return s.decidedSame[seq] })
}

// entriesUnderOtherFiles returns the entries of EntriesUnderOtherRules, by number. The value tells whether the rules were others; if not,
// only characters or encounters were.
func (s *Session) entriesUnderOtherFiles() map[int64]bool {
	list := map[int64]bool{}
	rulesHash := "" // empty for entries from before fingerprints were stored
	people := sync.OnceValue(s.game.Campaign.PeopleFingerprint)
	for _, k := range s.entries {
		peopleHash := ""
		if k.hasFingerprint() {
			content := k.payload()
			rulesHash, peopleHash = cmp.Or(content.Rules, rulesHash), content.People
		}
		hasOtherRules := rulesHash != "" && rulesHash != s.rulesetHashes.current
		if !k.isPastChange && (hasOtherRules || peopleHash != "" && peopleHash != people()) {
			list[k.Seq] = hasOtherRules
		}
	}
	return list
}

// settingDefaults is the key of the setting with the defaults of the rulings.
const settingDefaults = "defaults"

// rulingDefaults holds the pack's choices of rulings when the session was last played, and the rulings whose default has changed since it
// began.
type rulingDefaults struct {
	Choices     map[string]string `json:"choices"`           // choices by ruling; "" if the campaign makes the choice itself
	Changed     []ChangedDefault  `json:"changed,omitempty"` // rulings whose default has changed
	storedCount int               // number of elements of Changed that were stored before
	needsSaving bool              // whether Choices or Changed must be stored
}

// ChangedDefault is a ruling, a choice between readings of the rules, whose default has changed.
type ChangedDefault struct {
	Ruling string `json:"ruling"` // name of the ruling
	Was    string `json:"was"`    // earlier default
	Upto   int64  `json:"upto"`   // number of the last entry decided under the earlier default; 0 if there is none
}

// findChanges compares the defaults under which a session was played with those of rs. upto is the number of the last entry that was
// decided under the earlier defaults; 0 if there is none. For a ruling that is new to the session, the previous default is the one that the
// pack declares (Was).
func (d *rulingDefaults) findChanges(rs *rules.Ruleset, upto int64) {
	choices := d.Choices
	d.storedCount, d.Choices = len(d.Changed), map[string]string{}
	for _, name := range rs.RulingsWithChoices() {
		ruling, _ := rs.Rulings.Get(name)
		now, isFromPack := ruling.CurrentChoice()
		if !isFromPack { // the campaign makes the choice
			d.Choices[name] = ""
			continue
		}
		d.Choices[name] = now
		former, isKnown := choices[name]
		if !isKnown {
			former = ruling.Was.Text
		}
		if former != "" && former != now && upto > 0 {
			d.Changed = append(d.Changed, ChangedDefault{name, former, upto})
		}
	}
	d.needsSaving = len(d.Changed) > d.storedCount || !maps.Equal(choices, d.Choices)
}

// changeNotice returns the notice about the defaults that have changed since the session was last opened, with the line of the campaign
// file that keeps the old ones; "" if there are none.
func (d *rulingDefaults) changeNotice(rs *rules.Ruleset) string {
	var changed, keep []string
	for _, c := range d.Changed[d.storedCount:] {
		ruling, _ := rs.Rulings.Get(c.Ruling)
		changed = append(changed, fmt.Sprintf("%s %s is %s, was %s", ruling.Src, c.Ruling, ruling.Choice.Text, c.Was))
		keep = append(keep, c.Ruling+": "+c.Was)
	}
	if len(changed) == 0 {
		return ""
	}
	return fmt.Sprintf("Defaults have changed: %s. To keep the old ones, add to the campaign file: rulings: {%s}", strings.Join(changed, "; "), strings.Join(keep, ", "))
}

// ChangedDefaults lists the rulings whose default has changed since the first entries were decided, each with the last entry that was
// decided under the old default.
func (s *Session) ChangedDefaults() []ChangedDefault { return s.defaults.Changed }

// updateDefaults adds a notice about newly changed defaults, and stores the current ones.
func (s *Session) updateDefaults() error {
	if text := s.defaults.changeNotice(s.game.Campaign.Rules); text != "" {
		s.addNotice(text, nil)
	}
	if !s.defaults.needsSaving {
		return nil
	}
	return s.keepSetting(settingDefaults, s.defaults)
}
