package command

import (
	"math"

	"hybrid/rules"
)

// What a line would do before a die is thrown, for lists and pages. The odds of what follows are in ask_lineodds.go.

// Preview is what a line would do, without doing it.
type Preview struct {
	Doing   *rules.Doing // nil for a line that declares nothing
	Who     string
	Whom    string
	Action  *rules.Action // also of a check or a task; nil for a line that declares nothing
	Check   *rules.CheckPreview
	Odds    []rules.Odd
	Time    []rules.Term
	Counts  float64
	At      float64
	Options []Option
	Limited bool         // a filter skill limits the rank of the one that is used
	Points  float64      // that could be spent to be faster
	Tool    string       // what it is done with
	Tools   []Completion // what it could be done with
	Prices  []rules.Price
	Ends    *rules.ActionOdds // what it comes to, where dice fall and the one who acts makes no check; nil else
	There   float64           // the count at which the actor is where it goes, the earliest where the pace takes rolls (Action); 0 for nowhere
	First   *Preview          // the first of two actions at the same time, where this is the second; nil for one alone
}

// Option is a situation that may be ticked for an action.
type Option struct {
	Name    string
	Label   string
	Hint    string
	Untimed string       // the hint without what it says of the time
	Also    []string     // other words that find it
	Ask     string       // what must be said with it; empty if nothing
	Bounds  string       // which numbers may be said with it; empty where any, or none
	Rows    []Completion // where a row is asked for
	Ticked  bool
}

// Preview works a line out without rolling or changing anything. Who is not at turn yet is shown all the same; what cannot
// be declared for another reason is refused with it. Of two actions at the same time it is the second.
func (g *Game) Preview(text string) (Preview, error) {
	l, err := g.Parse(text)
	if err != nil {
		return Preview{}, err
	}
	if x, ok := (downtime{g}).departure(&l); ok {
		p := Preview{At: g.State.Count}
		if d, ok := x.who.Beginning(g.State, x.by); ok {
			p, err = preview{g}.previewAction(x.who, &d)
		}
		p.There = downtime{g}.earliest(x)
		return p, err
	}
	if !l.Rolled() {
		return Preview{}, nil
	}
	a, d, err := g.Declaration(&l)
	if err != nil {
		return Preview{}, err
	}
	first, err := preview{g}.previewAction(a, &d)
	if err != nil || d.Beside == nil {
		return first, err
	}
	p, err := preview{g}.previewAction(a, d.Beside)
	p.First = &first
	return p, err
}

// setsOff returns the declaration by which an actor takes up the pace of a line such as `move kira to grell running`. ok is false for
// other lines, and where no action begins the pace.
func (g *Game) setsOff(l *Line) (x way, d rules.Doing, ok bool) {
	if x, ok = (downtime{g}).departure(l); ok {
		d, ok = x.who.Beginning(g.State, x.by)
	}
	return x, d, ok
}

// earliest returns the first count at which an actor can be where it goes; 0 if it goes nowhere, or comes no nearer.
func (g downtime) earliest(x way) float64 {
	s, err := g.atFullPace(x)
	if err != nil || x.going == nil {
		return 0
	}
	if j, ok := rules.JourneyOf(g.Rules, s, s.Find(x.who.Key)); ok && !math.IsInf(j.At, 1) {
		return j.At
	}
	return 0
}

// oddsOf returns the odds of everything that one action can result in, with these answers, as texts.
func (g preview) oddsOf(a *rules.Actor, d rules.Doing, texts []string, all bool) (LineOdds, error) {
	if err := g.Rules.CheckPossible(g.State, a.Key, d); err != nil {
		return LineOdds{}, err
	}
	answers, landing := map[string]string{}, g.landing(a, &d)
	with := func(byKey map[string]string) (*rules.ActionOdds, error) {
		return rules.OddsAfter(g.Rules, landing, a.Key, d, byKey, nil, g.Stale)
	}
	answered, err := AnswersByKey(g.Rules, answers, texts, with)
	if err != nil {
		return LineOdds{}, err
	}
	odds, err := with(answers)
	if err != nil {
		return LineOdds{}, err
	}
	o := LineOdds{ActionOdds: odds}
	if !all {
		return o, nil
	}
	outlook, err := g.Rules.Preview(landing, a.Key, d, answers)
	if err != nil {
		return LineOdds{}, err
	}
	if o.Worths, err = odds.Contributions(g.Rules, outlook.Roll); err != nil {
		return LineOdds{}, err
	}
	o.Answered = AnswersTo(odds, answered, answers)
	for i := range o.Answered {
		if err := o.Answered[i].WorkOut(odds, answers, with); err != nil {
			return LineOdds{}, err
		}
	}
	return o, nil
}
