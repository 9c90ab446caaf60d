package gm

import (
	"fmt"
	"slices"

	"hybrid/gm/command"
	"hybrid/gm/journal"
	"hybrid/gm/logtext"
	"hybrid/rules"
	"hybrid/rules/message"
)

// Earlier states of the game: the state after an entry, returning to it, and the state at the start of the last fight.

// StateAfter returns the state after an entry, in force or not; for 0, the state before the first. The current state is unchanged.
func (s *Session) StateAfter(seq int64) (*rules.State, error) {
	k, err := s.findEntry(seq)
	if err != nil {
		return nil, err
	}
	return s.computeState(s.game.Rules, k)
}

// returnToEntry returns to the moment after an entry, in force or not: `back to 37`. It is one step, which undo takes back.
func returnToEntry(s *Session, _ *command.Command, l *command.Line) (Entry, error) {
	s.pendingDice = pendingDice{}
	words := l.Words
	if len(words) > 0 && words[0] == "to" {
		words = words[1:]
	}
	if len(words) != 1 || len(l.Options) > 0 || l.Who != "" {
		return Entry{}, refusal("Name an entry, such as `back to %d`. `history` lists the numbers.", max(0, s.seq-1))
	}
	to, err := s.parseEntry(words[0])
	if err != nil {
		return Entry{}, err
	}
	if to == s.lastInForce() {
		return Entry{}, refusal("Entry %s is the present. Choose an earlier one.", words[0])
	}
	next, err := s.computeState(s.game.Rules, to)
	if err != nil {
		return Entry{}, err
	}
	k := &record{Record: journal.Record{Kind: kindBack}, state: next, content: &payload{Command: command.Command{Line: l.Text}, Count: next.Count, Title: "back to the beginning"}}
	if to != nil {
		k.Target, k.content.Title = to.Seq, fmt.Sprintf("back to %d (%s)", to.Seq, to.payload().Title)
	}
	k.content.Text = message.Capitalise(k.content.Title)
	k.content.Told = &logtext.LogEntry{When: s.game.TimeOf(next, next), SentenceSpans: []logtext.Span{{Text: k.content.Text}}}
	if err := s.storeRecord(k); err != nil {
		return Entry{}, err
	}
	s.branchFrom(to, nil, k)
	s.game.State = next
	return s.readableEntry(k), nil
}

// StateAtFightStart returns the state at the start of the last fight, whether or not it has ended, or of the encounter if it has had no
// fight; nil if there was neither. It includes actors who joined later, as they were when they joined.
func (s *Session) StateAtFightStart() (*rules.State, error) {
	joined := map[string]*record{} // record by which each later actor joined, by key
	for k := s.lastInForce(); k != nil; k = k.previous {
		for _, e := range k.eventsOfKind(rules.EventJoin) {
			joined[e.Who] = k
		}
		if k.firstEvent(rules.EventFight) != nil || k.firstEvent(rules.EventBegin) != nil {
			return s.addLaterActors(joined, k)
		}
	}
	return nil, nil
}

// addLaterActors returns the state after record k, plus the current actors who joined later. joined holds the records by which they joined,
// by key of the actor.
func (s *Session) addLaterActors(joined map[string]*record, k *record) (*rules.State, error) {
	began, err := s.computeState(s.game.Rules, k)
	if err != nil {
		return nil, err
	}
	all := *began
	all.Actors = slices.Clone(began.Actors)
	for _, a := range s.game.State.Actors {
		if joined[a.Key] == nil || began.Find(a.Key) != nil {
			continue
		}
		then, err := s.computeState(s.game.Rules, joined[a.Key])
		if err != nil {
			return nil, err
		}
		if newcomer := then.Find(a.Key); newcomer != nil {
			all.Actors = append(all.Actors, newcomer)
		}
	}
	return &all, nil
}
