package rules

import (
	"strings"

	"hybrid/rules/collect"
)

// Notes of the game master: what they are pinned to, and those that are threads.

// Pinned is the notes on a person, or on an encounter or a place in it. They are for the game master alone.
type Pinned struct {
	Who   string // the key of the person; empty for a place
	Where string // the name of the encounter; empty for a person
	Place string // the place in it; empty for all of it
	Notes []string
}

// NotesOn returns the notes pinned to a person, an encounter or a place in it.
func (s *State) NotesOn(on Pinned) []string {
	for _, p := range s.Pinned {
		if p.Who == on.Who && p.Where == on.Where && p.Place == on.Place {
			return p.Notes
		}
	}
	return nil
}

// pin makes these the notes on something; the list is a new one.
func (s *State) pin(e *Event) {
	now := Pinned{e.Who, e.What, e.Other, e.Words}
	var list []Pinned
	for _, p := range s.Pinned {
		if p.Who == now.Who && p.Where == now.Where && p.Place == now.Place {
			p, now.Notes = now, nil
		}
		if len(p.Notes) > 0 {
			list = append(list, p)
		}
	}
	if len(now.Notes) > 0 {
		list = append(list, now)
	}
	s.Pinned = list
}

// The marks that make a note a thread: one that is open, and one that is closed.
const (
	OpenMark   = "?"
	ClosedMark = "✓"
)

// Thread is a note that begins with a mark: a question to settle in play, such as who paid for the ledger.
type Thread struct {
	On   Pinned // the notes that it is one of
	At   int    // its place among them
	Text string // the note without its mark
	Open bool
}

// Note returns the note that makes a text an open thread, or a closed one.
func (t Thread) Note() string {
	if t.Open {
		return OpenMark + " " + t.Text
	}
	return ClosedMark + " " + t.Text
}

// Threads lists all threads, the open ones and those that are closed, in the order in which they were pinned.
func (s *State) Threads() (list []Thread) {
	for _, on := range s.Pinned {
		for i, note := range on.Notes {
			text, open := strings.CutPrefix(note, OpenMark)
			text, closed := strings.CutPrefix(text, ClosedMark)
			if text = strings.TrimSpace(text); text != "" && open != closed {
				list = append(list, Thread{on, i, text, open})
			}
		}
	}
	return list
}

// OpenThreads lists the texts of the threads that are open, in the order in which they were pinned.
func (s *State) OpenThreads() (texts []string) {
	for _, t := range s.Threads() {
		if t.Open {
			texts = append(texts, t.Text)
		}
	}
	return texts
}

// KnownThreads lists the texts of the open threads that an actor was told of, in the order in which they were pinned.
func (s *State) KnownThreads(a *Actor) []string {
	return collect.Filter(s.OpenThreads(), func(text string) bool { return a.Learnt(text, TellThread) != nil })
}
