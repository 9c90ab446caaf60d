package gm

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"hybrid/gm/command"
	"hybrid/gm/logtext"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Verify plays a session again from its start and compares events, states and decisions. Tests of random sessions end by calling it.

// Verify replays everything in the journal from the start. The events in force must add up to the current state, and every entry, undone or
// not, must have the same result with its dice and answers, except those in EntriesUnderOtherRules. It returns the number of entries
// decided; the error describes the first difference in one line. It first checks that the journal is intact and, for a session open for
// reading only, that its file is unchanged since it was closed.
func (s *Session) Verify() (int, error) {
	second, err := rereadSession(s)
	if err != nil {
		return 0, err
	}
	if s.journal != nil {
		if err := s.journal.CheckSettings(); err != nil {
			return 0, wrapReread(err)
		}
	}
	past := s.game
	past.State, past.OldReading = &rules.State{}, true
	n, sum, first, err := second.verifyEntries(&past, second.entriesUnderOtherFiles())
	if err != nil {
		return n, err
	}
	s.decidedSame = second.decidedSame
	if first == nil && s.readOnly && s.journal.DiffersFromClosed() {
		first = &rules.Refusal{Text: "Every entry is as it was written, but the file was replaced or changed after it was closed. " +
			"If newer entries are missing, restore a backup with `hybrid session restore`."}
	}
	if s.pastOnly {
		return n, first
	}
	if err := compareWithPresent(&past, sum, s.game.State); err != nil {
		return 0, err
	}
	return n, first
}

// verifyEntries decides all entries of the session again, from the beginning, except those that otherFiles marks as decided under other rules.
// It passes over a difference in the other ones there, and notes in s.decidedSame which of them have none. past is the game in which it
// decides them. It returns the number of entries decided up to the first difference, the state that the entries in force add up to, and
// that difference, or nil if there is none. err is an error from reading an entry.
func (s *Session) verifyEntries(past *command.Game, otherFiles map[int64]bool) (n int, sum *rules.State, first, err error) {
	sum = &rules.State{}
	s.decidedSame = map[int64]bool{}
	var last *record // entry after which the state is past.State
	for k := range s.withProgress(s.entries) {
		if k.previous != last {
			if past.State, err = s.computeState(past.Rules, k.previous); err != nil {
				return n, sum, first, err
			}
		}
		if k.damage != nil {
			return n, sum, first, wrapReread(k.damage)
		}
		var next *rules.State
		hasOtherRules, hasOtherFiles := otherFiles[k.Seq]
		if first == nil && !k.isPastChange && !hasOtherRules {
			switch decided, difference := verifyEntry(past, k); {
			case difference == nil:
				next = decided
				if n++; hasOtherFiles {
					s.decidedSame[k.Seq] = true
				}
			case !hasOtherFiles:
				first = difference
			}
		}
		if next == nil {
			if next, err = k.stateAfter(past.Rules, past.State); err != nil {
				return n, sum, first, err
			}
		}
		past.State = next
		if last = k; k == s.lastInForce() {
			sum = past.State
		}
		if k.depth%stateInterval == 0 {
			k.state = past.State // undone entries may branch off near here
		}
	}
	return n, sum, first, nil
}

// wrapReread wraps an error of reading the session again.
func wrapReread(err error) error { return fmt.Errorf("read the session again: %w", err) }

// rereadSession returns the session as the journal has it now. Without a journal, or if s was just read from it, it returns s.
func rereadSession(s *Session) (*Session, error) {
	if s.journal == nil || s.pastOnly {
		return s, nil
	}
	second := &Session{game: s.game, missingRefs: s.missingRefs, rulesetHashes: fingerprints{current: s.rulesetHashes.current}, store: store{journal: s.journal, clock: s.clock},
		evenings: evenings{zone: s.evenings.zone, notes: map[int64]string{}}}
	second.progressFunc, second.pastOnly = s.progressFunc, true
	if err := second.readJournal(); err != nil {
		return nil, wrapReread(err)
	}
	return second, nil
}

// compareWithPresent compares sum, the state that all events in force add up to, with the current state.
func compareWithPresent(g *command.Game, sum, present *rules.State) error {
	if reflect.DeepEqual(sum, present) {
		return nil
	}
	game := *g
	game.State = present
	if list := game.Differences(sum); len(list) > 0 {
		return fmt.Errorf("the entries don't add up to the present; they give: %s", list[0])
	}
	return fmt.Errorf("the entries don't add up to the present")
}

// verifyEntry decides an entry again, in the state before it, and returns the state after it. If the result differs, it tries the decisions
// of earlier versions of the program.
func verifyEntry(g *command.Game, k *record) (*rules.State, error) {
	// Earlier versions stored no outcome and no time with the end of a scene, and ended the scene with a fight in it.
	if end := k.firstEvent(rules.EventFinish); end != nil && end.How == "" {
		game := *g
		game.EndsAsBefore, game.NoOutcome = true, end.Text == "" && end.At == 0
		g = &game
	}
	next, err := decideAgain(g, k)
	if err == nil || g.OldDecisions {
		return next, err
	}
	earlier := *g
	earlier.OldDecisions = true
	if settled, wrong := k.decodeEvents(); wrong == nil {
		isTask := func(e rules.Event) bool { return e.Doing != nil && e.Doing.Task != "" }
		if at := slices.IndexFunc(settled, isTask); at >= 0 { // earlier versions chose the skill of a task differently
			earlier.TaskSkill = settled[at].Doing.Skill
		}
	}
	if before, wrong := decideAgain(&earlier, k); wrong == nil {
		return before, nil
	}
	return nil, err
}

// decideAgain decides an entry again, in the state before it; the error describes the difference.
func decideAgain(g *command.Game, k *record) (*rules.State, error) {
	content := k.payload()
	fail := func(format string, args ...any) (*rules.State, error) {
		return nil, fmt.Errorf("entry %d (%s): %s", k.Seq, content.Title, fmt.Sprintf(format, args...))
	}
	l, err := g.Parse(content.Line)
	if err != nil {
		return fail("its line is refused now: %v", err)
	}
	earlier := rolledDice(k)
	dice := &reusedDice{dice: earlier, earlierCount: len(earlier), roll: func(_ origin, faces int) (int, error) {
		return 0, fmt.Errorf("it needs a d%d that was not rolled then", faces)
	}}
	l.Answers = nil
	w, err := redecideLine(g, &replayedLine{entry: k, who: content.Who}, &command.Command{Answers: content.Answers}, &l, dice)
	if err != nil {
		return fail("replayed, it results in: %v", err)
	}
	if len(w.Dice) != len(content.Dice) {
		return fail("replayed, it rolls %s instead of %d", command.CountText(len(w.Dice), "die", "dice"), len(content.Dice))
	}
	if err := k.keepHealthWords(w.Events); err != nil {
		return fail("%v", err)
	}
	next, err := w.Settle(g)
	if err != nil {
		return fail("%v", err)
	}
	if err := k.keepOutcome(w.Events); err != nil {
		return fail("%v", err)
	}
	now, err := json.Marshal(w.Events)
	if err != nil {
		return nil, fmt.Errorf("write the events down: %w", err)
	}
	if bytes.Equal(k.Events, now) {
		return next, nil
	}
	settled, err := k.decodeEvents()
	if err != nil {
		return fail("%v", err)
	}
	wording := logtext.NewWording(g.Rules, g.State, next)
	return fail("%s", firstDifference(k.Events, now, func(i int, before bool) string {
		if before {
			return wording.EventText(&settled[i], "")
		}
		return wording.EventText(&w.Events[i], "")
	}))
}

// keepOutcome replaces the outcome of a fight in events with that of the entry if opponents got away: earlier versions called that a
// victory.
func (k *record) keepOutcome(events []rules.Event) error {
	end := collect.FindPointer(events, func(e *rules.Event) bool { return e.Kind == rules.EventFinish })
	if end == nil || end.Text != rules.OutcomeEscaped {
		return nil
	}
	settled, err := k.decodeEvents()
	if err != nil {
		return err
	}
	if before := collect.FindPointer(settled, func(e *rules.Event) bool { return e.Kind == rules.EventFinish }); before != nil && before.Text == rules.OutcomeWon {
		end.Text = before.Text
	}
	return nil
}

// keepHealthWords replaces the words for an actor's health in events with those of the entry: earlier versions derived them from pools
// alone.
func (k *record) keepHealthWords(events []rules.Event) error {
	isHealth := func(e rules.Event) bool { return e.Kind == rules.EventKnow && e.What == rules.KnowHealth.String() }
	if !slices.ContainsFunc(events, isHealth) {
		return nil
	}
	stored, err := k.decodeEvents()
	for i := range min(len(stored), len(events)) {
		if e := &events[i]; isHealth(*e) && isHealth(stored[i]) && e.Who == stored[i].Who && e.Other == stored[i].Other {
			e.Text = stored[i].Text
		}
	}
	return err
}

// firstDifference describes the first event that differs between expected and actual: in the words of describe, or encoded if the words are
// the same.
func firstDifference(expected, actual []byte, describe func(i int, before bool) string) string {
	var old, list []json.RawMessage
	if json.Unmarshal(expected, &old) != nil || json.Unmarshal(actual, &list) != nil {
		return "its events cannot be read"
	}
	for i := range max(len(old), len(list)) {
		switch {
		case i >= len(old):
			return fmt.Sprintf("replayed, it also results in: %s", cmp.Or(describe(i, false), string(list[i])))
		case i >= len(list):
			return fmt.Sprintf("replayed, it no longer results in: %s", cmp.Or(describe(i, true), string(old[i])))
		case !bytes.Equal(old[i], list[i]):
			before, after := describe(i, true), describe(i, false)
			if before == "" || after == "" || before == after {
				before, after = string(old[i]), string(list[i])
			}
			return fmt.Sprintf("replayed, it results in: %s; it was settled as: %s", after, before)
		}
	}
	return "its events are written differently"
}
