package gm

import (
	"slices"
	"strings"

	"hybrid/gm/command"
)

// Choosing the actors whose dice are typed: a person rolls real dice and enters their faces. The program rolls all other dice.

// setTypists runs a line about typed dice: `dice players`, `dice nobody`, `dice all`, or `dice kira`, which toggles one. This is a setting,
// not an entry, and isn't undone.
func setTypists(s *Session, _ *command.Command, l *command.Line) (Entry, error) {
	if len(l.Options) > 0 || l.Who != "" {
		return Entry{}, refusal("Name whose dice are typed: `dice players`, `all`, `nobody`, or a NAME to switch one.")
	}
	if at := slices.Index(l.Words, aheadWord); at > 0 {
		return throwAhead(s, strings.Join(l.Words[:at], " "), l.Words[at+1:])
	}
	now := s.Typists()
	for _, word := range l.Words {
		switch word {
		case typeNobody, typePlayers, typeAll:
			now = Typists{Default: word}
			continue
		}
		a, err := s.game.Actor(word, typeNobody, typePlayers, typeAll)
		if err != nil {
			return Entry{}, err
		}
		if now.Exceptions == nil {
			now.Exceptions = map[string]bool{}
		}
		types, isException := now.Exceptions[a.Key]
		if !isException {
			types = now.typesByDefault(a)
		}
		if types = !types; types == now.typesByDefault(a) {
			delete(now.Exceptions, a.Key)
		} else {
			now.Exceptions[a.Key] = types
		}
	}
	if len(l.Words) > 0 {
		if err := s.keepSetting(settingTypists, now); err != nil {
			return Entry{}, err
		}
		s.typists = now
	}
	return Entry{Line: l.Text, Title: "typed dice", Count: s.game.State.Count, Lines: []string{typistsText(s)}}, nil
}

// typistsText describes whose dice are typed.
func typistsText(s *Session) string {
	var names []string
	for _, a := range s.game.State.Actors {
		if s.TypesDice(a.Key) {
			names = append(names, a.Name)
		}
	}
	switch {
	case s.typists.Default == typeAll && len(s.typists.Exceptions) == 0:
		return "everyone's dice are typed"
	case len(names) > 0:
		return "the dice of " + strings.Join(names, ", ") + " are typed; the program rolls the others"
	case s.typists.Default == typePlayers:
		return "players' dice are typed; no one here has a player"
	}
	return "the program rolls the dice"
}

// ToggleTypedDice toggles whether the dice of an actor are typed or rolled by the program.
func ToggleTypedDice(s *Session, who string) error {
	_, err := s.Do(command.Command{Line: "dice " + who})
	return err
}
