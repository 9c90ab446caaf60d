package main

import (
	"fmt"
	"strings"

	"hybrid/gm"
	"hybrid/rules"
)

// `hybrid session verify`: checks that the log of a session wasn't changed after play: each entry is replayed and must give the recorded
// result. Entries that were decided under rules other than the current ones can't be replayed; they are only listed.

// verifySession replays every entry of a session, recomputes every die from its seed, and writes the result. A difference is reported as a
// refusal (exit code 1), not as bad input.
func verifySession(p *program, s *gm.Session) error {
	dice, first := 0, int64(0) // number of recomputed dice, and number of the first entry whose dice have a seed
	entries, err := s.Verify()
	if err == nil {
		dice, first, err = s.CheckDice()
	}
	difference, otherRules := "", s.EntriesUnderOtherRules()
	var code error
	if err != nil {
		difference, code = err.Error(), exitStatus(exitRefused)
	}
	facts := object{{"entries", entries}, {"other_rules", append([]int64{}, otherRules...)}, {"same", err == nil}, {"difference", difference}}
	if err != nil && !p.isReadByPrograms() {
		if strings.Contains(difference, "): replayed, it ") {
			difference += ". The recorded result stays. Either the file was changed, or another version of the program decided it."
		}
		return &rules.Refusal{Text: difference}
	}
	return p.write(report{facts: facts, code: code, text: func(w *textWriter) { p.writeVerification(w, s, entries, dice, first) }})
}

// writeVerification writes the result of a verification without a difference: the number of replayed entries and of recomputed dice, and
// notes about entries that were decided under other rules. first is the number of the first entry whose dice have a seed.
func (p *program) writeVerification(w *textWriter, s *gm.Session, entries, dice int, first int64) {
	w.writeLine("%s the same when replayed", countText(entries, "entry comes out", "entries come out"))
	if list := s.EntriesUnderOtherRules(); len(list) > 0 {
		w.writeIndented("", fmt.Sprintf("%s: %s", countText(len(list), "entry was decided by older rules, and stays as recorded", "entries were decided by older rules, and stay as recorded"), entryRanges(list)))
	}
	for _, c := range s.ChangedDefaults() {
		ruling, ok := p.campaign.Rules.Rulings.Get(c.Ruling)
		if ok {
			w.writeIndented("", fmt.Sprintf("up to entry %d the default of %s %s was %s; now it is %s", c.Upto, ruling.Src, c.Ruling, c.Was, ruling.Choice.Text))
		}
	}
	switch {
	case dice == 0:
		w.writeLine("no die comes from a seed of this log")
	case first > 1:
		w.writeLine("%s from entry %d on, as its seed gives", countText(dice, "die shows", "dice show"), first)
	default:
		w.writeLine("%s what the seed gives", countText(dice, "rolled die shows", "rolled dice show"))
	}
}

// entryRanges formats numbers, which must be sorted, as "3, 5 to 9".
func entryRanges(list []int64) string {
	var parts []string
	for first := 0; first < len(list); {
		last := first // index of the last number of the range that begins at first
		for last+1 < len(list) && list[last+1] == list[last]+1 {
			last++
		}
		parts = append(parts, fmt.Sprint(list[first]))
		if last > first {
			parts[len(parts)-1] += fmt.Sprintf(" to %d", list[last])
		}
		first = last + 1
	}
	return strings.Join(parts, ", ")
}
