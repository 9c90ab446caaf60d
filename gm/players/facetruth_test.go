package players

import (
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"strings"

	"hybrid/gm/logtext"
	"hybrid/rules"
)

// What the engine rolls against, found by rolling each face of a die: the truth that TestFacesAgree holds faces to.

// truth is the first check of an actor.
type truth struct {
	chance  float64 // the number compared
	share   float64 // of all throws that make it, in per cent
	die     int
	made    map[int]bool // by face
	again   map[int]bool // faces that are rolled again
	alone   map[int]bool // faces of which the log compares nothing, since a rule of their own decides
	exact   bool         // of one die, tried with every face
	several bool         // of several dice, so that the share is from a sample
	terms   []rules.Term
}

// rolledIn is a roll, and whether high ones make it.
type rolledIn struct {
	*rules.Outcome
	high    bool
	beside  bool // a die is kept beside its own, and one of them shows the best face, the other the worst
	sampled bool // of several dice, whose likelihood is sampled
}

// probe is dice that show what is said, and else a usual face; it keeps what was asked.
type probe struct {
	shows map[int]int // faces, by the place of the throw
	usual int         // 0 for the middle
	faces []int       // of the dice that were asked for
}

func (p *probe) Roll(faces int, _ string) (int, bool, error) {
	at := len(p.faces)
	p.faces = append(p.faces, faces)
	if f, ok := p.shows[at]; ok && f <= faces {
		return f, true, nil
	}
	if p.usual > 0 {
		return p.usual, true, nil
	}
	return (faces + 1) / 2, true, nil
}

// decide is a decision of the rules.
type decide func(k rules.DecisionInput) (rules.Decision, error)

// decideAll decides with dice that show the given faces, and else the usual one, and no answers where none is given.
func decideAll(do decide, shows map[int]int, answers map[string]string, usual int) (rules.Decision, *probe, error) {
	given := maps.Clone(answers)
	if given == nil {
		given = map[string]string{}
	}
	for range 40 {
		p := &probe{shows: shows, usual: usual}
		d, err := do(rules.DecisionInput{Dice: p, Answers: given})
		var need *rules.Need
		if errors.As(err, &need) && need.Die == 0 {
			given[need.Key] = need.DefaultAnswer()
			continue
		}
		return d, p, err
	}
	return rules.Decision{}, nil, errors.New("endless")
}

// firstCheck returns the first check of who, and how many dice were thrown before it.
func firstCheck(d *rules.Decision, who string) (before int, o *rules.Outcome) {
	for i := range d.Outcomes {
		o := &d.Outcomes[i]
		if o.Kind == "check" && o.Who == who {
			return before, o
		}
		before += len(o.Dice)
	}
	return before, nil
}

// truthOf rolls the first check of who with every face, and returns the rolls for the faces of a log. ok is false for no check.
func truthOf(do decide, who string) (tr truth, rolled []rolledIn, ok bool) {
	d, p, err := decideAll(do, nil, nil, 0)
	if err != nil {
		return tr, nil, false
	}
	at, o := firstCheck(&d, who)
	if o == nil || at >= len(p.faces) || len(o.Dice) == 0 {
		return tr, nil, false
	}
	tr = truth{chance: o.Chance, terms: o.Terms, die: p.faces[at], made: map[int]bool{}}
	if o.Throw != "" {
		tr.share, tr.several = o.Chance, true
		return tr, nil, true
	}
	inAll := 0
	for i := range d.Outcomes {
		inAll += len(d.Outcomes[i].Dice)
	}
	if len(o.Dice) > 1 || len(d.Dice) > inAll {
		tr.share, tr.several = sampled(do, who), true
		lowest, highest := map[int]int{}, map[int]int{}
		for i := at; i < min(at+len(o.Dice), len(p.faces)); i++ {
			lowest[i], highest[i] = 1, p.faces[i]
		}
		high := marginWith(do, who, highest) > marginWith(do, who, lowest)
		rolled = append(rolled, rolledIn{o, high, false, true})
		for _, shows := range []map[int]int{{at: p.faces[at], at + 1: 1}, {at: 1, at + 1: p.faces[len(p.faces)-1] - 1}} {
			if d, _, err := decideAll(do, shows, nil, 0); err == nil && len(o.Dice) == 2 && p.faces[at] != p.faces[at+1] {
				if _, o := firstCheck(&d, who); o != nil {
					rolled = append(rolled, rolledIn{o, high, true, false})
				}
			}
		}
		return tr, rolled, true
	}
	tr.again, tr.alone = map[int]bool{}, map[int]bool{}
	least, most := 0, 0 // faces that make it, by what follows those that are rolled again
	for face := 1; face <= tr.die; face++ {
		d, _, err := decideAll(do, map[int]int{at: face}, nil, 0)
		if err != nil {
			return tr, nil, false
		}
		_, o := firstCheck(&d, who)
		if o == nil {
			continue
		}
		rolled = append(rolled, rolledIn{Outcome: o})
		tr.alone[face] = !strings.ContainsAny(logtext.FormatRoll(o), "≤≥<>")
		switch tr.made[face], tr.again[face] = o.Success, len(o.Dice) > 1; {
		case tr.again[face]:
			most++
		case o.Success:
			least, most = least+1, most+1
		}
	}
	for i := range rolled {
		rolled[i].high = rolled[len(rolled)-1].Margin > rolled[0].Margin
	}
	part := 100 / float64(tr.die)
	tr.exact, tr.share = true, min(max(100*o.Likely, part*float64(least)), part*float64(most))
	return tr, rolled, true
}

// marginWith returns the margin of the first check of who where dice show the given faces; NaN without one.
func marginWith(do decide, who string, shows map[int]int) float64 {
	d, _, err := decideAll(do, shows, nil, 0)
	if err != nil {
		return math.NaN()
	}
	if _, o := firstCheck(&d, who); o != nil {
		return o.Margin
	}
	return math.NaN()
}

// sampled returns how often the first check of who is made in 500 throws, in per cent; NaN if it can't be rolled.
func sampled(do decide, who string) float64 {
	made, n := 0, 500
	dice := &randomDice{nil, rand.New(rand.NewPCG(1, 2))}
	for range n {
		d, err := do(rules.DecisionInput{Dice: dice, Choose: func(*rules.Actor, rules.Offer) int { return -1 }})
		if err != nil {
			return math.NaN()
		}
		if _, o := firstCheck(&d, who); o != nil && o.Success {
			made++
		}
	}
	return 100 * float64(made) / float64(n)
}

// randomDice show the given faces first.
type randomDice struct {
	first []int
	rng   *rand.Rand
}

func (d *randomDice) Roll(faces int, _ string) (face int, typed bool, err error) {
	if len(d.first) > 0 {
		face, d.first = d.first[0], d.first[1:]
		return face, true, nil
	}
	return 1 + d.rng.IntN(faces), false, nil
}
