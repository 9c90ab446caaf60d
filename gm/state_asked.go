package gm

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"hybrid/gm/command"
	"hybrid/gm/verbs"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Checks that players are asked for, kept until all have rolled: then they are one entry. The table goes on meanwhile.

// Ask is a check that the game master asks players for. It is no entry until the last of them has rolled.
type Ask struct {
	ID    int64             `json:"id"` // no other one of the session has it
	At    time.Time         `json:"at"`
	Check string            `json:"check"`             // how it is rolled, as it is typed behind `roll`
	Label string            `json:"label"`             // its name, in the middle of a sentence
	With  string            `json:"with,omitempty"`    // its options, as they are typed behind who rolls
	Who   []string          `json:"who"`               // the keys of those whose check it is
	Of    map[string]*Rolls `json:"players,omitempty"` // those who roll on a device, by key
	Tried bool              `json:"tried,omitempty"`   // it came to no entry though all had rolled
}

// Rolls is how far a player is with a check that was asked for.
type Rolls struct {
	Faces []int `json:"faces,omitempty"` // typed dice, in order
	Done  bool  `json:"done,omitempty"`  // nothing more is asked; dice that are missing fall by themselves
}

// askedChecks is what players are asked for, the oldest first, and the last number given to one.
type askedChecks struct {
	Last     int64 `json:"last"`
	List     []Ask `json:"list"`
	shown    []shownAsk
	numbered int64 // how many questions there were
}

// shownAsk is the question to a player that an Ask is now.
type shownAsk struct {
	*Question
	ask   int64
	dice  int
	state *rules.State // of which it is
}

// settingAsked is the setting that has what players are asked for.
const settingAsked = "asked"

// Asked returns the checks that players are asked for, the oldest first.
func (s *Session) Asked() []Ask { return s.asked.List }

// Waiting returns the keys of those whose players have not rolled, as long as they are here.
func (a *Ask) Waiting(s *rules.State) []string {
	return collect.Filter(a.Who, func(key string) bool { return a.Of[key] != nil && !a.Of[key].Done && s.Find(key) != nil })
}

// line returns the line that rolls the check for some, empty for nobody.
func (a *Ask) line(who []string) string {
	if len(who) == 0 {
		return ""
	}
	return "roll " + a.Check + " by " + strings.Join(who, " and ") + a.With
}

// askLine carries out a line that asks players for a check: `ask party hiding, df -2`. Alone it lists what they were asked for;
// `ask rest` rolls for those who have not, `ask drop` asks no more.
func askLine(s *Session, c *command.Command, l *command.Line) (Entry, error) {
	e, err := s.askOrList(c, l)
	var need *rules.Need
	if errors.As(err, &need) {
		err = stopped{err}
	}
	return e, err
}

// stopped is the error of a line in the place of which another one was done, which stopped at a question that is open.
type stopped struct{ error }

// askOrList does what askLine does; what it rolls may stop at a question.
func (s *Session) askOrList(c *command.Command, l *command.Line) (Entry, error) {
	switch text := strings.Join(l.Words, " "); {
	case len(l.Options) > 0 || text != "" && text != askRest && text != askDrop:
		return s.askFor(c, l)
	case len(s.asked.List) == 0 && text != "":
		return Entry{}, refusal("No player is asked for a check. Ask for one, such as `ask %s`.", verbs.AskExample(&s.game))
	case text == askRest:
		return s.RollRest(s.asked.List[0].ID)
	case text == askDrop:
		return Entry{Line: l.Text, Count: s.game.State.Count, Lines: []string{"Asked no more for " + s.AskText(&s.asked.List[0])}}, s.DropAsk(s.asked.List[0].ID)
	}
	lines := collect.Map(s.asked.List, func(a Ask) string { return s.AskText(&a) })
	if len(lines) == 0 {
		lines = []string{"No player is asked for a check."}
	}
	return Entry{Line: l.Text, Title: "asked", Count: s.game.State.Count, Lines: lines}, nil
}

// The words of a line about what players were asked for.
const (
	askRest = "rest"
	askDrop = "drop"
)

// askFor asks the players of some for a check. Where none of them has a device, or may see the roll, it is rolled at once.
func (s *Session) askFor(c *command.Command, l *command.Line) (Entry, error) {
	who, _, check, label, err := verbs.ReadAsk(&s.game, l)
	if err != nil {
		return Entry{}, err
	}
	a := Ask{ID: s.asked.Last + 1, At: s.now(), Check: check, Label: label, Who: command.KeysOf(who), Of: map[string]*Rolls{}}
	for _, option := range l.Options {
		a.With += ", " + option
	}
	for _, key := range a.Who {
		switch need, err := s.needOf(&a, key, nil); {
		case err != nil:
			return Entry{}, err
		case need != nil && !need.Secret && !l.Secret() && s.seating.seats(key):
			a.Of[key] = &Rolls{}
		}
	}
	if len(a.Of) == 0 {
		return s.Do(command.Command{Line: a.line(a.Who), Typed: c.Typed, Dice: c.Dice})
	}
	now := s.asked
	now.Last, now.List = a.ID, append(slices.Clone(now.List), a)
	if err := s.keepAsked(now); err != nil {
		return Entry{}, err
	}
	return Entry{Line: l.Text, Title: "asked", Count: s.game.State.Count, Lines: []string{"Asked for " + s.AskText(&a)}}, nil
}

// AskText says what was asked for, and who has not rolled.
func (s *Session) AskText(a *Ask) string {
	names := collect.Map(a.Waiting(s.game.State), func(key string) string { return s.game.State.Find(key).Short })
	if len(names) == 0 {
		return a.Label + ": all have rolled"
	}
	return a.Label + ": " + strings.Join(names, ", ")
}

// needOf returns the next die of the check of one of those asked, after some that were typed; nil where nothing is missing.
func (s *Session) needOf(a *Ask, key string, faces []int) (*rules.Need, error) {
	c := command.Command{Line: a.line([]string{key})}
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

// RolledBy returns the check that the player of a character has rolled while others have not; empty for none.
func (s *Session) RolledBy(key string) string {
	for i := range s.asked.List {
		if rolls := s.asked.List[i].Of[key]; rolls != nil && rolls.Done {
			return s.asked.List[i].Label
		}
	}
	return ""
}

// doing returns what is rolled.
func (a *Ask) doing(s *Session) *rules.Doing {
	l, err := s.game.Parse(a.line(a.Who[:1]))
	if err != nil {
		return &rules.Doing{}
	}
	_, d, _, _, _ := verbs.ReadAsk(&s.game, &l)
	return &d
}

// Questions returns the questions that the player of a character may be asked, in order: the open one, and then a check that was
// asked for.
func (s *Session) Questions(key string) (list []*Question) {
	if s.open != nil {
		list = append(list, s.open)
	}
	for i := range s.asked.List {
		if q := s.questionTo(&s.asked.List[i], key); q != nil {
			return append(list, q)
		}
	}
	return list
}

// questionTo returns the question that a check that was asked for is to a player now; nil for none. It has the same number as long
// as the same die is asked for.
func (s *Session) questionTo(a *Ask, key string) *Question {
	rolls := a.Of[key]
	if rolls == nil || rolls.Done || s.game.State.Find(key) == nil {
		return nil
	}
	at := slices.IndexFunc(s.asked.shown, func(q shownAsk) bool { return q.ask == a.ID && q.Need.Who == key && q.dice == len(rolls.Faces) })
	if at >= 0 && s.asked.shown[at].state == s.game.State {
		return s.asked.shown[at].Question
	}
	need, err := s.needOf(a, key, rolls.Faces)
	if err != nil || need == nil {
		return nil
	}
	c := command.Command{Line: a.line([]string{key}), Dice: map[string][]int{key: slices.Clone(rolls.Faces)}, Typed: true}
	q := shownAsk{&Question{Command: c, Need: *need, At: a.At, called: a.doing(s)}, a.ID, len(rolls.Faces), s.game.State}
	if at >= 0 {
		q.ID = s.asked.shown[at].ID
		s.asked.shown[at] = q
		return q.Question
	}
	s.asked.numbered++
	q.ID = -s.asked.numbered // the numbers of open questions are above 0
	s.asked.shown = append(s.asked.shown, q)
	return q.Question
}

// answerAsk takes a player's die for a check that was asked for. The last one makes the entry.
func (s *Session) answerAsk(q shownAsk, r Reply) (Entry, error) {
	i := slices.IndexFunc(s.asked.List, func(a Ask) bool { return a.ID == q.ask })
	key := q.Need.Who
	if i < 0 || s.questionTo(&s.asked.List[i], key) != q.Question {
		return Entry{}, ErrSettled
	}
	rolls, err := s.rolledFor(&s.asked.List[i], q.Question, r)
	if err != nil {
		return Entry{}, err
	}
	now := s.asked
	now.List = slices.Clone(now.List)
	a := &now.List[i]
	a.Of = maps.Clone(a.Of)
	a.Of[key] = rolls
	if err := s.keepAsked(now); err != nil {
		return Entry{}, err
	}
	return s.CloseAsk()
}

// rolledFor returns how far a player is after a reply.
func (s *Session) rolledFor(a *Ask, q *Question, r Reply) (*Rolls, error) {
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
	need, err := s.needOf(a, q.Need.Who, faces)
	return &Rolls{Faces: faces, Done: need == nil}, err
}

// CloseAsk rolls the oldest check that was asked for and that everybody has rolled, as one entry, unless a question is open or the past
// is being changed. Without one the entry has no number.
func (s *Session) CloseAsk() (Entry, error) {
	if s.open != nil || s.Plan() != nil {
		return Entry{}, nil
	}
	i := slices.IndexFunc(s.asked.List, func(a Ask) bool { return !a.Tried && len(a.Waiting(s.game.State)) == 0 })
	if i < 0 {
		return Entry{}, nil
	}
	id := s.asked.List[i].ID
	e, err := s.RollRest(id)
	if err != nil {
		now := s.asked
		now.List = collect.Map(now.List, func(a Ask) Ask {
			a.Tried = a.Tried || a.ID == id
			return a
		})
		err = cmp.Or(err, s.keepAsked(now))
	}
	return e, err
}

// RollRest rolls the check with this number that was asked for, by itself for those who have not rolled.
func (s *Session) RollRest(id int64) (Entry, error) {
	i := slices.IndexFunc(s.asked.List, func(a Ask) bool { return a.ID == id })
	if i < 0 {
		return Entry{}, ErrSettled
	}
	a := &s.asked.List[i]
	c := command.Command{Dice: map[string][]int{}, Typed: true, Asked: id}
	if c.Line = a.line(collect.Filter(a.Who, func(key string) bool { return s.game.State.Find(key) != nil })); c.Line == "" {
		return Entry{}, s.DropAsk(id)
	}
	for key, rolls := range a.Of {
		c.Dice[key] = append(slices.Clone(rolls.Faces), command.RestByProgram)
	}
	return s.Do(c)
}

// DropAsk asks no more for the check with this number. Nothing has happened; any other number changes nothing.
func (s *Session) DropAsk(id int64) error {
	now := s.asked
	now.List = collect.Filter(now.List, func(a Ask) bool { return a.ID != id })
	if len(now.List) == len(s.asked.List) {
		return nil
	}
	return s.keepAsked(now)
}

// keepAsked writes down what players are asked for; only then is it.
func (s *Session) keepAsked(now askedChecks) error {
	now.shown = collect.Filter(now.shown, func(q shownAsk) bool {
		return slices.ContainsFunc(now.List, func(a Ask) bool {
			return a.ID == q.ask && a.Of[q.Need.Who] != nil && len(a.Of[q.Need.Who].Faces) == q.dice && !a.Of[q.Need.Who].Done
		})
	})
	if err := s.keepSetting(settingAsked, now); err != nil {
		return err
	}
	s.asked = now
	s.tellChange()
	return nil
}
