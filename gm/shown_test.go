package gm

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/gm/logtext"
	"hybrid/rules"
)

// In random fights every number that is shown before a roll is held against the one the roll is then made with: those of
// the preview, of the answers to a question, and of the odds; and whatever comes of it is among what the odds count.
func TestShownIsRolled(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	seeds, steps := 2, 40
	if *long {
		seeds, steps = 30, 200
	}
	compared := map[string]int{}
	for _, name := range []string{campaign.Sample, "cold_lantern"} {
		c := gmtest.Campaign(t, name, nil)
		for seed := range seeds {
			w := newShowing(t, c, uint64(seed), compared)
			for range steps {
				w.step()
				if t.Failed() {
					t.Fatalf("%s, seed %d", name, seed)
				}
			}
		}
	}
	for _, what := range []string{"preview", "odds", "answer", "own roll", "landing", "step", "end"} {
		if compared[what] == 0 {
			t.Errorf("nothing compared: %s, of %v", what, compared)
		}
	}
	t.Log(compared)
}

// Every action of every campaign that comes along, with everything it can be done with, can be foreseen, and its odds
// counted; what is shown is what is rolled.
func TestEveryActionIsForeseen(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	for _, name := range []string{campaign.Sample, "cold_lantern", "heresiarch"} {
		c := gmtest.Campaign(t, name, nil)
		w := newShowing(t, c, 8, map[string]int{})
		for _, e := range c.Encounters() {
			do(t, w.s, "begin "+e.Name)
			actors := w.s.State().Actors
			for i, a := range actors {
				if i > 1 && !*long {
					break
				}
				other := actors[(i+len(actors)/2)%len(actors)]
				for _, action := range c.Rules.Actions.All {
					for _, tool := range action.Tools(a) {
						d := rules.OngoingAction{Action: action.Name, Whom: other.Key, Asked: 2}
						if tool != nil && len(action.With) > 0 {
							d.Tool = tool.Name
						}
						w.perform(a.Key, d)
					}
				}
			}
			do(t, w.s, "finish")
		}
		if w.compared["preview"] < 20 || w.compared["odds"] < 60 {
			t.Errorf("%s: compared %v", name, w.compared)
		}
	}
}

// showing is a random walk that looks at what is shown before each roll.
type showing struct {
	*walk
	compared map[string]int
}

// newShowing is a walk that no journal keeps.
func newShowing(t *testing.T, c *campaign.Campaign, seed uint64, compared map[string]int) *showing {
	s := opened(t, c, "", byte(seed))
	w := &walk{Random: gmtest.Random{Rng: rand.New(rand.NewPCG(seed, 2)), Game: s.Game}, t: t, c: c, seed: seed, s: s}
	return &showing{walk: w, compared: compared}
}

func (w *showing) step() {
	s := w.s.State()
	if s.Running && len(s.Actors) > 1 {
		a := s.Actors[w.Rng.IntN(len(s.Actors))]
		if l, err := w.s.game.Parse(w.Declaration(a)); err == nil && l.IsDeclaration() {
			if who, d, err := w.s.game.Declaration(&l); err == nil {
				w.perform(who.Key, d)
			}
		}
	}
	line := w.Line()
	for s.Running && strings.HasPrefix(line, "undo") || line == "finish" {
		line = "next"
	}
	w.said(line)
}

// perform does something at once and looks whether it comes out as it was shown, without any change.
func (w *showing) perform(who string, d rules.OngoingAction) {
	s, rs, answers := w.s.game.State, w.s.game.Rules, map[string]string{}
	dice := rules.NewSeededDice([32]byte{byte(w.Rng.IntN(256)), byte(w.Rng.IntN(256))})
	for {
		what := fmt.Sprintf("%s %+v, answered %v", who, d, answers)
		preview, err := rs.Preview(s, who, d, answers)
		o, failed := rs.ActionOdds(s, who, d, answers)
		if (err == nil) != (failed == nil) {
			w.t.Errorf("%s: foreseen %v, odds %v", what, err, failed)
		}
		done, refused := rs.Perform(s, who, d, rules.DecisionInput{Dice: dice, Answers: answers})
		var need *rules.Need
		if errors.As(refused, &need) && len(need.Choices) > 0 {
			answers[need.Key] = append(need.Choices, rules.Answer{Name: rules.NoAnswer})[w.Rng.IntN(len(need.Choices)+1)].Name
			continue
		}
		if refused != nil {
			return
		}
		if err != nil {
			w.t.Errorf("%s: it can be done, and not be foreseen: %v", what, err)
			return
		}
		w.roll("preview", what, preview.Roll, who, done.Outcomes)
		if (preview.Roll == nil) != (o.Roll == nil) {
			w.t.Errorf("%s: the preview has a roll: %v; the odds: %v", what, preview.Roll != nil, o.Roll != nil)
		}
		w.odds(what, o, who, done.Outcomes)
		after, err := rs.Apply(s, done.Events)
		if err != nil {
			w.t.Fatal(err)
		}
		w.ends(what, o, s, after)
		if preview.Roll != nil && o.Roll != nil {
			list, _ := preview.Roll.Odds()
			for i, odd := range list {
				if math.Abs(odd.Probability-o.Degrees[i].Probability) > 1e-9 {
					w.t.Errorf("%s: %s %.9f in the preview and %.9f by the odds", what, odd.Name, odd.Probability, o.Degrees[i].Probability)
				}
			}
			w.ticking(what, s, who, d, answers, &preview)
		}
		return
	}
}

// ticking holds the rows of what may be ticked to what ticking does: a DF is five in the hundred.
func (w *showing) ticking(what string, s *rules.State, who string, d rules.OngoingAction, answers map[string]string, preview *rules.ActionPreview) {
	answering := slices.ContainsFunc(slices.Collect(maps.Keys(answers)), func(key string) bool { return strings.HasPrefix(key, who+".") })
	if len(preview.Options) == 0 || preview.Roll.Varies() || answering {
		return // what may be ticked is not about the roll of an answer
	}
	option := preview.Options[w.Rng.IntN(len(preview.Options))]
	var df float64
	if n, _ := fmt.Sscanf(strings.Replace(option.Gives, "−", "-", 1), "DF %g", &df); n != 1 || strings.Contains(option.Gives, ",") ||
		slices.ContainsFunc(d.Options, func(o rules.TickedOption) bool { return o.Situation == option.Name }) ||
		slices.Contains(s.Situations, option.Name) || slices.Contains(s.Find(who).Situations, option.Name) { // what holds already counts no second time
		return
	}
	d.Options = append(slices.Clone(d.Options), rules.TickedOption{Situation: option.Name})
	with, err := w.s.game.Rules.Preview(s, who, d, answers)
	if err != nil || with.Roll.Chance <= 1 || preview.Roll.Chance <= 1 {
		return
	}
	factor := 1.0
	for _, term := range with.Roll.Terms {
		if strings.Contains(term.Label, "factor") || strings.Contains(term.Label, "×½") {
			factor = 0 // what a DF comes to is another matter then
		}
	}
	if change := with.Roll.Chance - preview.Roll.Chance; factor != 0 && math.Abs(change-5*df) > 1e-6 {
		w.t.Errorf("%s: %s gives %s, and ticking it changes the chance by %g", what, option.Name, option.Gives, change)
	}
	w.compared["tick"]++
}

// said says a line, with questions answered at random, and looks whether its rolls are those that were shown.
func (w *showing) said(line string) {
	c, state := command.Command{Line: line, Answers: map[string]string{}}, w.s.State()
	var answer *command.AnswerEffect
	who, landing, said := "", (*rules.ActionPreview)(nil), line
	if u, ok := w.s.game.ActionUnderway(&c); ok {
		who = u.Who
		if line == "next" && !slices.ContainsFunc(state.Actors, func(a *rules.Actor) bool { return a.Open }) {
			if preview, err := w.s.game.Rules.Preview(state, who, u.Doing, nil); err == nil {
				landing, said = &preview, fmt.Sprintf("next: %s %+v", u.Who, u.Doing)
			}
		}
	}
	asked := ""
	for {
		entry, err := w.s.Do(c)
		var need *rules.Need
		if errors.As(err, &need) && len(need.Choices) > 0 {
			list := w.s.game.AnswerEffects(c, need)
			name := append(need.Choices, rules.Answer{Name: rules.NoAnswer})[w.Rng.IntN(len(need.Choices)+1)].Name
			answer, asked = nil, need.Who
			if a, ok := list[name]; ok {
				answer = &a
			}
			c.Answers = maps.Clone(c.Answers)
			c.Answers[need.Key] = name
			continue
		}
		if err != nil || who == "" {
			return
		}
		what := fmt.Sprintf("%s, answered %v", said, c.Answers)
		switch {
		case answer != nil && answer.Odds != nil:
			w.roll("answer", what, answer.Odds.Roll, who, entry.Outcomes)
			w.odds(what, answer.Odds, who, entry.Outcomes)
			if own := answer.Own; own != nil {
				for _, o := range entry.Outcomes {
					if o.Kind == "check" && o.Who == asked && o.Step == own.Step {
						w.within("own roll", what, o.Chance, own.Least, own.Most)
					}
				}
			}
		case landing != nil && asked == "":
			w.roll("landing", what, landing.Roll, who, entry.Outcomes)
		}
		return
	}
}

// roll holds the first roll of an actor, which is no answer to an answer, to what was shown of it.
func (w *showing) roll(kind, what string, shown *rules.CheckPreview, who string, outcomes []rules.Outcome) {
	i := slices.IndexFunc(outcomes, func(o rules.Outcome) bool {
		return o.Kind == "check" && o.Who == who && !logtext.IsInAnswer(w.s.Rules(), &o)
	})
	if i < 0 {
		return
	}
	if shown == nil {
		w.t.Errorf("%s, %s: nothing was shown of %s at %g", kind, what, outcomes[i].Label, outcomes[i].Chance)
		return
	}
	if w.within(kind, what, outcomes[i].Chance, shown.Least, shown.Most) {
		w.t.Logf("shown: %+v\nrolled: %+v", shown.Terms, outcomes[i].Terms)
	}
	sum := 0.0
	for _, term := range shown.Terms {
		sum += term.Value
	}
	if len(shown.Terms) > 0 && math.Abs(sum-shown.Chance) > 1e-6 {
		w.t.Errorf("%s, %s: the lines of the chance add up to %g, and it is %g", kind, what, sum, shown.Chance)
	}
}

// within reports whether a chance is not what was shown.
func (w *showing) within(kind, what string, chance, least, most float64) (wrong bool) {
	w.compared[kind]++
	if wrong = chance < least-1e-6 || chance > most+1e-6; wrong {
		w.t.Errorf("%s, %s: rolled with %g, shown were %g to %g", kind, what, chance, least, most)
	}
	return wrong
}

// odds looks whether each step that was carried out is one that the odds count, with what came of it.
func (w *showing) odds(what string, o *rules.ActionOdds, who string, outcomes []rules.Outcome) {
	w.compared["odds"]++
	for i := range outcomes {
		out := &outcomes[i]
		if out.Kind != "check" && out.Kind != "table" && out.Kind != "tally" || out.Step == "mishap_drawn" { // odds leave out what is only a remark
			continue
		}
		at := slices.IndexFunc(o.Steps, func(s rules.StepOdds) bool {
			return s.Step == out.Step && s.Label == out.Label && (out.Kind != "check" || s.Who == out.Who) && s.Reached > 0
		})
		if at < 0 {
			w.t.Errorf("%s: %s of %s is carried out, and not by the odds: %+v", what, out.Step, out.Who, o.Steps)
			continue
		}
		w.compared["step"]++
		s := &o.Steps[at]
		if out.Kind == "check" {
			w.within("odds of "+out.Step, what, out.Chance, s.Least, s.Most)
		}
		if !slices.ContainsFunc(s.Results, func(r rules.Possibility) bool {
			return r.Name == out.Degree || r.Name == out.Row || out.Total != nil && math.Abs(r.Value-*out.Total) < 1e-6
		}) && (out.Row == "" || out.Dice != nil) && out.Degree+out.Row != "" {
			w.t.Errorf("%s: %s comes to %s%s, and not by the odds: %+v", what, out.Step, out.Degree, out.Row, s.Results)
		}
	}
}

// ends looks whether what became of all is something that the odds count.
func (w *showing) ends(what string, o *rules.ActionOdds, before, after *rules.State) {
	for i, a := range after.Actors {
		was := before.Actors[i]
		at := slices.IndexFunc(o.Ends, func(e rules.EndOdds) bool { return e.Who == a.Key })
		for _, pool := range w.s.game.Rules.Pools.All {
			if !pool.IsOwnedBy(a) {
				continue // of its side, whose end is none of its own
			}
			lost, known := was.PoolValue(pool)-a.PoolValue(pool), false
			if at >= 0 {
				for _, p := range o.Ends[at].Pools {
					known = known || p.Pool == pool.Name && slices.ContainsFunc(p.Points, func(l rules.Possibility) bool { return math.Abs(l.Value-lost) < 1e-6 })
				}
			}
			if lost != 0 && !known {
				w.t.Errorf("%s: %s loses %g %s, and not by the odds", what, a.Key, lost, pool.Name)
			}
			w.compared["end"]++
		}
	}
}
