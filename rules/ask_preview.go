package rules

import (
	"cmp"
	"math/big"
	"slices"
)

// An action before it is declared: its chance, prices and options, without dice and without a change. The roller of a preview
// is unrolled (run_roller.go).

// CheckPreview is a roll before it is made: its chance, why, and what must be said first. Where dice fall before it, the
// chance and its terms are averages over all ways they may fall, and Least and Most are the lowest and highest chance;
// else these are the chance.
type CheckPreview struct {
	Chance   float64
	Least    float64
	Most     float64
	Notice   string // what must be said before the roll; where the chance varies, between what
	Terms    []Term
	Versus   string // of a check that throws: how many dice against what
	KeptDice string // of a check that rolls several plain dice: which of them count, and why several are rolled
	Skill    string
	Check    *Check

	Scenery bool // what holds in the scene is not known
	Unknown bool // something of the other one that counts is not known, and left out

	Filters []Filter       // checks on filter skills that come before it, in order
	Ways    []FilterBranch // the roll by which of these are made; none without them

	at     *Frame    // with the numbers of the check
	shares []float64 // of the degrees, where dice fall before it
	made   float64   // likewise that it is made
	mixed  bool      // likewise: its numbers are not always the same
}

// Filter is a check on a filter skill before another roll.
type Filter struct {
	Skill *Skill
	Roll  *CheckPreview // with all before it made
}

// FilterBranch is a roll after the checks on filter skills went in one way.
type FilterBranch struct {
	Lifted      []*Skill // those that were made
	Probability float64
	Roll        *CheckPreview
	weight      *big.Rat // the probability
}

// ActionPreview is what an action would be, before it is declared: the chance of its first roll with every term, and how
// its time adds up.
type ActionPreview struct {
	Roll    *CheckPreview // nil for an action without a roll of one's own
	Action  *Action
	Tool    *Item
	Time    []Term
	Counts  float64
	Points  float64 // that could be spent on it
	Options []OptionPreview
	Limited bool        // a filter skill limits the rank
	Prices  []Price     // what it costs when it is declared
	Ends    *ActionOdds // what it comes to, where dice fall and the one who acts makes no check
}

// CheckOptions refuses an action with a situation that does not go with it.
func (p *ActionPreview) CheckOptions(rs *Ruleset, d *Doing) error {
	for _, option := range d.Options {
		offered := slices.ContainsFunc(p.Options, func(o OptionPreview) bool { return o.Name == option.Situation })
		if situation, ok := rs.Situations.Get(option.Situation); ok && !offered {
			if len(situation.For) == 0 {
				return refuse("%s isn't possible here. Remove it.", situation.Label)
			}
			return refuse("%s doesn't apply: it's for %s. Remove it.", situation.Label, situation.aboutWords(rs))
		}
	}
	return nil
}

// CheckPoints refuses an action that more points are spent on than the actor has for it.
func (p *ActionPreview) CheckPoints(a *Actor, d *Doing) error {
	if d.Points > p.Points {
		return refuse("%s has %s points for this.", a.Name, formatNumber(p.Points))
	}
	return nil
}

// OptionPreview is a situation that may be ticked, and what that would change in the roll, beside what is ticked already.
type OptionPreview struct {
	*Situation
	Gives   string
	Untimed string // Gives without what it does to the time that the action takes
}

// preview returns the roll as it is before any die has fallen.
func (first *firstRoll) preview(rs *Ruleset) *CheckPreview {
	p := &CheckPreview{Chance: first.minimum, Least: first.minimum, Most: first.maximum, Notice: first.notice, Terms: first.terms.list(first.reached),
		Versus: first.check.versus(&first.chk), KeptDice: cmp.Or(first.dice, first.check.keptDice(first.chk.dice)),
		Skill: first.skill, Check: first.check, at: rs.frame(nil), made: trimShare(first.made / first.reached), mixed: first.mixed}
	p.at.chk = first.chk
	if p.Varies() {
		p.Chance = TrimNoise(first.mean / first.reached)
		p.Notice = "on average: from " + formatNumber(p.Least) + " to " + formatNumber(p.Most) + ", depending on the rolls before it"
	}
	for _, share := range first.shares {
		p.shares = append(p.shares, trimShare(share/first.reached))
	}
	return p
}

// Preview works an action out without rolling anything. Answers that are known count, others are taken as none.
func (rs *Ruleset) Preview(s *State, who string, d Doing, answers map[string]string) (ActionPreview, error) {
	return previewed(rs, s, who, d, answers, true)
}

// PlainPreview previews an action for a long list. It lists the options only if one of them is ticked, and never says what an option
// changes.
func (rs *Ruleset) PlainPreview(s *State, who string, d Doing) (ActionPreview, error) {
	return previewed(rs, s, who, d, nil, false)
}

// previewed works out the first check of the action d of who without dice: its chance and its prices. It lists the options if one of
// them is ticked or gives is set; if gives is set, it also says what each option changes. answers holds the player's choices so far.
func previewed(rs *Ruleset, s *State, who string, d Doing, answers map[string]string, gives bool) (ActionPreview, error) {
	r := rs.run(s, Known{Answers: answers})
	r.record = true
	previewRoller := &unrolled{thrown: thrown{r}, preview: &CheckPreview{}}
	defer func() {
		if !previewRoller.keeps {
			r.over()
		}
	}()
	r.roller = previewRoller
	m, err := r.setting(who, &d)
	if err != nil {
		return ActionPreview{}, err
	}
	f, action := m.f, m.action
	previewRoller.of = f.sides[0].actor
	preview := ActionPreview{Action: action, Tool: f.sides[0].tool, Points: rs.points(f), Prices: action.cost.prices(f)}
	if gives || len(d.Options) > 0 {
		preview.Options = ticks(rs, f)
	}
	if rs.Order.excess != nil {
		preview.Points += f.sides[0].actor.Now(rs.Order.excess)
	}
	preview.Limited = len(f.filters()) > 0
	f.average = true
	preview.Counts = action.lasts(rs, f, d.Points, &r.trace)
	preview.Time = r.trace.end(0)
	f.average = false
	m.unsaid()
	m.body()
	switch {
	case r.err != nil:
		return ActionPreview{}, r.err
	case previewRoller.unsure || len(previewRoller.preview.Ways) > 0:
		o, err := rs.exploreAction(s, who, d, answers, &explorer{explain: true})
		if err != nil {
			return ActionPreview{}, err
		}
		if preview.Roll = o.Roll; o.Roll == nil {
			preview.Ends = o
		}
		if !previewRoller.unsure {
			preview.Roll.Filters, preview.Roll.Ways = previewRoller.preview.Filters, previewRoller.preview.Ways
		}
	case r.stopped:
		preview.Roll = previewRoller.preview
		if at := previewRoller.at; at.sides[0].action == action { // not that of an answer, which no tick is about
			f = at
		}
	}
	if preview.Roll != nil {
		preview.Roll.Unknown, preview.Roll.Scenery = r.unknown.everRead(), rs.hidesScene(s)
	}
	if gives {
		r.gives(f, preview.Options)
	}
	return preview, nil
}

// ticks returns the situations that can be ticked in a frame, those of its task first.
func ticks(rs *Ruleset, f *Frame) (list []OptionPreview) {
	if task := f.sides[0].task; task != nil {
		for i := range task.Situations {
			list = append(list, OptionPreview{Situation: &task.Situations[i].Value})
		}
	}
	for _, situation := range rs.Situations.All {
		if situation.allowed(f, situation.Ask.Start()) {
			list = append(list, OptionPreview{Situation: situation})
		}
	}
	return list
}
