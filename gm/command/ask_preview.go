package command

import (
	"cmp"
	"math"
	"slices"

	"hybrid/rules"
)

// The effects of a line before any die is rolled, for lists and pages. ask_lineodds.go computes the odds of its results. Counts are the
// game's units of time in a fight; at rest, no one takes turns. A departure is the beginning of an actor's movement, at a pace such as
// running, to a destination.

// Preview describes the effects of a line before it is carried out. If the line declares nothing, most fields are zero.
type Preview struct {
	Doing         *rules.OngoingAction // declared action; nil if the line declares nothing
	Who           string               // key of the actor
	Whom          string               // key of the target; "" for none
	Action        *rules.Action        // action in the rules, set also for a check or a task; nil if the line declares nothing
	Check         *rules.CheckPreview  // check of the actor; nil if there is none
	Odds          []rules.Odd          // odds of each degree of the check; nil without one
	Time          []rules.Term         // terms that add up to the duration
	Counts        float64              // duration, in counts
	At            float64              // count at which it takes effect
	Options       []Option             // options that can be ticked
	IsRankLimited bool                 // whether a filter skill limits the rank of the skill used
	Points        float64              // number of points that could be spent to act sooner
	Tool          string               // name of the tool used; "" if there is none
	Tools         []Completion         // tools that could be used; nil if the action uses none
	Prices        []rules.Price        // points that it costs, by pool
	ResultOdds    *rules.ActionOdds    // odds of its results if it rolls dice without a check of the actor; otherwise nil
	Arrival       float64              // count of arrival, the earliest possible one if Action has to start the pace; 0 if the line goes nowhere
	Others        []Preview            // previews of the other actors in a check by several; nil for one actor
	First         *Preview             // first of two simultaneous actions, if this is the second; otherwise nil
}

// Option is a situation, or a choice of skill, that can be ticked for an action.
type Option struct {
	Name            string       // name at the prompt
	Label           string       // text to show
	Hint            string       // effect in a few words
	HintWithoutTime string       // Hint without the part about time
	Also            []string     // aliases with which it can be found
	Ask             string       // value that it asks for, in words; "" if it asks for none
	Bounds          string       // range of the number that it asks for; "" if any number is allowed, or no number is needed
	Rows            []Completion // rows of a table to choose from; nil if it asks for none
	Question        *rules.Ask   // question that it asks; nil for none
	Ticked          bool         // whether it is ticked
}

// Preview computes the effects of a line without rolling or changing anything. It accepts a line even if the actor's turn has not come, but
// refuses one that can't be declared for any other reason. For two simultaneous actions it returns the second, with the first in First. At
// rest, only an action with a target takes time.
func (g *Game) Preview(text string) (Preview, error) {
	l, others, err := g.parseEach(text)
	if err != nil {
		return Preview{}, err
	}
	p, err := g.previewLine(&l)
	for i := range others {
		if other, otherErr := g.previewLine(&others[i]); otherErr == nil {
			p.Others = append(p.Others, other)
		}
	}
	return p, err
}

// previewLine previews a line of one actor; see Preview.
func (g *Game) previewLine(l *Line) (Preview, error) {
	p, err := g.previewInTurn(l)
	if g.AtRest() && l.IsDeclaration() && !l.IsPossibleAtRest() && (l.Action == nil || !l.Action.Whom) {
		p.Counts, p.At, p.Time, p.Points = 0, p.At-p.Counts, nil, 0 // it takes effect at once
	}
	return p, err
}

// AllChecks returns the keys and the checks of all actors who make one, the first actor of the line first.
func (p *Preview) AllChecks() (who []string, checks []*rules.CheckPreview) {
	for _, preview := range append([]Preview{*p}, p.Others...) {
		if preview.Check != nil {
			who, checks = append(who, preview.Who), append(checks, preview.Check)
		}
	}
	return who, checks
}

// previewInTurn previews a line with the time that it takes in a fight, even at rest.
func (g *Game) previewInTurn(l *Line) (Preview, error) {
	if x, ok := g.departureOf(l); ok {
		p, err := Preview{At: g.State.Count}, error(nil)
		if d, ok := x.Who.DeclarationToBegin(g.State, x.PaceActivity); ok { // an action starts the pace
			p, err = g.PreviewAction(x.Who, &d)
		}
		p.Arrival = g.earliestArrival(x)
		return p, err
	}
	if !l.IsDeclaration() {
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
	Who             *rules.Actor       // actor that moves
	Going           *rules.Destination // destination; nil for a pace without one
	DestinationText string             // destination as text; "" without one
	PaceActivity    *rules.Activity    // activity that is the pace, such as running
}

// Pace returns the activity, such as running, with which a line starts to move an actor, or nil for other lines.
func (g *Game) Pace(line string) *rules.Activity {
	l, err := g.Parse(line)
	if err != nil {
		return nil
	}
	x, _ := g.departureOf(&l)
	return x.PaceActivity
}

// departureOf returns the departure that a line begins, such as `move kira to grell running`, `flee`, or `do kira running` in the actor's
// own turn. ok is false for other lines.
func (g *Game) departureOf(l *Line) (x Departure, ok bool) {
	if departure := g.VerbOf(l).Departure; departure != nil {
		return departure(g, l)
	}
	return x, false
}

// declareDeparture returns the departure that a line begins, and d, the action with which the actor starts its pace. ok is false for other
// lines, and if the pace needs no action.
func (g *Game) declareDeparture(l *Line) (x Departure, d rules.OngoingAction, ok bool) {
	if x, ok = g.departureOf(l); ok {
		d, ok = x.Who.DeclarationToBegin(g.State, x.PaceActivity)
	}
	return x, d, ok
}

// earliestArrival returns the first count at which the actor of a departure can arrive, or 0 if it has no destination or gets no nearer to
// it.
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

// oddsOfAction returns the odds of all results of action d by actor a. texts holds the answers to its questions, in order. all is as in
// LineOdds.
func (g *Game) oddsOfAction(a *rules.Actor, d rules.OngoingAction, texts []string, all bool) (LineOdds, error) {
	if err := g.Rules.CheckPossible(g.State, a.Key, d); err != nil {
		return LineOdds{}, err
	}
	answers, landing := map[string]string{}, g.stateAtLanding(a, &d)
	oddsWith := func(answers map[string]string) (*rules.ActionOdds, error) {
		return g.Rules.OddsAfterDice(landing, a.Key, d, answers, nil, g.Stale)
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
	preview, err := g.Rules.Preview(landing, a.Key, d, answers)
	if err != nil {
		return LineOdds{}, err
	}
	if o.Worths, err = odds.Contributions(g.Rules, preview.Roll); err != nil {
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

// MoveTarget returns the key of the actor that the mover in a line moves toward, such as grell in `move kira to grell running`, or "" for
// other lines.
func (g *Game) MoveTarget(text string) string {
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

// stateAtFullPace returns the state in which the actor of a departure has started and reached its full pace at once.
func (g *Game) stateAtFullPace(x Departure) (*rules.State, error) {
	d, err := g.Rules.DecideManually(g.State, rules.DecisionInput{}, func(h *rules.ManualChanges) {
		h.BeginActivity(x.Who.Key, x.PaceActivity)
		if x.Going != nil {
			h.Emit(rules.Event{Kind: rules.EventPlace, Who: x.Who.Key, Value: x.Who.Place, Going: x.Going})
		}
	})
	if err != nil {
		return nil, err
	}
	return g.Rules.Apply(g.State, d.Events)
}
