package command

import (
	"cmp"
	"math"
	"slices"

	"hybrid/rules"
)

// The effects of a line before any die is rolled, for lists and pages. ask_lineodds.go computes the odds of its results.

// Preview describes the effects of a line without doing it.
type Preview struct {
	Doing   *rules.OngoingAction // nil if the line declares nothing
	Who     string               // key of the actor
	Whom    string               // key of the target; empty for none
	Action  *rules.Action        // action, also of a check or a task; nil if the line declares nothing
	Check   *rules.CheckPreview  // actor's check; nil if there is none
	Odds    []rules.Odd          // probability of each degree of the check
	Time    []rules.Term         // terms of the duration
	Counts  float64              // duration in counts
	At      float64              // count at which it takes effect
	Options []Option             // options that can be ticked
	Limited bool                 // whether a filter skill limits the rank of the skill used
	Points  float64              // points that could be spent to be faster
	Tool    string               // tool used; empty if there is none
	Tools   []Completion         // tools that could be used
	Prices  []rules.Price        // costs in pools
	Ends    *rules.ActionOdds    // odds of its results if it rolls dice without a check of the actor; otherwise nil
	There   float64              // count of arrival, the earliest one if the pace requires rolls (Action); 0 if the line goes nowhere
	Others  []Preview            // previews of the other actors in a check by several; nil for one actor
	First   *Preview             // first of two simultaneous actions, if this is the second; otherwise nil
}

// Option is a situation that can be ticked for an action.
type Option struct {
	Name    string
	Label   string
	Hint    string       // its effect in a few words
	Untimed string       // hint without the part about time
	Also    []string     // aliases by which it is found
	Ask     string       // value that it asks for; empty if it asks for none
	Bounds  string       // range of that number; empty if any number is allowed, or no number is needed
	Rows    []Completion // rows to choose from; nil if it asks for none
	Of      *rules.Ask   // question that it asks; nil for none
	Ticked  bool         // whether it is ticked
}

// Preview computes the effects of a line without rolling or changing anything. It also previews lines of actors whose turn has not come;
// lines that can't be declared for another reason are refused. Of two simultaneous actions it returns the second. At rest, only an action
// with a target takes time.
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

// Each returns the checks of all actors who make one, with the first actor in front.
func (p *Preview) Each() (who []string, checks []*rules.CheckPreview) {
	for _, preview := range append([]Preview{*p}, p.Others...) {
		if preview.Check != nil {
			who, checks = append(who, preview.Who), append(checks, preview.Check)
		}
	}
	return who, checks
}

// previewInTurn previews a line with the time it takes in a fight.
func (g *Game) previewInTurn(l *Line) (Preview, error) {
	if x, ok := g.departureOf(l); ok {
		p, err := Preview{At: g.State.Count}, error(nil)
		if d, ok := x.Who.DeclarationToBegin(g.State, x.By); ok { // an action starts the pace
			p, err = g.PreviewAction(x.Who, &d)
		}
		p.There = g.earliestArrival(x)
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

// Departure is the beginning of an actor's movement: its new destination and pace.
type Departure struct {
	Who   *rules.Actor
	Going *rules.Destination // nil if it has no destination
	To    string             // destination, as it is shown
	By    *rules.Activity    // pace
}

// Pace returns the activity with which a line starts to move an actor, or nil for other lines.
func (g *Game) Pace(line string) *rules.Activity {
	l, err := g.Parse(line)
	if err != nil {
		return nil
	}
	x, _ := g.departureOf(&l)
	return x.By
}

// departureOf returns the departure of a line such as `move kira to grell running`, `flee`, or `do kira running` in the actor's own turn.
// ok is false for other lines.
func (g *Game) departureOf(l *Line) (x Departure, ok bool) {
	if departs := g.VerbOf(l).Departure; departs != nil {
		return departs(g, l)
	}
	return x, false
}

// declareDeparture returns the declaration with which an actor starts the pace of a line such as `move kira to grell running`. ok is
// false for other lines, and if no action starts the pace.
func (g *Game) declareDeparture(l *Line) (x Departure, d rules.OngoingAction, ok bool) {
	if x, ok = g.departureOf(l); ok {
		d, ok = x.Who.DeclarationToBegin(g.State, x.By)
	}
	return x, d, ok
}

// earliestArrival returns the first count at which an actor can arrive, or 0 if it goes nowhere or gets no nearer.
func (g *Game) earliestArrival(x Departure) float64 {
	s, err := g.stateAtFullPace(x)
	if err != nil || x.Going == nil {
		return 0
	}
	if j, ok := g.Rules.JourneyOf(s, s.Find(x.Who.Key)); ok && !math.IsInf(j.At, 1) {
		return j.At
	}
	return 0
}

// oddsOfAction returns the odds of all results of one action with the answers in texts. all is as in LineOdds.
func (g *Game) oddsOfAction(a *rules.Actor, d rules.OngoingAction, texts []string, all bool) (LineOdds, error) {
	if err := g.Rules.CheckPossible(g.State, a.Key, d); err != nil {
		return LineOdds{}, err
	}
	answers, landing := map[string]string{}, g.stateAtLanding(a, &d)
	oddsWith := func(answers map[string]string) (*rules.ActionOdds, error) {
		return g.Rules.OddsAfter(landing, a.Key, d, answers, nil, g.Stale)
	}
	answered, err := AnswersByKey(g.Rules, answers, texts, oddsWith)
	if err != nil {
		return LineOdds{}, err
	}
	odds, err := oddsWith(answers)
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
	o.Answers, err = AnswersTo(odds, o.Replies, answers, oddsWith, func(list []AnswerOdds, setOdds func(*AnswerOdds) error) (err error) {
		for i := range list {
			err = cmp.Or(err, setOdds(&list[i]))
		}
		return err
	})
	return o, err
}

// Heading returns the key of the actor to whom a line such as `move kira to grell running` leads, or "" for other lines.
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

// stateAtFullPace returns the state in which an actor moves at its full pace at once.
func (g *Game) stateAtFullPace(x Departure) (*rules.State, error) {
	d, err := g.Rules.DecideManually(g.State, rules.DecisionInput{}, func(h *rules.ManualChanges) {
		h.BeginActivity(x.Who.Key, x.By)
		if x.Going != nil {
			h.Emit(rules.Event{Kind: rules.EventPlace, Who: x.Who.Key, Value: x.Who.Place, Going: x.Going})
		}
	})
	if err != nil {
		return nil, err
	}
	return g.Rules.Apply(g.State, d.Events)
}
