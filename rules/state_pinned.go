package rules

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
