package gm

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"hybrid/gm/command"
	"hybrid/gm/logtext"
	"hybrid/gm/story"
	"hybrid/gm/verbs"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The history of a session, entry by entry with the states before and after: for exports, statistics and the history page.

// HistoryEntry is a fully decoded entry with the states before and after it. It must not be changed.
type HistoryEntry struct {
	Entry                      // with its steps and events; its time is in the clock's zone
	Evening       int64        // number of the evening on which it was entered; for a replayed entry, that of the original
	Opens         bool         // whether it is the first entry of its evening
	Text          string       // its line of the log
	Sentences     string       // its sentences in the log; empty for older entries
	Before, After *rules.State // states before and after the entry
	from          []origin     // origins of its dice; nil if they were rolled for it
}

// DieOrigin returns the origin of die i: the entry that it was rolled for, and its place among the dice of that entry, counted from 1. It
// was rolled for the entry itself, unless the past was amended since.
func (e *HistoryEntry) DieOrigin(i int) (entry int64, place int) {
	if i < len(e.from) {
		return e.from[i].Entry, e.from[i].Place
	}
	return e.Seq, i + 1
}

// BeginEvent returns the event with which the entry begins an encounter; ok is false if it begins none.
func (e *HistoryEntry) BeginEvent() (rules.Event, bool) {
	return collect.Find(e.Events, func(e rules.Event) bool { return e.Kind == rules.EventBegin })
}

// EndsScene reports whether the entry ends the scene; a fight can end without it.
func (e *HistoryEntry) EndsScene() bool { return !e.Before.SceneOver && e.After.SceneOver }

// EndsEncounter reports whether the entry ends an encounter.
func (e *HistoryEntry) EndsEncounter() bool { return e.Before.Running && !e.After.Running }

// RevealsLine reports whether the entry lets the players read the chances and turning points of the last fight.
func (e *HistoryEntry) RevealsLine() bool { return slices.ContainsFunc(e.Events, verbs.RevealsLine) }

// Actor returns an actor as it was after the entry or, if it has left, before it; nil if it is in neither state.
func (e *HistoryEntry) Actor(key string) *rules.Actor {
	if a := e.After.Find(key); a != nil {
		return a
	}
	return e.Before.Find(key)
}

// Wording returns the wording for the change that the entry makes.
func (e *HistoryEntry) Wording(rs *rules.Ruleset) logtext.Wording {
	return logtext.NewWording(rs, e.Before, e.After)
}

// Story returns the entry in the form that package story takes.
func (e *HistoryEntry) Story() *story.Entry {
	return &story.Entry{Before: e.Before, After: e.After, Who: e.Who, Whom: e.Whom, Outcomes: e.Outcomes, Events: e.Events}
}

// History iterates over everything that was played, undone entries too, evening by evening. Entries in force come in the order that changes
// to the past give them; undone and amended ones come before the next entry that was entered after them. Each entry is read once. An error
// is yielded without an entry and ends the iteration.
func (s *Session) History() iter.Seq2[*HistoryEntry, error] {
	return func(yield func(*HistoryEntry, error) bool) {
		inForce, undone := position{state: &rules.State{}}, position{state: &rules.State{}} // the last entries visited of either kind
		for k := range s.withProgress(s.entriesByEvening()) {
			// branch is the position that k advances; from is the position whose state may be the one before k. Undone entries advance a
			// position of their own, since they don't affect the entries in force.
			branch, from := &inForce, &inForce
			if k.undone {
				branch = &undone
			}
			if k.previous == undone.last && k.undone {
				from = &undone
			}
			before, err := from.state, error(nil)
			if k.previous != from.last {
				before, err = s.computeState(s.game.Rules, k.previous)
			}
			var e *HistoryEntry
			if err == nil {
				e, err = historyEntry(s, k, before)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			*branch = position{k, e.After}
			if k.depth%stateInterval == 0 {
				k.state = e.After // undone entries may branch off near here
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

// position is the position of an iterator over the entries. It saves computing the state from the start for each entry.
type position struct {
	last  *record      // last entry visited; nil at the beginning
	state *rules.State // state after it
}

// historyEntry decodes an entry, applies it to the state before it and returns both with the entry.
func historyEntry(s *Session, k *record, before *rules.State) (*HistoryEntry, error) {
	events, err := k.decodeEvents()
	if err != nil {
		return nil, err
	}
	outcomes, err := k.decodeSteps()
	if err != nil {
		return nil, err
	}
	after, err := k.applyEvents(s.game.Rules, before, events)
	if err != nil {
		return nil, err
	}
	content := k.decodeContent()
	e := &HistoryEntry{Entry: k.entry(content, events, outcomes), Evening: k.Session, Opens: k.opensEvening(),
		Text: content.Text, Sentences: content.Told.Sentences(), Before: before, After: after, from: content.From}
	e.At = s.evenings.toLocalTime(k.At)
	return e, nil
}

// ShownFiles returns the handouts and pictures that entries in force show, by path within the campaign's folders.
func (t *tree) ShownFiles() (files map[string]bool, err error) {
	files = map[string]bool{}
	err = t.visitContaining(`"`+string(rules.EventTell)+`"`, func(_ *record, events []rules.Event) {
		for i := range events {
			if e := &events[i]; (e.What == rules.TellText || e.What == rules.TellPicture) && e.Kind == rules.EventTell {
				files[e.Tool] = true
			}
		}
	})
	return files, err
}

// entriesByEvening returns all entries, grouped by evening. Since a changed past keeps the evenings of the original entries, an entry in
// force belongs to an evening no earlier than that of the entry in force before it.
func (t *tree) entriesByEvening() []*record {
	evenings := make(map[*record]int64, len(t.entries))
	list := append([]*record(nil), t.entries...)
	latest := int64(0)
	for _, k := range list {
		evenings[k] = k.Session
		if !k.undone {
			latest = max(latest, k.Session)
			evenings[k] = latest
		}
	}
	slices.SortStableFunc(list, func(a, b *record) int { return cmp.Compare(evenings[a], evenings[b]) })
	return list
}

// defaultHistoryEntries is the number of entries that `history` shows if no number is given.
const defaultHistoryEntries = 20

// showHistory lists the last entries in force, with their numbers.
func showHistory(s *Session, _ *command.Command, l *command.Line) (Entry, error) {
	s.pendingDice = pendingDice{}
	n := defaultHistoryEntries
	if len(l.Words) > 0 {
		value, err := command.ParseAmount(l.Words[0], l.Verb)
		if err != nil || len(l.Words) > 1 || value < 1 || value != float64(int(value)) {
			return Entry{}, refusal("`history` takes one whole number from 1, such as `history 50`.")
		}
		n = int(value)
	}
	e := Entry{Line: l.Text, Title: "history"}
	for _, line := range s.lastLinesInForce(n) {
		e.Lines = append(e.Lines, fmt.Sprintf("%4d  %4s  %s", line.Seq(), line.Moment(), line.Text()))
	}
	if len(e.Lines) == 0 {
		e.Lines = []string{"Nothing has happened yet."}
	}
	return e, nil
}
