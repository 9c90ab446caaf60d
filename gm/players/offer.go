package players

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/rules"
)

// Offered is what the player of a character may propose now, as far as the character knows. It says nothing of whose turn it
// is: what comes too early is a plan.
type Offered struct {
	Running  bool   // an encounter is
	Declares bool   // the turn has come; else what is proposed is a plan
	Deeds    []Deed // the likeliest first; what is refused comes last
	Checks   []Deed // on what the character has learnt
	Wait     bool   // to wait may be proposed
	GiveUp   string // the action in the making, which may be given up; empty for none
	Bought   string // what ranks are paid in; empty where they are not, or not now
	Has      float64
	Raises   []Raise // the cheapest first
	Rests    []Rest  // how hours may be spent, where there is no encounter
	Trains   []Train
}

// Rest is a way to spend some time at once.
type Rest struct {
	Name, Label string
	Span        string // such as 8 h
}

// Train is a way to turn hours into what ranks are paid in.
type Train struct {
	Name, Label string
	Hours       float64 // for one point
}

// Raise is the next rank of a skill, or value of a statistic, which experience buys.
type Raise struct {
	Name, Label string
	Rank        float64 // the next
	Called      string
	Cost        float64
	Short       float64 // what is still missing for it
	New         bool    // the character has not learnt it yet
}

// Deed is something that may be proposed.
type Deed struct {
	Name    string // by which it is proposed
	Label   string
	Text    string   // what it is, in a sentence
	Because string   // the condition of one's own that makes it a thing to do now
	Refused string   // why it cannot be done, for all that is known; it is not offered then
	Needs   bool     // it must be said to whom it is done
	Whom    []Means  // who may be, by ID, as they are known; Self is the character's own
	With    []Means  // what it may be done with, what is in hand first
	Asks    string   // what number is said with it; empty for none
	Least   *float64 // the least that it may be; nil for any
	Most    *float64
}

// Means is a thing that a deed is done with, or an actor to whom it is done.
type Means struct {
	Name, Label string
	Unlike      bool // an actor of the own side, where it is done to others, or the other way round
}

// Self is the ID of the player's own character.
const Self = "me"

// Want is what a player would do: names of what was offered, and nothing else.
type Want struct {
	Deed   string
	Check  string // on a skill, instead of a deed
	Other  string // Waiting, GivingUp; Raising, with a skill as Check; Resting, with what is done, and for how long as With; Training, with the way and the Number of hours
	Whom   string // an ID
	With   string
	Number float64 // where the deed asks for one
	Points float64 // spent to be faster
	Ticks  []Tick
	Text   string // for the game master, who alone reads it
}

// What may be wanted besides deeds and checks.
const (
	Waiting  = "wait"
	GivingUp = "give up"
	Raising  = "raise"
	Resting  = "pass"
	Training = "train"
)

// Tick is an option that is ticked, with the row or the number that it asks for.
type Tick struct {
	Name, Row string
	Number    float64
}

// Weight is what is known of a deed before it is done. Nothing in it goes by the other one: that part of the chance is left
// out, as Roll says.
type Weight struct {
	Deed    Deed   // what is weighed, with all to whom it may be done
	Plan    bool   // the turn has not come yet
	Refused string // why not, one of a few words; what follows is empty then
	Text    string // what would be done
	Roll    *Roll  // nil without one
	Counts  float64
	Points  float64 // that could be spent to be faster
	With    []Means
	Options []Option
}

// Roll is the own part of a chance.
type Roll struct {
	Skill  string
	Chance float64
	Least  float64 // by what is rolled before it; else the chance
	Most   float64
	Told   string
	Terms  []Term
	Less   []string // what else comes off, or is added, that the character does not know
}

// Term is a term of a chance.
type Term struct {
	Label string
	Value float64
}

// Option is something that may be ticked for a deed.
type Option struct {
	Name, Label string
	Gives       string // what ticking it changes, of what is known
	Asks        string // what must be said with it
	Rows        []Means
	Least, Most *float64 // of a number that must be said; nil for any
	Ticked      bool
	More        bool // it is about any deed, and stands behind the others
}

// The refusals that a player may read. None of them depends on what the character does not know; what the engine says goes
// to the game master alone.
const (
	NotOffered = "this is not offered any more: look again"
	NotSeen    = "nobody is there any more, for all you know: look again"
	NotNow     = "not possible now: ask the game master"

	noneSeen = "nobody is there to do it to, for all you know"
)

// known is what the character of a seat knows, as a state that the rules can work with: alone, against strangers.
type known struct {
	log  *Log
	s    *rules.State
	a    *rules.Actor      // the character, in that state
	keys map[string]string // by ID
	ids  []string          // of those who are noticed, in order
	rs   *rules.Ruleset

	whole *rules.State // as it is, for what the ledger has of it
}

// knows is what the character knows in a state; nil where it is not here. An actor who does something to it is there
// though nothing is seen of it.
func (l *Log) knows(s *rules.State, besides string) *known {
	own := s.Find(l.seat)
	if own == nil {
		return nil
	}
	rs := l.game.Rules
	names := l.meetAll(s)
	k := &known{log: l, rs: rs, whole: s, keys: map[string]string{Self: own.Key}}
	var others []rules.Stranger
	for _, a := range s.Actors {
		p, sees := l.people.by[a.Key], own.Notices(rs, a)
		here := sees&rules.KnowThere != 0 && p != nil
		if a == own || !here && a.Key != besides {
			continue
		}
		o := rules.Stranger{Key: a.Key, As: unnoticedID, Name: names[a.Key]}
		if here {
			o.As = fmt.Sprintf("p%d", p.number)
			k.keys[o.As] = a.Key
			k.ids = append(k.ids, o.As)
		}
		if sees&rules.KnowHand != 0 {
			o.Hand = a.Tool
		}
		if sees&rules.KnowPlace != 0 && a.Placed {
			o.Place = number(a.Place)
		}
		others = append(others, o)
	}
	byID := func(x, y string) int { return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(x, y)) }
	slices.SortFunc(k.ids, byID)
	slices.SortFunc(others, func(x, y rules.Stranger) int { return byID(x.As, y.As) })
	k.s = s.Alone(rs, own.Key, l.count, others)
	k.a = k.s.Find(own.Key)
	return k
}

// unnoticedID is the ID of one who is not noticed.
const unnoticedID = "p?"

// key is that of one in the state that is known.
func (k *known) key(id string) string {
	if id == Self {
		return k.a.Key
	}
	return id
}

// Offered is what the player of the log's seat may propose in the state after what was told last; nil where the character
// is not here.
func (l *Log) Offered(s *rules.State) *Offered {
	k := l.knows(s, "")
	if k == nil {
		return nil
	}
	offered := &Offered{Running: s.Running, Declares: declares(k.rs, s, s.Find(l.seat)), Wait: k.a.Open}
	for _, action := range k.rs.Actions.All {
		if !action.ByName(k.rs) {
			continue
		}
		offered.Deeds = append(offered.Deeds, k.deed(action))
	}
	slices.SortStableFunc(offered.Deeds, func(x, y Deed) int {
		return cmp.Or(boolFirst(x.Refused == "", y.Refused == ""), boolFirst(x.Because != "", y.Because != ""),
			cmp.Compare(l.habits[y.Name].times, l.habits[x.Name].times), boolFirst(k.hasKey(x.Name), k.hasKey(y.Name)))
	})
	for _, skill := range k.a.Sheet.Skills {
		offered.Checks = append(offered.Checks, Deed{Name: skill.Name, Label: skill.Label})
	}
	if k.a.Doing != nil {
		g := *l.game
		g.State = k.s
		offered.GiveUp = g.BothText(k.a.Doing, (*command.Game).DoingText)
	}
	if !s.Running {
		k.raises(offered)
		k.hours(offered)
	}
	return offered
}

func (k *known) hasKey(name string) bool {
	action, ok := k.rs.Actions.Get(name)
	return ok && action.Key != ""
}

// deed is an action as it is offered, or why it is not.
func (k *known) deed(action *rules.Action) Deed {
	d := Deed{Name: action.Name, Label: action.Label, Text: action.Text, Needs: action.Whom}
	if action.Whom || action.May {
		d.Whom = k.targets(action)
	}
	doing := k.usual(action)
	if action.Whom && len(d.Whom) == 0 && len(k.ids) > 0 {
		doing.Whom = k.key(k.ids[0])
	}
	switch err := k.rs.CheckPossible(k.s, k.a.Key, doing); {
	case action.Whom && len(d.Whom) > 0:
	case action.Whom && len(k.ids) == 0:
		d.Refused = noneSeen
	case err != nil:
		d.Refused = strings.TrimPrefix(err.Error(), rules.Within(action.Label)+" is not possible: ")
	}
	if d.Refused != "" {
		return Deed{Name: d.Name, Label: d.Label, Refused: d.Refused}
	}
	if held := action.Because(k.a); held != nil {
		d.Because = held.Label("")
	}
	if len(action.With) > 0 {
		for _, item := range action.Tools(k.a) {
			d.With = append(d.With, Means{Name: item.Name, Label: item.Label})
		}
	}
	if action.Ask != nil && !action.Ask.Words {
		d.Asks, d.Least, d.Most = action.Ask.Wanted(), action.Ask.Least, action.Ask.Most
	}
	return d
}

// raises is what experience buys: the next rank of what was learnt, and the first of what was not where it is affordable.
func (k *known) raises(o *Offered) {
	pool, ok := k.rs.Pools.Get(k.rs.Skill.Currency)
	if !ok {
		return
	}
	o.Bought, o.Has = pool.Label, k.a.Now(pool)
	for _, l := range slices.Concat(rules.Learnables(k.rs.Skills.All), rules.Raisable(k.rs)) {
		next, err := l.Next(k.rs, k.a.Sheet)
		learns := l.Skill != nil && l.Reached(k.a.Sheet) == rules.Unranked
		if err != nil || learns && next.Cost > o.Has {
			continue
		}
		r := Raise{Name: l.Name(), Label: l.Label(), Rank: next.Rank, Cost: next.Cost, Short: max(0, next.Cost-o.Has), New: learns}
		if l.Skill != nil {
			r.Called = k.rs.Skill.RankName(int(next.Rank))
		}
		o.Raises = append(o.Raises, r)
	}
	slices.SortStableFunc(o.Raises, func(x, y Raise) int { return cmp.Or(cmp.Compare(x.Short, y.Short), cmp.Compare(x.Cost, y.Cost)) })
}

// hours is how the time between fights may be spent.
func (k *known) hours(o *Offered) {
	for _, activity := range k.rs.Activities.All {
		for _, span := range activity.Spans {
			o.Rests = append(o.Rests, Rest{activity.Name, activity.Label, span.Text})
		}
	}
	for _, way := range k.rs.Skill.TrainingWays() {
		if hours, ok := k.rs.TrainingHours(way); ok && o.Bought != "" {
			o.Trains = append(o.Trains, Train{way, strings.ReplaceAll(way, "_", " "), hours})
		}
	}
}

// mostHours is how many hours one may propose to train at once.
const mostHours = 1000

func boolFirst(x, y bool) int {
	switch {
	case x == y:
		return 0
	case x:
		return -1
	}
	return 1
}

// usual is an action with the least that must be said with it.
func (k *known) usual(action *rules.Action) rules.Doing {
	d := rules.Doing{Action: action.Name}
	if action.Ask != nil && action.Ask.Least != nil {
		d.Asked = *action.Ask.Least
	}
	return d
}

func (k *known) possible(d rules.Doing) bool {
	return k.rs.CheckPossible(k.s, k.a.Key, d) == nil
}

// targets are those to whom an action may be done, for all that is known: first with whom a condition is shared that it
// needs, then as it is toward others or one's own, then to whom it was done last.
func (k *known) targets(action *rules.Action) (whom []Means) {
	var list []string
	aim := action.Aim()
	for _, id := range append(slices.Clone(k.ids), Self) {
		if id == Self && aim == rules.TowardTheirs {
			continue
		}
		d := k.usual(action)
		if d.Whom = k.key(id); k.possible(d) {
			list = append(list, id)
		}
	}
	partners, last := action.Partners(k.a), k.log.habits[action.Name].last
	slices.SortStableFunc(list, func(x, y string) int {
		return cmp.Or(boolFirst(slices.Contains(partners, k.key(x)), slices.Contains(partners, k.key(y))),
			boolFirst(k.ours(x) == (aim == rules.TowardOurs), k.ours(y) == (aim == rules.TowardOurs)),
			boolFirst(k.keys[x] == last, k.keys[y] == last))
	})
	for _, id := range list {
		name := "yourself"
		if id != Self {
			name = k.s.Find(id).Name
		}
		whom = append(whom, Means{id, name, aim == rules.TowardTheirs && k.ours(id) || aim == rules.TowardOurs && !k.ours(id)})
	}
	return whom
}

// ours reports whether one is known to be of the own side.
func (k *known) ours(id string) bool {
	if id == Self {
		return true
	}
	own, other := k.whole.Find(k.log.seat), k.whole.Find(k.keys[id])
	return own != nil && other != nil && own.Side == other.Side && own.Notices(k.rs, other)&rules.KnowSide != 0
}

// doing is what a player wants, in the state that is known; refused says why not.
func (k *known) doing(w *Want) (d rules.Doing, refused string) {
	d = rules.Doing{Action: w.Deed, Skill: w.Check, Tool: w.With, Asked: w.Number, Points: w.Points}
	if w.Check != "" {
		skill, ok := k.rs.Skills.Get(w.Check)
		if !ok || w.Deed != "" || w.Whom != "" || w.With != "" || w.Number != 0 || !slices.Contains(k.a.Sheet.Skills, skill) {
			return d, NotOffered
		}
	} else {
		action, ok := k.rs.Actions.Get(w.Deed)
		if !ok || !action.ByName(k.rs) || !action.Whom && !action.May && w.Whom != "" || w.With != "" && len(action.With) == 0 {
			return d, NotOffered
		}
		if w.Number != 0 && (action.Ask == nil || action.Ask.Words) {
			return d, NotOffered
		}
		if action.Whom || w.Whom != "" {
			if k.keys[w.Whom] == "" {
				return d, NotSeen
			}
			d.Whom = k.key(w.Whom)
		}
	}
	if w.Points < 0 || w.Points != math.Trunc(w.Points) || !finite(w.Number) || !finite(w.Points) {
		return d, NotOffered
	}
	for _, t := range w.Ticks {
		situation, ok := k.rs.Situations.Get(t.Name)
		if !ok || situation.Scene || !finite(t.Number) || situation.Ask == nil && (t.Row != "" || t.Number != 0) ||
			slices.ContainsFunc(d.Options, func(o rules.TickedOption) bool { return o.Situation == t.Name }) {
			return d, NotOffered
		}
		option := rules.TickedOption{Situation: t.Name, Number: t.Number}
		if rows := situation.Ask.Rows(); len(rows) > 0 {
			option.Side, option.Row = situation.Ask.CutSide(t.Row)
			if !slices.Contains(rows, option.Row) || t.Number != 0 {
				return d, NotOffered
			}
		} else if t.Row != "" {
			return d, NotOffered
		}
		d.Options = append(d.Options, option)
	}
	return d, ""
}

func finite(x float64) bool { return !math.IsNaN(x) && math.Abs(x) < 1e6 }

// Weigh works out what is known of what a player wants, in the state after what was told last.
func (l *Log) Weigh(s *rules.State, w Want) Weight {
	k := l.knows(s, "")
	if k == nil {
		return Weight{Refused: NotNow}
	}
	weight, _, _ := k.weigh(&w)
	weight.Plan = s.Running && !declares(k.rs, s, s.Find(l.seat))
	if action, ok := k.rs.Actions.Get(w.Deed); ok && action.ByName(k.rs) {
		weight.Deed, weight.Plan = k.deed(action), weight.Plan && !action.AnyTime
	} else if skill, ok := k.rs.Skills.Get(w.Check); ok {
		weight.Deed = Deed{Name: skill.Name, Label: skill.Label}
	}
	return weight
}

func (k *known) weigh(w *Want) (weight Weight, d rules.Doing, ok bool) {
	d, refused := k.doing(w)
	if refused != "" {
		return Weight{Refused: refused}, d, false
	}
	if !k.possible(d) {
		return Weight{Refused: NotNow}, d, false
	}
	p, err := k.rs.Preview(k.s, k.a.Key, d, nil)
	if err != nil {
		return Weight{Refused: NotNow}, d, false
	}
	if p.CheckOptions(k.rs, &d) != nil || p.CheckPoints(k.a, &d) != nil {
		return Weight{Refused: NotOffered}, d, false
	}
	if p.Tool != nil && len(p.Action.With) > 0 {
		d.Tool = p.Tool.Name
		for _, item := range p.Action.Tools(k.a) {
			weight.With = append(weight.With, Means{Name: item.Name, Label: item.Label})
		}
	}
	g := *k.log.game
	g.State = k.s
	weight.Text, weight.Counts, weight.Points, weight.Roll = g.DoingText(&d), p.Counts, p.Points, k.roll(p.Roll)
	for _, o := range p.Options {
		if o.Scene {
			continue
		}
		if o.Ask != nil && (o.Ask.Words || o.Ask.Dice) {
			continue // that is for the game master to say
		}
		option := option(o.Situation)
		option.Gives = o.Gives
		option.Ticked = slices.ContainsFunc(d.Options, func(t rules.TickedOption) bool { return t.Situation == o.Name })
		option.More = o.About(k.rs, p.Action, p.Tool) < 0 && o.Flag == "" && !option.Ticked
		weight.Options = append(weight.Options, option)
	}
	slices.SortStableFunc(weight.Options, func(x, y Option) int { return boolFirst(!x.More, !y.More) })
	return weight, d, true
}

// option is a situation that may be ticked.
func option(s *rules.Situation) Option {
	o := Option{Name: s.Name, Label: s.Label}
	if s.Ask != nil {
		o.Asks, o.Least, o.Most = s.Ask.What, s.Ask.Least, s.Ask.Most
		for _, row := range s.Ask.Rows() {
			o.Rows = append(o.Rows, Means{Name: row, Label: strings.ReplaceAll(row, "_", " ")})
		}
	}
	return o
}

// roll is a roll as its player knows it.
func (k *known) roll(p *rules.CheckPreview) *Roll {
	if p == nil {
		return nil
	}
	r := &Roll{Chance: p.Chance, Least: p.Least, Most: p.Most, Told: p.Told}
	if skill, ok := k.rs.Skills.Get(p.Skill); ok {
		r.Skill = skill.Label
	}
	for _, term := range p.Terms {
		if term.Value != 0 {
			r.Terms = append(r.Terms, Term{term.Label, term.Value})
		}
		if label := rules.Within(term.Label); term.Unknown && !slices.Contains(r.Less, label) {
			r.Less = append(r.Less, label)
		}
	}
	if p.Unknown && len(r.Less) == 0 {
		r.Less = []string{"what you do not know"}
	}
	return r
}

// Proposal is what a player wants as a proposal to the game master; refused says why it is none, in words that the player
// may read. It does not say whether it will happen: that may depend on what the character does not know.
func (l *Log) Proposal(s *rules.State, w Want) (p gm.Proposal, refused string) {
	p = gm.Proposal{By: l.seat, Text: w.Text}
	if w.Deed == "" && w.Check == "" && w.Other == "" {
		return p, ""
	}
	k := l.knows(s, "")
	if k == nil {
		return p, NotNow
	}
	if w.Other != "" {
		return k.other(p, &w, l.Offered(s))
	}
	weight, d, ok := k.weigh(&w)
	if !ok {
		return p, weight.Refused
	}
	p.Line, p.Told = k.line(&w, &d), weight.Text
	return p, ""
}

// other is a proposal of what is no deed.
func (k *known) other(p gm.Proposal, w *Want, o *Offered) (gm.Proposal, string) {
	i := slices.IndexFunc(o.Raises, func(r Raise) bool { return r.Name == w.Check })
	rest := slices.IndexFunc(o.Rests, func(r Rest) bool { return r.Name == w.Check && r.Span == w.With })
	train := slices.IndexFunc(o.Trains, func(t Train) bool { return t.Name == w.Check })
	say := w.Other + " " + w.Check
	switch {
	case w.Other == Waiting && w.Check == "":
		p.Told = w.Other
	case w.Other == GivingUp && w.Check == "" && o.GiveUp != "":
		p.Told = w.Other + " " + o.GiveUp
	case w.Other == Raising && i >= 0 && o.Raises[i].Short == 0:
		what := rules.Learnable{}
		what.Skill, _ = k.rs.Skills.Get(w.Check)
		if what.Skill == nil {
			what.Stat, _ = k.rs.Stats.Get(w.Check)
		}
		p.Told = fmt.Sprintf("%s for %s %s", command.Reached(what, o.Raises[i].Rank), plain(o.Raises[i].Cost), rules.Within(o.Bought))
	case w.Other == Resting && rest >= 0:
		say = w.Other + " " + w.With + " " + w.Check
		p.Told = rules.Within(o.Rests[rest].Label) + " for " + w.With
	case w.Other == Training && train >= 0 && w.Number > 0 && w.Number <= mostHours:
		say = w.Other + " " + plain(w.Number) + " h " + w.Check
		p.Told = fmt.Sprintf("train for %s h: %s", plain(w.Number), o.Trains[train].Label)
	default:
		return p, NotOffered
	}
	p.Line = strings.TrimRight(k.log.seat+": "+say, " ")
	return p, ""
}

// line is the line that declares what a player wants. All of it is names of the game and of those here.
func (k *known) line(w *Want, d *rules.Doing) string {
	text := k.log.seat + ": "
	if w.Check != "" {
		text += "check " + w.Check
	} else {
		text += w.Deed
	}
	if w.Whom != "" {
		text += " " + k.keys[w.Whom]
	}
	if action, ok := k.rs.Actions.Get(w.Deed); ok && action.Ask != nil && !action.Ask.Words && (w.Number != 0 || action.Missing() != nil) {
		text += " " + plain(w.Number)
	}
	if w.With != "" {
		text += " with " + w.With
	}
	for i, t := range w.Ticks {
		text += ", " + t.Name
		if situation, ok := k.rs.Situations.Get(t.Name); ok && situation.Ask != nil {
			if text += " "; t.Row != "" {
				text += strings.TrimLeft(d.Options[i].Side+" "+d.Options[i].Row, " ")
			} else {
				text += plain(t.Number)
			}
		}
	}
	if w.Points > 0 {
		text += ", points " + plain(w.Points)
	}
	return text
}

// plain is a number as it is typed.
func plain(x float64) string { return strings.Replace(command.Number(x), "−", "-", 1) }

// choices are the answers to a question, as the one who is asked knows them.
func (l *Log) choices(s *rules.State, need *rules.Need) (list []Choice) {
	if need.Die > 0 {
		return nil
	}
	if need.Wants != nil {
		for _, choice := range need.Wants.Listed() {
			list = append(list, Choice{Name: choice.Name, Kind: choice.Label, Label: choice.Label})
		}
		return list
	}
	k := l.knows(s, need.Whom)
	by := unnoticedID
	for id, key := range k.keys {
		if key == need.Whom && id != Self {
			by = id
		}
	}
	g := *l.game
	g.State = k.s
	for _, reply := range k.rs.Replies(k.s, k.a.Key, by, need.Action, need.Step, need.Choices) {
		if reply.Name == rules.NoAnswer {
			continue
		}
		c := Choice{Name: reply.Name, Kind: reply.Label, Label: reply.Label, Counts: reply.Counts, Roll: k.roll(reply.Roll)}
		if action, ok := k.rs.Actions.Get(strings.Fields(reply.Name)[0]); ok {
			c.Kind = action.Label
			if reply.With != nil && len(action.With) > 0 {
				c.With = reply.With.Label
			}
			for _, tick := range k.rs.AnswerTicks(action, reply.With) {
				c.Options = append(c.Options, option(tick))
			}
		}
		if reply.GivesUp {
			c.GivesUp = g.BothText(k.a.Doing, (*command.Game).DoingText)
		}
		list = append(list, c)
	}
	slices.SortStableFunc(list, func(x, y Choice) int { return boolFirst(!x.hopeless(), !y.hopeless()) })
	return append(list, Choice{Name: rules.NoAnswer, Kind: "Nothing", Label: "Nothing"})
}

// hopeless reports whether an answer has no real chance, which is the least that the rules leave.
func (c *Choice) hopeless() bool { return c.Roll != nil && max(c.Roll.Chance, c.Roll.Most) <= 1 }

// able is what the log's seat is able to, with the chances of plain checks as far as the character knows of what weighs on
// it.
func (l *Log) able(s *rules.State, a *rules.Actor) *abilities {
	if l.abilities != nil && (l.abilities.of == a || alike(l.abilities.of, a)) {
		l.abilities.of = a
		return l.abilities
	}
	k, able := l.knows(s, ""), &abilities{of: a}
	for _, skill := range a.Sheet.Skills {
		one := Skill{Name: skill.Name, Label: skill.Label, Rank: a.Sheet.Rank(skill)}
		if p, err := rules.PlainPreview(k.rs, k.s, k.a.Key, rules.Doing{Skill: skill.Name}); err == nil && p.Roll != nil && !p.Roll.Unknown {
			one.Chance = number(p.Roll.Chance)
		}
		able.skills = append(able.skills, one)
	}
	for _, stat := range k.rs.Stats.All {
		if a.Sheet.Shows(stat) {
			able.stats = append(able.stats, NamedNumber{stat.Name, stat.Label, rules.Words(stat.Group), a.Sheet.Stat(stat), stat.Unit})
		}
	}
	for _, pace := range a.Speeds(k.rs) {
		able.paces = append(able.paces, NamedNumber{Label: pace.Activity.Label, Value: pace.Pace, Unit: "m/s"})
	}
	l.abilities = able
	return able
}

// alike reports whether two states of an actor differ in nothing but what it knows of others, which changes no number.
func alike(a, b *rules.Actor) bool {
	x, y := *a, *b
	x.Knows, y.Knows = nil, nil
	return reflect.DeepEqual(&x, &y)
}

// abilities are the skills, statistics and paces of an actor as it was last.
type abilities struct {
	of     *rules.Actor
	skills []Skill
	stats  []NamedNumber
	paces  []NamedNumber
}
