package command

import (
	"cmp"
	"math"
	"slices"

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
	Others  []Preview         // previews of the others in a check by several; nil for one alone
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
// be declared for another reason is refused with it. Of two actions at the same time it is the second. At rest only an
// action with a target takes time.
func (g *Game) Preview(text string) (Preview, error) {
	l, others, err := g.parseEach(text)
	if err != nil {
		return Preview{}, err
	}
	p, err := g.previewLine(&l)
	for i := range others {
		if other, refused := g.previewLine(&others[i]); refused == nil {
			p.Others = append(p.Others, other)
		}
	}
	return p, err
}

// previewLine previews a line of one actor.
func (g *Game) previewLine(l *Line) (Preview, error) {
	p, err := g.previewInTurn(l)
	if g.AtRest() && l.Rolled() && !l.Afterwards() && (l.Action == nil || !l.Action.Whom) {
		p.Counts, p.At, p.Time, p.Points = 0, p.At-p.Counts, nil, 0
	}
	return p, err
}

// Each returns the checks of all whose check it is, by who makes them, the one named first before the others.
func (p *Preview) Each() (who []string, checks []*rules.CheckPreview) {
	for _, one := range append([]Preview{*p}, p.Others...) {
		if one.Check != nil {
			who, checks = append(who, one.Who), append(checks, one.Check)
		}
	}
	return who, checks
}

// previewInTurn previews a line with the time that it takes in a fight.
func (g *Game) previewInTurn(l *Line) (Preview, error) {
	if x, ok := g.departure(l); ok {
		p, err := Preview{At: g.State.Count}, error(nil)
		if d, ok := x.Who.Beginning(g.State, x.By); ok {
			p, err = g.PreviewAction(x.Who, &d)
		}
		p.There = g.earliest(x)
		return p, err
	}
	if !l.Rolled() {
		return Preview{}, nil
	}
	a, d, err := g.Declaration(l)
	if err != nil {
		return Preview{}, err
	}
	first, err := g.PreviewAction(a, &d)
	if err != nil || d.Beside == nil {
		return first, err
	}
	p, err := g.PreviewAction(a, d.Beside)
	p.First = &first
	return p, err
}

// Departure is where an actor is to go, and by which activity.
type Departure struct {
	Who   *rules.Actor
	Going *rules.Going // nil for nowhere in particular
	To    string       // the destination, as it is told
	By    *rules.Activity
}

// Pace returns the activity by which a line sets an actor going; nil for other lines.
func (g *Game) Pace(line string) *rules.Activity {
	l, err := g.Parse(line)
	if err != nil {
		return nil
	}
	x, _ := g.departure(&l)
	return x.By
}

// departure returns how an actor takes up a pace by a line: `move kira to grell running`, `flee`, or `do kira running` in its
// own turn. ok is false for other lines.
func (g *Game) departure(l *Line) (x Departure, ok bool) {
	if departs := g.VerbOf(l).Departs; departs != nil {
		return departs(g, l)
	}
	return x, false
}

// setsOff returns the declaration by which an actor takes up the pace of a line such as `move kira to grell running`. ok is false for
// other lines, and where no action begins the pace.
func (g *Game) setsOff(l *Line) (x Departure, d rules.Doing, ok bool) {
	if x, ok = g.departure(l); ok {
		d, ok = x.Who.Beginning(g.State, x.By)
	}
	return x, d, ok
}

// earliest returns the first count at which an actor can be where it goes; 0 if it goes nowhere, or comes no nearer.
func (g *Game) earliest(x Departure) float64 {
	s, err := g.atFullPace(x)
	if err != nil || x.Going == nil {
		return 0
	}
	if j, ok := g.Rules.JourneyOf(s, s.Find(x.Who.Key)); ok && !math.IsInf(j.At, 1) {
		return j.At
	}
	return 0
}

// oddsOf returns the odds of everything that one action can result in, with these answers, as texts.
func (g *Game) oddsOf(a *rules.Actor, d rules.Doing, texts []string, all bool) (LineOdds, error) {
	if err := g.Rules.CheckPossible(g.State, a.Key, d); err != nil {
		return LineOdds{}, err
	}
	answers, landing := map[string]string{}, g.atLanding(a, &d)
	with := func(byKey map[string]string) (*rules.ActionOdds, error) {
		return g.Rules.OddsAfter(landing, a.Key, d, byKey, nil, g.Stale)
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
	o.Replies = RepliesTo(answered, answers)
	o.Answers, err = AnswersTo(odds, o.Replies, answers, with, func(list []Answered, of func(*Answered) error) (err error) {
		for i := range list {
			err = cmp.Or(err, of(&list[i]))
		}
		return err
	})
	return o, err
}

// Heading returns the key of the actor for whom a line such as `move kira to grell running` sets out, or "" for another line.
func (g *Game) Heading(text string) string {
	l, err := g.Parse(text)
	if err != nil || l.Verb != "move" {
		return ""
	}
	if at := slices.Index(l.Words, "to"); at >= 0 && at+1 < len(l.Words) {
		if whom, err := g.Actor(l.Words[at+1]); err == nil {
			return whom.Key
		}
	}
	return ""
}

// atFullPace returns the state in which an actor moves at its full pace at once.
func (g *Game) atFullPace(x Departure) (*rules.State, error) {
	d, err := g.Rules.ByHand(g.State, rules.Known{}, func(h *rules.ByHand) {
		h.Begin(x.Who.Key, x.By)
		if x.Going != nil {
			h.Emit(rules.Event{Kind: rules.EventPlace, Who: x.Who.Key, Value: x.Who.Place, Going: x.Going})
		}
	})
	if err != nil {
		return nil, err
	}
	return g.Rules.Apply(g.State, d.Events)
}
