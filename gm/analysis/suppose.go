package analysis

import (
	"context"
	"errors"
	"maps"
	"slices"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/simulate"
	"hybrid/rules"
)

// What if: an entry of a fight with another line, before its dice, and the fight decided again from there with the dice that were.

// Supposed is what another line in the place of an entry would have come to. Nothing of it has happened.
type Supposed struct {
	Seq     int64          `json:"seq"`
	Side    string         `json:"side"` // whose chances these are
	Was     string         `json:"was"`
	Line    string         `json:"line"`
	If      string         `json:"if"`
	Fights  int            `json:"fights"`  // simulated for each chance
	Before  Chance         `json:"before"`  // with what was said, before its dice fell
	Then    Chance         `json:"then"`    // likewise with the other line
	Gain    Chance         `json:"gain"`    // the difference
	Ended   Chance         `json:"ended"`   // after the last entry of the fight as it was
	Ends    *Chance        `json:"ends"`    // likewise with the other line and the same dice; nil where that cannot be told, for the reason in Refused
	Same    int            `json:"same"`    // later entries that come out as they did
	Other   int            `json:"other"`   // that come out otherwise, or come new
	Gone    int            `json:"gone"`    // that do not happen any more
	Dice    int            `json:"dice"`    // dice that were not there before
	Answers int            `json:"answers"` // questions that were not there before, answered by tactics
	Refused string         `json:"refused,omitempty"`
	Entries []gm.Redecided `json:"-"`
}

// maxQuestions is how many questions of a past decided again tactics answer.
const maxQuestions = 500

// Suppose works out what another line in the place of an entry would have come to.
func Suppose(ctx context.Context, s *gm.Session, seq int64, line string, o Options) (*Supposed, error) {
	fights, err := Fights(s)
	if err != nil {
		return nil, err
	}
	at := -1
	f := slices.IndexFunc(fights, func(f *Fight) bool {
		at = slices.IndexFunc(f.Entries, func(e *gm.HistoryEntry) bool { return e.Seq == seq })
		return at >= 0
	})
	if f < 0 || at == 0 {
		return nil, command.Refusal("Entry %d is in no fight. `history` lists the entries.", seq)
	}
	fight := fights[f]
	list, err := fight.moments(s)
	if err != nil {
		return nil, err
	}
	was, then := list[at], *list[at]
	then.game.FirstNamed, then.Answers = false, nil
	if then.line, err = then.game.Parse(line); err != nil {
		return nil, err
	}
	then.game.BindTo(&then.line, was.Who)
	if was.whole || then.game.VerbOf(&then.line).Session {
		return nil, command.Refusal("This line can't be tried. Try a command that changes the game.")
	}
	r := &prober{sides: fight.Sides(), seed: o.Seed, workers: o.Workers}
	x := &Supposed{Seq: seq, Side: r.sides[0], Was: was.Line, Line: line, If: If(len(r.sides)), Fights: o.Fights}
	if x.Fights == 0 {
		x.Fights = o.levelFights()
	}
	chance := func(p *probe) (Chance, error) {
		if err := r.run(ctx, p, x.Fights); err != nil {
			return Chance{}, err
		}
		return r.level(p, 0, x.Fights), nil
	}
	before, other := &probe{moment: was, before: true, start: true}, &probe{moment: &then, before: true, start: true}
	if x.Before, err = chance(before); err != nil {
		return nil, err
	}
	if x.Then, err = chance(other); err != nil {
		return nil, err
	}
	x.Gain = r.change(before, other, 0, x.Fights)
	last := slices.IndexFunc(list, func(m *moment) bool { return !m.After.Running })
	if last < 0 {
		last = len(list)
	}
	if x.Ended, err = chance(&probe{moment: list[last-1]}); err != nil {
		return nil, err
	}
	end, err := x.redecide(s, was)
	if err == nil {
		var ends Chance
		if ends, err = chance(&probe{moment: end}); err == nil {
			x.Ends = &ends
		}
	}
	var refused *rules.Refusal
	if errors.As(err, &refused) {
		x.Refused, err = refused.Text, nil
	}
	return x, err
}

// redecide decides everything again from the entry on, what is asked anew by tactics, and returns the last moment of the fight.
func (x *Supposed) redecide(s *gm.Session, was *moment) (*moment, error) {
	change := gm.Correction{Line: x.Line}
	plan, err := s.Amend(x.Seq, change)
	for ; x.Answers < maxQuestions; x.Answers++ {
		var need *rules.Need
		var then interface {
			Moment() (*command.Game, command.Command, *rules.Need)
		}
		if !errors.As(err, &need) || !need.Asks() || !errors.As(err, &then) {
			break
		}
		g, c, asked := then.Moment()
		answer, err2 := simulate.AnswerOf(g, c, asked)
		if err2 != nil {
			return nil, err2
		}
		change.Answers = maps.Clone(change.Answers)
		if change.Answers == nil {
			change.Answers = map[string]string{}
		}
		change.Answers[need.Key] = answer
		plan, err = s.Amend(x.Seq, change)
	}
	var need *rules.Need
	if errors.As(err, &need) {
		return nil, command.Refusal("%s", need.Text)
	}
	if err != nil {
		return nil, err
	}
	end := &moment{HistoryEntry: &gm.HistoryEntry{Before: was.Before, After: was.Before}, game: was.game}
	aims, over := aims{}, false
	for who, whom := range was.targets {
		aims[who] = []string{whom}
	}
	for _, e := range plan.Entries {
		switch {
		case e.Seq == x.Seq:
		case e.Now == "":
			x.Gone++
		case e.Same:
			x.Same++
		default:
			x.Other++
		}
		x.Dice += len(e.New)
		if e.Now == "" || over {
			continue
		}
		next, err := s.Rules().Apply(end.After, e.Entry.Events)
		if err != nil {
			return nil, err
		}
		if over = !next.Running || next.Encounter != was.Before.Encounter; !over {
			end.game.State = end.After
			aims.add(&end.game, e.Entry.Who, e.Entry.Whom, e.Entry.Line)
			end.After = next
		}
	}
	x.Entries, end.later = plan.Entries, aims.targets(end.After)
	return end, nil
}
