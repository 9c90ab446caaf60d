package players

import (
	"slices"

	"hybrid/gm"
	"hybrid/rules"
)

// A seat is the view of one player's character, or of all players together.

// TableSeat is the seat of all players together: the table screen, their export, and their recaps. It is shown everything that all of their
// present characters were told, but only those of their numbers that the pack shows to the party. No character file can have this name.
const TableSeat = "/table"

// Character is an actor that a player plays.
type Character struct {
	Key, Name string // actor's key, which is the name of the character's file, and the character's name
	Player    string // player's name in the character's file
}

// Characters lists the characters of players: those present, those that have left, and those in the campaign's cast that have not joined
// yet. If none of these has a player, it lists all of the campaign's characters that have one.
func Characters(s *gm.Session) (list []Character) {
	add := func(key, name string, sheet *rules.Sheet) {
		isKnown := func(c Character) bool { return c.Key == key }
		if sheet.HasPlayer() && !slices.ContainsFunc(list, isKnown) {
			list = append(list, Character{key, name, sheet.Person.Player})
		}
	}
	state := s.State()
	for _, a := range slices.Concat(state.Sides, state.Actors, state.Away) {
		add(a.Key, a.Name, a.Sheet)
	}
	addFiles := func(keys []string) {
		for _, key := range keys {
			if sheet, _, err := s.Campaign().Character(key); err == nil {
				add(key, sheet.Person.Name, sheet)
			}
		}
	}
	if addFiles(s.Campaign().Cast()); len(list) == 0 {
		addFiles(s.Campaign().Characters())
	}
	return list
}
