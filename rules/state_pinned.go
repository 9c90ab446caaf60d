package rules

import (
	"strings"

	"hybrid/rules/collect"
)

// The game master's notes on people, encounters and places. A note that begins with a mark is a thread, a question to be settled
// in play.

// PinnedNotes holds the notes on a person, or on an encounter or a place in it. Only the game master reads them.
type PinnedNotes struct {
	Who   string   // key of the person; "" for a place
	Where string   // name of the encounter; "" for a person
	Place string   // place in the encounter; "" for the whole encounter
	Notes []string // texts of the notes, in the order in which they were pinned
}

// NotesOn returns the notes on the person, encounter or place that the fields of subject other than Notes name, or nil.
func (s *State) NotesOn(subject PinnedNotes) []string {
	for _, p := range s.Pinned {
		if p.Who == subject.Who && p.Where == subject.Where && p.Place == subject.Place {
			return p.Notes
		}
	}
	return nil
}

// replaceNotes replaces the notes on a person or a place with the notes of an event. The list is copied.
func (s *State) replaceNotes(e *Event) {
	pinned := PinnedNotes{e.Who, e.What, e.Other, e.Words}
	var list []PinnedNotes
	for _, p := range s.Pinned {
		if p.Who == pinned.Who && p.Where == pinned.Where && p.Place == pinned.Place {
			p, pinned.Notes = pinned, nil // so that the notes aren't added again at the end
		}
		if len(p.Notes) > 0 {
			list = append(list, p)
		}
	}
	if len(pinned.Notes) > 0 {
		list = append(list, pinned)
	}
	s.Pinned = list
}

// Marks at the beginning of a note that make it an open or a closed thread.
const (
	OpenMark   = "?"
	ClosedMark = "✓"
)

// Thread is a note with a mark, such as “? who paid for the ledger”.
type Thread struct {
	Owner PinnedNotes // notes that it belongs to
	Index int         // index of the note in Owner.Notes
	Text  string      // note without its mark
	Open  bool        // whether the question is still to be settled
}

// Note returns the note for the thread, with its mark.
func (t Thread) Note() string {
	if t.Open {
		return OpenMark + " " + t.Text
	}
	return ClosedMark + " " + t.Text
}

// Threads lists all threads, open and closed, in the order in which they were pinned.
func (s *State) Threads() (list []Thread) {
	for _, pinned := range s.Pinned {
		for i, note := range pinned.Notes {
			text, open := strings.CutPrefix(note, OpenMark)
			text, closed := strings.CutPrefix(text, ClosedMark)
			if text = strings.TrimSpace(text); text != "" && open != closed {
				list = append(list, Thread{pinned, i, text, open})
			}
		}
	}
	return list
}

// OpenThreads lists the texts of the open threads, in the order in which they were pinned.
func (s *State) OpenThreads() (texts []string) {
	for _, t := range s.Threads() {
		if t.Open {
			texts = append(texts, t.Text)
		}
	}
	return texts
}

// KnownThreads lists the texts of the open threads that an actor was told, in the order in which they were pinned.
func (s *State) KnownThreads(a *Actor) []string {
	return collect.Filter(s.OpenThreads(), func(text string) bool { return a.BeliefAbout(text, TellThread) != nil })
}
