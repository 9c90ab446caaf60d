package gm

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"hybrid/rules"
)

// those reads who is meant: names, a side, or all, with spaces between.
func (g *Game) those(words []string) ([]*rules.Actor, error) {
	var list []*rules.Actor
	add := func(a *rules.Actor) {
		for _, there := range list {
			if there == a {
				return
			}
		}
		list = append(list, a)
	}
	for len(words) > 0 {
		if words[0] == "and" {
			words = words[1:]
			continue
		}
		if side := g.side(words[0]); len(side) > 0 {
			for _, a := range side {
				add(a)
			}
			words = words[1:]
			continue
		}
		a, rest, err := g.leading(words)
		if err != nil {
			return nil, err
		}
		add(a)
		words = rest
	}
	if len(list) == 0 {
		return nil, refusal("say who: names, a side (%s), or all", strings.Join(g.sides(), ", "))
	}
	return list, nil
}

// side is everybody of a side, or everybody.
func (g *Game) side(word string) (list []*rules.Actor) {
	for _, a := range g.State.Actors {
		if word == "all" || strings.EqualFold(a.Side, word) {
			list = append(list, a)
		}
	}
	return list
}

func (g *Game) sides() (names []string) {
	seen := map[string]bool{}
	for _, a := range g.State.Actors {
		if a.Side != "" && !seen[a.Side] {
			seen[a.Side] = true
			names = append(names, a.Side)
		}
	}
	sort.Strings(names)
	return names
}

// by cuts `… by WHO` off the end of some words; without it, those meant are whoever fallback says.
func (g downtime) by(words []string, fallback func() ([]*rules.Actor, error)) (rest []string, who []*rules.Actor, err error) {
	for i := len(words) - 1; i >= 0; i-- {
		if words[i] == "by" {
			who, err = g.those(words[i+1:])
			return words[:i], who, err
		}
	}
	who, err = fallback()
	return words, who, err
}

// one is the subject of a line alone.
func (g downtime) one(l *line) func() ([]*rules.Actor, error) {
	return func() ([]*rules.Actor, error) {
		a, err := g.subject(l)
		return []*rules.Actor{a}, err
	}
}

func keys(list []*rules.Actor) []string {
	names := make([]string, len(list))
	for i, a := range list {
		names[i] = a.Key
	}
	return names
}

func called(list []*rules.Actor) string {
	names := make([]string, len(list))
	for i, a := range list {
		names[i] = a.Name
	}
	return strings.Join(names, ", ")
}

// pass lets time go by: `pass 20 min jogging by party`.
func (g downtime) pass(l *line, k rules.Known) (work, error) {
	words, who, err := g.by(l.words, func() ([]*rules.Actor, error) { return g.those([]string{"all"}) })
	if err != nil {
		return work{}, err
	}
	n := 0
	for n+1 < len(words) && isNumber(words[n]) {
		n += 2
	}
	seconds, err := rules.Seconds(strings.Join(words[:n], " "))
	if err != nil {
		return work{}, err
	}
	activity, err := g.activityOf(words[n:])
	if err != nil {
		return work{}, err
	}
	what := rules.Downtime{Who: keys(who), Activity: activity, Seconds: seconds, Unit: rules.Scale(strings.Join(words[:n], " "))}
	var w work
	w.Decision, seconds, err = g.Rules.Pass(g.State, what, k)
	w.title = fmt.Sprintf("%s of %s: %s", rules.Span(seconds), strings.ToLower(activity.Label), called(who))
	return w, err
}

func isNumber(word string) bool {
	_, err := Amount(word, "")
	return err == nil
}

// roll is a check outside the timeline, for one or for many at once: `roll sneaking by party`.
func (g downtime) roll(l *line, k rules.Known) (work, error) {
	words, who, err := g.by(l.words, g.one(l))
	if err != nil {
		return work{}, err
	}
	w := work{}
	for _, a := range who {
		d, label, err := g.rolling(words, l)
		if err != nil {
			return w, err
		}
		w.title = "everybody: " + label
		if len(who) == 1 {
			w.title, w.who = a.Name+": "+label, a.Key
		}
		decision, err := g.Rules.Perform(g.State, a.Key, d, k)
		if err != nil {
			return w, err
		}
		w.Events = append(w.Events, decision.Events...)
		w.Outcomes = append(w.Outcomes, decision.Outcomes...)
		w.Dice = append(w.Dice, decision.Dice...)
	}
	return w, nil
}

// rolling reads what is rolled: an action of the pack that needs nobody, a task, or a skill.
func (g downtime) rolling(words []string, l *line) (rules.Doing, string, error) {
	d := rules.Doing{Called: true}
	said := false
	if n := len(words); n > 1 { // a number behind what is rolled: what only the game master knows
		if asked, err := Amount(words[n-1], words[0]); err == nil {
			d.Asked, words, said = asked, words[:n-1], true
		}
	}
	text := strings.Join(words, " ")
	label := ""
	if action, ok := g.Rules.Actions.Get(strings.ReplaceAll(text, " ", "_")); ok && !action.Whom {
		d.Action, label = action.Name, strings.ToLower(action.Label)
		if err := action.Missing(); err != nil && !said {
			return d, "", err
		}
	} else if task, err := g.task(text); err == nil {
		d.Task, label = task.Name, strings.ToLower(task.Label)
	} else {
		skill, err := g.skill(text)
		if err != nil {
			return d, "", err
		}
		d.Skill, label = skill.Name, strings.ToLower(skill.Label)
	}
	for _, option := range l.options {
		if err := g.option(&d, option); err != nil {
			return d, "", err
		}
	}
	return d, label, nil
}

func (g *Game) task(name string) (*rules.Task, error) {
	all := g.Rules.Tasks.All
	i, err := pick("task", name, len(all), func(i int) (string, string) { return all[i].Name, all[i].Label })
	if err != nil {
		return nil, err
	}
	return all[i], nil
}

// contest is one skill against another, each with its options behind commas:
//
//	contest kira sneaking, light_bad against grell combat_perception, df -2
//
// The second rolls lowered by the margin of the first; a first roll that missed lowers nothing.
func (g downtime) contest(l *line, k rules.Known) (work, error) {
	w := work{}
	margin := 0.0
	for i, side := range l.sides() {
		a, rest, err := g.leading(side.words)
		if err != nil {
			return w, refusal("say who and what on both sides: contest NAME SKILL against NAME SKILL; options follow commas")
		}
		d, label, err := g.rolling(rest, &side)
		if err != nil {
			return w, err
		}
		if i == 0 {
			w.who, w.title = a.Key, a.Name+": "+label
		} else {
			if w.whom, w.title = a.Key, w.title+" against "+a.Name+": "+label; d.Against != nil {
				return w, refusal("what the first succeeds by comes off the second; leave out against %s", Number(*d.Against))
			}
			d.Against = &margin
		}
		decision, err := g.Rules.Perform(g.State, a.Key, d, k)
		if err != nil {
			return w, err
		}
		for _, o := range decision.Outcomes {
			if i == 0 && o.Degree != "" {
				margin = o.Margin
			}
		}
		w.Events = append(w.Events, decision.Events...)
		w.Outcomes = append(w.Outcomes, decision.Outcomes...)
		w.Dice = append(w.Dice, decision.Dice...)
	}
	return w, nil
}

// sides are the two sides of a contest, parted by the first `against` that is not the margin of an option.
func (l *line) sides() (sides [2]line) {
	at := 0
	for i, part := range append([]string{strings.Join(l.words, " ")}, l.options...) {
		words, option := strings.Fields(part), 0
		if i > 0 && len(words) > 1 && words[0] == "against" && isNumber(words[1]) {
			option = 2
		}
		cut := slices.Index(words[option:], "against") + option
		if at > 0 || cut < option {
			sides[at].part(i == 0, words)
			continue
		}
		sides[at].part(i == 0, words[:cut])
		at++
		sides[at].words = words[cut+1:]
	}
	return sides
}

// part adds what stands between two commas to a side: who and what, or an option.
func (l *line) part(first bool, words []string) {
	if first {
		l.words = words
	} else if len(words) > 0 {
		l.options = append(l.options, strings.Join(words, " "))
	}
}

// place says where somebody stands on the line, in metres: `place kira 12`.
func (g downtime) place(l *line) (work, error) {
	a, rest, err := g.about(l)
	if err != nil {
		return work{}, err
	}
	if len(rest) != 1 {
		return work{}, refusal("say where, in metres along the line: place %s 12", a.Key)
	}
	at, err := Amount(rest[0], "place")
	if err != nil {
		return work{}, err
	}
	w := work{title: fmt.Sprintf("%s stands at %s m", a.Name, Number(at)), who: a.Key, told: 1}
	w.Decision, err = g.Rules.ByHand(g.State, rules.Known{}, func(r *rules.Run) {
		r.Emit(rules.Event{Kind: rules.EventPlace, Who: a.Key, Value: at, By: at - a.Place})
	})
	return w, err
}

// move lets somebody go somewhere while time passes: `move kira to grell running`, `move kira to 20 walking`.
func (g downtime) move(l *line, k rules.Known) (work, error) {
	a, rest, err := g.about(l)
	if err != nil {
		return work{}, err
	}
	if len(rest) < 3 || rest[0] != "to" {
		return work{}, refusal("say where to and how: move %s to 20 %s", a.Key, g.Rules.Activities.All[len(g.Rules.Activities.All)/4].Name)
	}
	if !a.Placed {
		return work{}, refusal("%s stands nowhere yet: place %s 0", a.Name, a.Key)
	}
	going, to := rules.Going{From: a.Place}, rest[1]+" m"
	if isNumber(rest[1]) {
		going.To, _ = Amount(rest[1], "move")
	} else {
		whom, err := g.actor(rest[1])
		if err != nil {
			return work{}, err
		}
		if !whom.Placed {
			return work{}, refusal("%s stands nowhere yet: place %s 0", whom.Name, whom.Key)
		}
		going.Whom, to = whom.Key, whom.Name
	}
	if ok, why := g.Rules.CanMove(a); !ok {
		return work{}, refusal("%s cannot move: %s", a.Name, strings.ToLower(why.Label))
	}
	activity, err := g.activityOf(rest[2:])
	if err != nil {
		return work{}, err
	}
	if activity.Stays {
		return work{}, refusal("%s leads nowhere along the line; do %s %s, or let time pass", strings.ToLower(activity.Label), a.Key, activity.Name)
	}
	w := work{title: fmt.Sprintf("%s moves to %s, %s", a.Name, to, strings.ToLower(activity.Label)), who: a.Key, told: 1}
	w.Decision, err = g.Rules.ByHand(g.State, k, func(r *rules.Run) {
		r.Begin(a.Key, activity)
		r.Emit(rules.Event{Kind: rules.EventPlace, Who: a.Key, Value: a.Place, Going: &going})
	})
	return w, err
}

// award gives experience: `award 3 party because they kept the boat`.
func (g downtime) award(l *line, k rules.Known) (work, error) {
	pool, err := g.experience()
	if err != nil {
		return work{}, err
	}
	if len(l.words) < 2 {
		return work{}, refusal("say how much and to whom: award 3 party")
	}
	points, err := Amount(l.words[0], "award")
	if err != nil {
		return work{}, err
	}
	who, err := g.those(l.words[1:])
	if err != nil {
		return work{}, err
	}
	return g.earn(who, pool, points, fmt.Sprintf("%s %s for %s", Number(points), pool.Name, called(who)), k)
}

func (g downtime) experience() (*rules.Pool, error) {
	pool, ok := g.Rules.Pools.Get(g.Rules.Skill.Currency)
	if !ok {
		return nil, refusal("these rules keep no experience; name a pool as the currency of skill")
	}
	return pool, nil
}

// earn gives experience to some, never below zero.
func (g downtime) earn(who []*rules.Actor, pool *rules.Pool, points float64, title string, k rules.Known) (work, error) {
	for _, a := range who {
		if a.Now(pool)+points < 0 {
			return work{}, refusal("%s has %s %s; that would be below zero", a.Name, Number(a.Now(pool)), pool.Name)
		}
	}
	w := work{title: title}
	var err error
	w.Decision, err = g.Rules.ByHand(g.State, k, func(r *rules.Run) {
		for _, a := range who {
			r.Set(a.Key, pool, a.Now(pool)+points)
		}
	})
	w.told = len(w.Events)
	return w, err
}

// train turns hours into experience: `train kira 40 h teacher`.
func (g downtime) train(l *line, k rules.Known) (work, error) {
	pool, err := g.experience()
	if err != nil {
		return work{}, err
	}
	a, rest, err := g.about(l)
	if err != nil {
		return work{}, err
	}
	ways := g.Rules.Training()
	if len(rest) < 3 {
		return work{}, refusal("say how long and how: train %s 40 h, with one of %s", a.Key, strings.Join(ways, ", "))
	}
	seconds, err := rules.Seconds(strings.Join(rest[:len(rest)-1], " "))
	if err != nil {
		return work{}, err
	}
	hours, ok := g.Rules.TrainingHours(rest[len(rest)-1])
	if !ok {
		return work{}, refusal("one trains with one of %s, not %s", strings.Join(ways, ", "), rest[len(rest)-1])
	}
	points := seconds / 3600 / hours
	return g.earn([]*rules.Actor{a}, pool, points, fmt.Sprintf("%s trains for %s (%s): %s %s", a.Name, rules.Span(seconds), rest[len(rest)-1], Number(points), pool.Name), k)
}

// raise buys the next rank of a skill: `raise kira sword`.
func (g downtime) raise(l *line, k rules.Known) (work, error) {
	pool, err := g.experience()
	if err != nil {
		return work{}, err
	}
	a, rest, err := g.about(l)
	if err != nil {
		return work{}, err
	}
	skill, err := g.skill(strings.Join(rest, " "))
	if err != nil {
		return work{}, err
	}
	from := a.Sheet.Rank(skill)
	steps, err := g.Rules.Advance(skill, from, from+1)
	if err != nil {
		return work{}, err
	}
	cost := steps[0].Cost
	if a.Now(pool) < cost {
		return work{}, refusal("%s costs %s %s, %s has %s", skill.Label, Number(cost), pool.Name, a.Name, Number(a.Now(pool)))
	}
	w, err := g.earn([]*rules.Actor{a}, pool, -cost, fmt.Sprintf("%s: %s rank %d for %s %s", a.Name, strings.ToLower(skill.Label), from+1, Number(cost), pool.Name), k)
	w.who = a.Key
	w.Events = append(w.Events, rules.Event{Kind: rules.EventRank, Who: a.Key, What: skill.Name, Value: float64(from + 1)})
	return w, err
}
