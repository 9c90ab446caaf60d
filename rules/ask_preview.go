package rules

import (
	"cmp"
	"math/big"
	"slices"
)

// Previews of an action before it is declared: its chance, prices and options, without rolling dice or changing the state. The roller of a
// preview is previewRoller (run_roller.go), which stops the run at the actor's first roll. If that roll depends on earlier dice, an
// explorer (odds_explorer.go) follows all of their results instead. A filter skill limits the rank of other skills in some situations
// (def_filter.go). A Filter is a check on one, rolled before the roll that the skill limits.

// CheckPreview is a roll before it is made: its chance, terms and notice. If dice are rolled before it, the chance and its terms are
// averages over all results of these dice, and Least and Most are the lowest and highest chance; else both equal the chance.
type CheckPreview struct {
	Chance   float64 // number to roll against: per cent, or a target number
	Least    float64 // lowest chance over all results of the dice rolled before it
	Most     float64 // highest chance over all results of the dice rolled before it
	Notice   string  // text to show before the roll, or the range of a chance that varies; "" for none
	Terms    []Term  // parts that add up to the chance
	Versus   string  // number of dice and target of a throw; "" for other checks
	KeptDice string  // text that explains which of several plain dice count; "" if all count
	Skill    string  // label of the skill used; "" for none
	Check    *Check  // check that is rolled

	Scenery bool // whether facts of the scene are unknown, so that the chance ignores them
	Unknown bool // whether facts of the other actor that would count are unknown, so that the chance ignores them

	Filters []Filter       // checks on filter skills before it, in order
	Ways    []FilterBranch // rolls by result of the filters; nil if there are no filters

	frame       *Frame    // frame with the numbers of the check
	shares      []float64 // probabilities of the degrees if dice are rolled before it; nil otherwise
	made        float64   // probability that it succeeds, if dice are rolled before it
	numbersVary bool      // whether its numbers vary with dice rolled before it
}

// Filter is a check on a filter skill. If it succeeds, the skill doesn't limit the rank of the roll after it.
type Filter struct {
	Skill *Skill        // filter skill
	Roll  *CheckPreview // odds if all earlier filter checks succeed
}

// FilterBranch is a roll after one combination of results of the filter checks.
type FilterBranch struct {
	Lifted      []*Skill      // filter skills that no longer limit this use, since checks on them succeeded
	Probability float64       // probability of the combination, 0 to 1
	Roll        *CheckPreview // roll with the limits that remain
	weight      *big.Rat      // Probability as an exact fraction
}

// ActionPreview describes an action before it is declared: the chance of its first roll with every term, its time and its prices.
type ActionPreview struct {
	Roll    *CheckPreview   // actor's first roll; nil if the actor doesn't roll
	Action  *Action         // action as the rules define it
	Tool    *Item           // tool that the action is done with; nil for none
	Time    []Term          // parts that add up to Counts
	Counts  float64         // time that it takes, in counts
	Points  float64         // most speed points that the actor can spend on the action
	Options []OptionPreview // situations that can be ticked
	Limited bool            // whether a filter skill limits the rank
	Prices  []Price         // prices paid when it is declared; nil for none
	Ends    *ActionOdds     // results of an action with dice but no check of the actor; nil for others
}

// CheckOptions returns an error if an option of d doesn't apply to the action.
func (p *ActionPreview) CheckOptions(rs *Ruleset, d *OngoingAction) error {
	for _, option := range d.Options {
		offered := slices.ContainsFunc(p.Options, func(o OptionPreview) bool { return o.Name == option.Situation })
		if situation, ok := rs.Situations.Get(option.Situation); ok && !offered {
			if len(situation.For) == 0 {
				return refuse("%s isn't possible here. Remove it.", situation.Label)
			}
			return refuse("%s doesn't apply: it's for %s. Remove it.", situation.Label, situation.rollWords(rs))
		}
	}
	return nil
}

// CheckPoints returns an error if d spends more points than the actor has for the action.
func (p *ActionPreview) CheckPoints(a *Actor, d *OngoingAction) error {
	if d.Points > p.Points {
		return refuse("%s has %s points for this.", a.Name, formatNumber(p.Points))
	}
	return nil
}

// OptionPreview is a situation that can be ticked, with the change to the roll from ticking or unticking it while the other ticks stay.
type OptionPreview struct {
	*Situation
	Gives   string // changes in words: “DF −2, time × 1½”
	Untimed string // Gives without changes of the action's time
}

// checkPreview returns the preview of a roll that an explorer reached in several branches: averages over the dice rolled before it.
func (first *firstRoll) checkPreview(rs *Ruleset) *CheckPreview {
	p := &CheckPreview{Chance: first.minimum, Least: first.minimum, Most: first.maximum, Notice: first.notice, Terms: first.terms.averages(first.reached),
		Versus: first.check.versusText(&first.chk), KeptDice: cmp.Or(first.dice, first.check.describeKeptDice(first.chk.dice)),
		Skill: first.skill, Check: first.check, frame: rs.newFrame(nil), made: trimShare(first.made / first.reached), numbersVary: first.varies}
	p.frame.chk = first.chk
	if p.Varies() {
		p.Chance = TrimNoise(first.chanceSum / first.reached)
		p.Notice = "on average: from " + formatNumber(p.Least) + " to " + formatNumber(p.Most) + ", depending on the rolls before it"
	}
	for _, share := range first.shares {
		p.shares = append(p.shares, trimShare(share/first.reached))
	}
	return p
}

// Preview previews an action without rolling dice. Questions without an answer in answers count as unanswered.
func (rs *Ruleset) Preview(s *State, who string, d OngoingAction, answers map[string]string) (ActionPreview, error) {
	return previewAction(rs, s, who, d, answers, true)
}

// PlainPreview previews an action for a long list. It lists the options only if one of them is ticked, and omits the changes that options
// make.
func (rs *Ruleset) PlainPreview(s *State, who string, d OngoingAction) (ActionPreview, error) {
	return previewAction(rs, s, who, d, nil, false)
}

// previewAction returns the preview of action d by the actor with key who: its first check without dice, its time and its prices. If
// withChanges is set, it lists the options and describes what each one changes; otherwise it lists them only if one is ticked. answers are
// the answers given so far.
func previewAction(rs *Ruleset, s *State, who string, d OngoingAction, answers map[string]string, withChanges bool) (ActionPreview, error) {
	r := rs.newRun(s, DecisionInput{Answers: answers})
	r.record = true
	roller := &previewRoller{playRoller: playRoller{r}, preview: &CheckPreview{}}
	defer func() {
		if !roller.inUse { // the preview doesn't refer to the run's memory
			r.release()
		}
	}()
	r.roller = roller
	m, err := r.prepareAct(who, &d)
	if err != nil {
		return ActionPreview{}, err
	}
	f, action := m.f, m.action
	roller.actor = f.sides[0].actor
	preview := ActionPreview{Action: action, Tool: f.sides[0].tool, Points: rs.skillPoints(f), Prices: action.cost.listPrices(f)}
	if withChanges || len(d.Options) > 0 {
		preview.Options = tickableOptions(rs, f)
	}
	if rs.Order.excess != nil {
		preview.Points += f.sides[0].actor.PoolValue(rs.Order.excess)
	}
	preview.Limited = len(f.filterSkills()) > 0
	f.average = true // a time with dice is shown as its average
	preview.Counts = action.duration(rs, f, d.Points, &r.trace)
	preview.Time = r.trace.endList(0)
	f.average = false
	m.declareAtOnce()
	m.runBody()
	switch {
	case r.err != nil:
		return ActionPreview{}, r.err
	case roller.isUncertain || len(roller.preview.Ways) > 0: // the roll depends on earlier dice or on filters
		o, err := rs.exploreAction(s, who, d, answers, &explorer{wantsTerms: true})
		if err != nil {
			return ActionPreview{}, err
		}
		if preview.Roll = o.Roll; o.Roll == nil {
			preview.Ends = o
		}
		if !roller.isUncertain {
			preview.Roll.Filters, preview.Roll.Ways = roller.preview.Filters, roller.preview.Ways
		}
	case r.stopped:
		preview.Roll = roller.preview
		if rollFrame := roller.frame; rollFrame.sides[0].action == action { // not the frame of an answer, where ticks don't apply
			f = rollFrame
		}
	}
	if preview.Roll != nil {
		preview.Roll.Unknown, preview.Roll.Scenery = r.unknown.wasRead(), rs.hidesScene(s)
	}
	if withChanges {
		r.describeOptions(f, preview.Options)
	}
	return preview, nil
}

// tickableOptions returns the situations that can be ticked in a frame, the situations of its task first.
func tickableOptions(rs *Ruleset, f *Frame) (list []OptionPreview) {
	if task := f.sides[0].task; task != nil {
		for i := range task.Situations {
			list = append(list, OptionPreview{Situation: &task.Situations[i].Value})
		}
	}
	for _, situation := range rs.Situations.All {
		if situation.canTick(f, situation.Ask.InitialNumber()) {
			list = append(list, OptionPreview{Situation: situation})
		}
	}
	return list
}
