package gm

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"hybrid/gm/command"
	"hybrid/gm/verbs"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Checks that players are asked for. Each is kept until all players have rolled for it, and then becomes one entry of the log. Play
// continues in the meantime. An evening is a session of play; a device, such as a phone, is admitted to a character's seat.

// Ask is a check that the game master asks players for. It becomes an entry when the last of them has rolled.
type Ask struct {
	ID    int64             `json:"id"`                  // number, unique in the session
	At    time.Time         `json:"at"`                  // time when it was asked
	Check string            `json:"check"`               // check, as it is typed after `roll`
	Label string            `json:"label"`               // name, as in the middle of a sentence
	With  string            `json:"with,omitempty"`      // options, as they are typed after the actors
	Who   []string          `json:"who"`                 // keys of the actors who roll
	Of    map[string]*Rolls `json:"players,omitempty"`   // rolls of the actors whose player has a device, by key of the actor
	Tried bool              `json:"postponed,omitempty"` // whether everyone had rolled but the check could not be entered
}

// Rolls holds the dice of one player for a check.
type Rolls struct {
	Faces []int `json:"faces,omitempty"` // typed dice, in order
	Done  bool  `json:"done,omitempty"`  // whether nothing more is asked; the program rolls missing dice
}

// askedChecks holds the open checks, the oldest first, and the last number given to one.
type askedChecks struct {
	Last          int64            `json:"last"` // number of the newest check
	List          []Ask            `json:"list"` // open checks, the oldest first
	questions     []playerQuestion // current questions to players
	questionCount int64            // number of questions so far
}

// playerQuestion is the current question of an Ask to a player.
type playerQuestion struct {
	*Question
	ask   int64          // number of the check
	dice  int            // number of dice that the player had rolled when the question was asked
	rules *rules.Ruleset // rules under which it was computed
}

// settingAsked is the key of the setting with the open checks.
const settingAsked = "asked"

// Asks returns the checks that players are asked for, the oldest first.
func (s *Session) Asks() []Ask { return s.askedChecks.List }

// PendingKeys returns the keys of actors present whose players have not rolled.
func (a *Ask) PendingKeys(s *rules.State) []string {
	return collect.Filter(a.Who, func(key string) bool {
		who := s.Find(key)
		return a.Of[key] != nil && !a.Of[key].Done && who != nil && who.IsPlayed()
	})
}

// rollLine returns the line that rolls the check for the given actors, or "" if who is empty.
func (a *Ask) rollLine(who []string) string {
	if len(who) == 0 {
		return ""
	}
	return "roll " + a.Check + " by " + strings.Join(who, " and ") + a.With
}

// AskText describes a check, with the actors whose players have not rolled and those whose players have no device.
func (s *Session) AskText(a *Ask) string {
	names := func(keys []string) string {
		return strings.Join(collect.Map(keys, func(key string) string { return s.game.State.Find(key).Short }), ", ")
	}
	text := a.Label + ": " + cmp.Or(names(a.PendingKeys(s.game.State)), "all have rolled")
	if withoutDevice := names(s.KeysAskedAloud(a)); withoutDevice != "" {
		text += "; aloud: " + withoutDevice
	}
	return text
}

// KeysAskedAloud returns the keys of the check's actors whose players have no device this evening, and therefore are asked aloud.
func (s *Session) KeysAskedAloud(a *Ask) []string {
	return collect.Filter(a.Who, func(key string) bool {
		who := s.game.State.Find(key)
		return a.Of[key] == nil && who != nil && who.IsPlayed() && !s.seats.isActiveSeat(key, s.EveningNumber())
	})
}

// nextDieOf returns the next die of an actor's check after the typed faces, or nil if no die is missing.
func (s *Session) nextDieOf(a *Ask, key string, faces []int) (*rules.Need, error) {
	c := command.Command{Line: a.rollLine([]string{key})}
	l, err := s.game.Parse(c.Line)
	if err != nil {
		return nil, err
	}
	dice := &commandDice{typedDice: typedDice{typed: map[string][]int{key: faces}, asks: func(string) bool { return true }}}
	var need *rules.Need
	if _, err = s.game.Decide(&c, &l, dice); errors.As(err, &need) {
		return need, nil
	}
	return nil, err
}

// CheckRolledBy returns the label of the check that the player of a character has rolled while others have not, or "".
func (s *Session) CheckRolledBy(key string) string {
	for i := range s.askedChecks.List {
		if rolls := s.askedChecks.List[i].Of[key]; rolls != nil && rolls.Done {
			return s.askedChecks.List[i].Label
		}
	}
	return ""
}

// asAction returns the check in the form of an action of its first actor; an empty action if its line can no longer be parsed.
func (a *Ask) asAction(s *Session) *rules.OngoingAction {
	l, err := s.game.Parse(a.rollLine(a.Who[:1]))
	if err != nil {
		return &rules.OngoingAction{}
	}
	_, d, _, _, _ := verbs.ReadAsk(&s.game, &l)
	return &d
}

// Questions returns the questions that the player of a character can be asked: the open question, then the one of the oldest check.
func (s *Session) Questions(key string) (list []*Question) {
	if s.open != nil {
		list = append(list, s.open)
	}
	for i := range s.askedChecks.List {
		if q := s.questionTo(&s.askedChecks.List[i], key); q != nil {
			return append(list, q)
		}
	}
	return list
}

// questionTo returns the question that asks a player to roll for a check, or nil. It is computed once, and keeps its number as long as the same die is
// asked for.
func (s *Session) questionTo(a *Ask, key string) *Question {
	rolls := a.Of[key]
	if who := s.game.State.Find(key); rolls == nil || rolls.Done || who == nil || !who.IsPlayed() {
		return nil
	}
	isSame := func(q playerQuestion) bool { return q.ask == a.ID && q.Need.Who == key && q.dice == len(rolls.Faces) }
	at := slices.IndexFunc(s.askedChecks.questions, isSame)
	if at >= 0 && s.askedChecks.questions[at].rules == s.Rules() {
		return s.askedChecks.questions[at].Question
	}
	need, err := s.nextDieOf(a, key, rolls.Faces)
	if err != nil || need == nil {
		return nil
	}
	c := command.Command{Line: a.rollLine([]string{key}), Dice: map[string][]int{key: slices.Clone(rolls.Faces)}, Typed: true}
	q := playerQuestion{&Question{Command: c, Need: *need, At: a.At, askedCheck: a.asAction(s)}, a.ID, len(rolls.Faces), s.Rules()}
	if at >= 0 {
		q.ID = s.askedChecks.questions[at].ID
		s.askedChecks.questions[at] = q
		return q.Question
	}
	s.askedChecks.questionCount++
	q.ID = -s.askedChecks.questionCount // numbers of open questions are positive
	s.askedChecks.questions = append(s.askedChecks.questions, q)
	return q.Question
}

// DropAsk withdraws the check with this number, without rolling it. An unknown number changes nothing.
func (s *Session) DropAsk(id int64) error {
	now := s.askedChecks
	now.List = collect.Filter(now.List, func(a Ask) bool { return a.ID != id })
	if len(now.List) == len(s.askedChecks.List) {
		return nil
	}
	return s.storeAskedChecks(now)
}

// storeAskedChecks stores the open checks in the journal, then in the session.
func (s *Session) storeAskedChecks(now askedChecks) error {
	now.questions = collect.Filter(now.questions, func(q playerQuestion) bool {
		return slices.ContainsFunc(now.List, func(a Ask) bool { return a.ID == q.ask })
	})
	if err := s.keepSetting(settingAsked, now); err != nil {
		return err
	}
	s.askedChecks = now
	s.notifyListeners()
	return nil
}
