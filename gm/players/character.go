package players

import (
	"slices"

	"hybrid/gm"
	"hybrid/rules"
)

// TableSeat is the seat of all players together: the screen that they look at, their export and what is retold to them. It is
// told what each of their characters who is there was told, and no number of theirs but what the pack lets the party know. No
// file of a character can be called so.
const TableSeat = "/table"

// Character is one whom a player plays.
type Character struct {
	Key, Name string
	Player    string // as the file names the player
}

// Characters lists whom players play: those who are here, those who were, and those of the campaign who have not come in
// yet. Where none of these has a player, it lists all who may gather.
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
	files := func(keys []string) {
		for _, key := range keys {
			if sheet, _, err := s.Campaign().Character(key); err == nil {
				add(key, sheet.Person.Name, sheet)
			}
		}
	}
	if files(s.Campaign().Cast()); len(list) == 0 {
		files(s.Campaign().Characters())
	}
	return list
}
