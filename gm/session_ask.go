package gm

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/gm/verbs"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The line that asks players for a check, their dice, and the entry that results. state_asked.go holds the open checks.

// askLine runs a line that asks players for a check: `ask party hiding, df -2`. The verb alone lists the open checks; `ask rest` rolls the
// oldest one for players who have not rolled, `ask drop` withdraws it.
func askLine(s *Session, c *command.Command, l *command.Line) (Entry, error) {
	e, err := s.askOrList(c, l)
	var need *rules.Need
	if errors.As(err, &need) {
		err = precedingQuestion{err}
	}
	return e, err
}

// precedingQuestion wraps the question of a line that must run before the entered one, such as gathering the party.
type precedingQuestion struct{ error }

// askOrList runs an ask line. If it rolls the check, it can return the rules.Need of that roll.
func (s *Session) askOrList(c *command.Command, l *command.Line) (Entry, error) {
	switch text := strings.Join(l.Words, " "); {
	case isNewAsk(l):
		return s.askPlayers(c, l)
	case len(s.askedChecks.List) == 0 && text != "":
		return Entry{}, refusal("No player is asked for a check. Ask for one, such as `ask %s`.", verbs.AskExample(&s.game))
	case text == askRest:
		return s.RollRest(s.askedChecks.List[0].ID)
	case text == askDrop:
		return Entry{Line: l.Text, Count: s.game.State.Count, Lines: []string{"Asked no more for " + s.AskText(&s.askedChecks.List[0])}}, s.DropAsk(s.askedChecks.List[0].ID)
	}
	lines := collect.Map(s.askedChecks.List, func(a Ask) string { return s.AskText(&a) })
	if len(lines) == 0 {
		lines = []string{"No player is asked for a check."}
	}
	return Entry{Line: l.Text, Title: "asked", Count: s.game.State.Count, Lines: lines}, nil
}

// isNewAsk reports whether a line asks for a new check instead of referring to open ones.
func isNewAsk(l *command.Line) bool {
	text := strings.Join(l.Words, " ")
	return l.Verb == askVerb && (len(l.Options) > 0 || text != "" && text != askRest && text != askDrop)
}

// The verb of lines that ask for a check, and words that refer to the open checks.
const (
	askVerb = "ask"
	askRest = "rest"
	askDrop = "drop"
)

// askPlayers asks players for a check. If none of them has a device that is in use this evening and may see the roll, the check is rolled
// at once.
func (s *Session) askPlayers(c *command.Command, l *command.Line) (Entry, error) {
	who, _, check, label, err := verbs.ReadAsk(&s.game, l)
	if err != nil {
		return Entry{}, err
	}
	a := Ask{ID: s.askedChecks.Last + 1, At: s.now(), Check: check, Label: label, Who: command.KeysOf(who), Of: map[string]*Rolls{}}
	for _, option := range l.Options {
		a.With += ", " + option
	}
	for _, key := range a.Who {
		need, err := s.nextDieOf(&a, key, nil)
		if err != nil {
			return Entry{}, err
		}
		maySee := need != nil && !need.Secret && !l.IsSecret()
		if maySee && s.seats.isActiveSeat(key, s.EveningNumber()) && s.game.State.Find(key).IsPlayed() {
			a.Of[key] = &Rolls{}
		}
	}
	if len(a.Of) == 0 {
		return s.Do(command.Command{Line: a.rollLine(a.Who), Typed: c.Typed, Dice: c.Dice})
	}
	now := s.askedChecks
	now.Last, now.List = a.ID, append(slices.Clone(now.List), a)
	if err := s.storeAskedChecks(now); err != nil {
		return Entry{}, err
	}
	return Entry{Line: l.Text, Title: "asked", Count: s.game.State.Count, Lines: []string{"Asked for " + s.AskText(&a)}}, nil
}

// answerAsk adds a player's die to a check. Once no die is missing, it creates the entry.
func (s *Session) answerAsk(q playerQuestion, r Reply) (Entry, error) {
	i := slices.IndexFunc(s.askedChecks.List, func(a Ask) bool { return a.ID == q.ask })
	key := q.Need.Who
	if i < 0 {
		return Entry{}, ErrSettled
	}
	open := s.questionTo(&s.askedChecks.List[i], key) // the question that the player is asked now
	if open == nil || open.ID != q.ID {
		return Entry{}, ErrSettled
	}
	rolls, err := s.rollsAfterReply(&s.askedChecks.List[i], open, r)
	if err != nil {
		return Entry{}, err
	}
	now := s.askedChecks
	now.List = slices.Clone(now.List)
	a := &now.List[i]
	a.Of = maps.Clone(a.Of)
	a.Of[key] = rolls
	if err := s.storeAskedChecks(now); err != nil {
		return Entry{}, err
	}
	return s.CloseAsk()
}

// rollsAfterReply returns the rolls of a player after a reply.
func (s *Session) rollsAfterReply(a *Ask, q *Question, r Reply) (*Rolls, error) {
	faces := slices.Clone(a.Of[q.Need.Who].Faces)
	switch {
	case r.Text != "":
		typed, err := command.ParseDice(r.Text, &q.Need)
		if err != nil {
			return nil, err
		}
		faces = append(faces, typed...)
	case r.Rest || slices.Contains(r.Faces, command.ByProgram):
		return &Rolls{Faces: faces, Done: true}, nil
	case len(r.Faces) == 0:
		return nil, refusal("%s", q.Need.Text)
	default:
		faces = append(faces, r.Faces...)
	}
	need, err := s.nextDieOf(a, q.Need.Who, faces)
	return &Rolls{Faces: faces, Done: need == nil}, err
}

// CloseAsk rolls the oldest check for which every player has rolled, as one entry, unless a question is open or the past is being changed.
// If there is no such check, it returns an Entry without a number.
func (s *Session) CloseAsk() (Entry, error) {
	if s.open != nil || s.Plan() != nil {
		return Entry{}, nil
	}
	i := slices.IndexFunc(s.askedChecks.List, func(a Ask) bool { return !a.Tried && len(a.PendingKeys(s.game.State)) == 0 })
	if i < 0 {
		return Entry{}, nil
	}
	id := s.askedChecks.List[i].ID
	e, err := s.RollRest(id)
	if err != nil {
		now := s.askedChecks
		now.List = collect.Map(now.List, func(a Ask) Ask {
			a.Tried = a.Tried || a.ID == id
			return a
		})
		err = cmp.Or(err, s.storeAskedChecks(now))
	}
	return e, err
}

// RollRest rolls the check with this number; the program rolls for players who have not rolled.
func (s *Session) RollRest(id int64) (Entry, error) {
	i := slices.IndexFunc(s.askedChecks.List, func(a Ask) bool { return a.ID == id })
	if i < 0 {
		return Entry{}, ErrSettled
	}
	a := &s.askedChecks.List[i]
	c := command.Command{Dice: map[string][]int{}, Typed: true, Ask: id}
	if c.Line = a.rollLine(collect.Filter(a.Who, func(key string) bool { return s.game.State.Find(key) != nil })); c.Line == "" {
		return Entry{}, s.DropAsk(id)
	}
	for key, rolls := range a.Of {
		c.Dice[key] = append(slices.Clone(rolls.Faces), command.RestByProgram)
	}
	return s.Do(c)
}
