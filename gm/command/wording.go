package command

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"hybrid/rules"
)

// Wording is a change of state being told.
type Wording struct {
	Rules         *rules.Ruleset
	before, after *rules.State
	turned        map[string]bool // whose next turn was told
}

// NewWording tells a change from one state to another.
func NewWording(rs *rules.Ruleset, before, after *rules.State) Wording {
	return Wording{Rules: rs, before: before, after: after, turned: map[string]bool{}}
}

// Text is the line of a decided command that makes the present into next.
func (g *Game) Text(w *Decided, reason string, next *rules.State) string {
	t := NewWording(g.Rules, g.State, next)
	if e, ok := Grouped(w.Outcomes, w.Events, w.Who); ok && w.brief == "" {
		parts := append(t.groupRoll(&e), t.able()...)
		if reason != "" {
			parts = append(parts, "because "+reason)
		}
		return w.Title + ": " + strings.Join(parts, "; ")
	}
	var parts []string
	for i := range w.Outcomes {
		o := &w.Outcomes[i]
		if (w.brief != "" || i < w.meanwhile) && o.Degree != "" && len(t.changes(o.Events, o.Who)) == 0 {
			continue // of all that is rolled in hours, what came to something
		}
		if part := t.outcome(o, w.Who, w.Whom); part != "" {
			parts = append(parts, part)
		}
	}
	parts = append(parts, t.loose(w)...)
	parts = append(parts, t.able()...)
	if reason != "" {
		parts = append(parts, "because "+reason)
	}
	if len(parts) == 0 {
		return w.Title
	}
	title := w.Title
	if len(w.Outcomes) == 1 && w.Outcomes[0].Step == KindInitiative && w.Outcomes[0].Kind != KindInitiative { // a side's roll: its name and what it rolled
		title = strings.TrimSuffix(title, ": "+rules.Within(w.Outcomes[0].Label))
	}
	return title + ": " + strings.Join(parts, " · ")
}

// Whole is all that a step came to.
func (t *Wording) Whole(o *rules.Outcome) string {
	parts := make([]string, 0, 8)
	add := func(text string) { parts = append(parts, text) }
	came := func() {
		add("margin " + Number(o.Margin))
		add(o.Degree + " ×" + Number(o.Factor))
	}
	if o.Secret {
		add("secret")
	}
	if o.Skill != "" {
		add(o.Skill)
	}
	switch {
	case o.Versus != "":
		add(o.Versus + ", " + rules.Percent(o.Chance/100) + ": " + o.Throw)
		came()
	case o.Throw != "":
		add(o.Throw)
	case o.Degree != "":
		add(Chance(t.Rules, o.Chance) + ", rolled " + strconv.Itoa(o.Roll))
		came()
	case o.Roll > 0:
		add("rolled " + strconv.Itoa(o.Roll))
	}
	if o.Row != "" {
		add(strings.TrimSpace(o.Side + " " + o.Row))
	}
	if o.Total != nil {
		add(Number(*o.Total))
	}
	if o.Belief {
		add("is what is believed")
	}
	for _, text := range []string{o.Choice, o.Text} {
		if text != "" {
			add(text)
		}
	}
	if o.Overruled {
		add("overruled")
	}
	if o.Because != "" {
		add("because " + o.Because)
	}
	return strings.Join(append(parts, t.changes(o.Events, o.Who)...), " · ")
}

// groupRoll is the rolls of several actors in the log's words.
func (t *Wording) groupRoll(e *GroupRoll) (parts []string) {
	if len(e.Acts) > 0 {
		list := make([]string, len(e.Acts))
		for i, acting := range e.Acts {
			list[i] = t.Name(acting.Who) + " " + Number(acting.At)
		}
		parts = append(parts, "acts: "+strings.Join(list, ", "))
	}
	for _, rolled := range e.Rolls {
		o := rolled.Outcome
		who := t.Name(rolled.Who)
		if o.Kind == rules.KindFilter {
			who += " " + rules.Within(o.Label)
		}
		text := fmt.Sprintf("%s %s, rolled %d, %s", who, Chance(t.Rules, o.Chance), o.Roll, o.Degree)
		if o.Text != "" {
			text += " (" + o.Text + ")"
		}
		parts = append(parts, text)
	}
	for _, now := range e.Now {
		what, who := make([]string, len(now.Conditions)), make([]string, len(now.Who))
		for i, name := range now.Conditions {
			what[i] = t.condition(name)
		}
		for i, key := range now.Who {
			who[i] = t.Name(key)
		}
		parts = append(parts, strings.Join(what, ", ")+": "+strings.Join(who, ", "))
	}
	return parts
}

// sideRoll returns what a side rolled for who begins the round, with what counts in it: "activation roll 7, cards bid −3: 4". Where
// a term decides alone, as it is worth several dice, that is the reason and there is no sum: "activation roll 1, a natural 1 wins".
func sideRoll(o *rules.Outcome) string {
	label, total := rules.Within(o.Label), Number(*o.Total)
	if len(o.Dice) != 1 || float64(o.Dice[0].Result) == *o.Total {
		return label + " " + total
	}
	text, decided := fmt.Sprintf("%s %d", label, o.Dice[0].Result), false
	faces, _ := strconv.Atoi(strings.TrimPrefix(o.Dice[0].Die, "d"))
	for _, term := range o.Terms[min(1, len(o.Terms)):] {
		switch {
		case faces > 0 && math.Abs(term.Value) >= decides*float64(faces):
			text += ", " + rules.Within(term.Label)
			decided = true
		case term.Value != 0:
			text += ", " + rules.Within(term.Label) + " " + Signed(term.Value)
		}
	}
	if decided {
		return text
	}
	return text + ": " + total
}

// decides is how many times the faces of its die a term must be worth to decide a roll alone.
const decides = 5

// outcome is one step in the log's words. It names whom it is about and whom it is done to, where those are others than
// the subject and the one the entry is done to.
func (t *Wording) outcome(o *rules.Outcome, subject, whom string) string {
	label := rules.Within(o.Label)
	if o.Now != "" {
		label = "now"
	}
	if o.Whom != "" && o.Whom != whom && o.Whom != subject {
		label += " → " + t.Name(o.Whom)
	}
	var text string
	switch {
	case o.Versus != "":
		text = fmt.Sprintf("%s %s, %s: %s, %s", label, o.Versus, rules.Percent(o.Chance/100), Number(*o.Total), strings.ToLower(o.Degree))
	case o.Throw != "":
		text = label + " " + o.Throw
	case o.Roll > 0 && o.Degree != "":
		text = fmt.Sprintf("%s %s, rolled %d, %s", label, Chance(t.Rules, o.Chance), o.Roll, o.Degree)
		if o.Factor > 0 && o.Factor != 1 {
			text += " ×" + Number(o.Factor)
		}
	case o.Row != "":
		text = strings.TrimSpace(o.Side + " " + o.Row)
	case o.Total != nil:
		text = label + " " + Number(*o.Total)
		if o.Kind == KindInitiative {
			text = t.Acting(o.Events)
		} else if o.Step == KindInitiative {
			text = sideRoll(o)
		}
	case o.Choice != "":
		text = rules.Within(o.Choice)
	case o.Overruled:
		text = label + " " + o.Text
	}
	if o.Overruled {
		text += " (overruled)"
	}
	said, about := text != "", o.Who
	if !said && len(o.Events) > 0 && o.Events[0].Who != o.Who {
		about = subject // what it did to others is not begun with whose step it is
	}
	changes := t.changes(o.Events, about)
	if o.Kind == KindInitiative || len(changes) == 1 && strings.EqualFold(changes[0], text) {
		changes = nil
	}
	if !said && len(changes) == 0 {
		return ""
	}
	if said && len(changes) > 0 {
		text += " → "
	}
	text += strings.Join(changes, ", ")
	if about != "" && about != subject {
		text = t.Name(about) + " " + text
	}
	return text
}

// Acting is the turn that a step rolled.
func (t *Wording) Acting(events []rules.Event) string {
	for i := range events {
		if events[i].Kind == rules.EventTurn {
			return t.Turn(&events[i])
		}
	}
	return ""
}

// loose is what changed outside any step and is not in the title.
func (t *Wording) loose(w *Decided) []string {
	steps := map[EventIdentity]int{}
	for i := range w.Outcomes {
		for j := range w.Outcomes[i].Events {
			steps[Identify(&w.Outcomes[i].Events[j])]++
		}
	}
	var list []string
	for i := range w.Events {
		e := &w.Events[i]
		if steps[Identify(e)] > 0 {
			steps[Identify(e)]--
			continue
		}
		if i < w.told || t.Fleeting(w.Events, e) || t.marksDeed(e) || t.mirrors(w.Events, i) || t.runsOut(w.Events, e) {
			continue
		}
		if text := t.change(e, w.Who); text != "" && text != w.Title {
			list = append(list, text)
		}
	}
	return list
}

// runsOut reports whether an event ends what everybody who has it had until this round, and is the worse for by nothing: that the
// next round begins says it.
func (t *Wording) runsOut(events []rules.Event, e *rules.Event) bool {
	c, known := t.Rules.Conditions.Get(e.What)
	return e.Kind == rules.EventEnd && known && c.Passes() && !c.Bad &&
		slices.ContainsFunc(events, func(e rules.Event) bool { return e.Kind == rules.EventRound })
}

// marksDeed reports whether an event puts what is gone again once the deed is over. An option's mark outside any step is such:
// its steps say what came of it.
func (t *Wording) marksDeed(e *rules.Event) bool {
	c, known := t.Rules.Conditions.Get(e.What)
	return e.Kind == rules.EventPut && known && c.Fleeting()
}

// able says who can no longer act because of something that holds by itself, and who can again.
func (t *Wording) able() (list []string) {
	for _, x := range t.abilities() {
		if x.By.Holds.Text != "" {
			list = append(list, x.Who.Name+" "+x.Text())
		}
	}
	return list
}

// abilities lists who can no longer act, or can again, and who is past acting and resting now.
func (t *Wording) abilities() (list []AbilityChange) {
	list = AbilityChanges(t.Rules, t.before, t.after)
	for a, then := range t.after.Changed(t.before) {
		if then == nil || somebodyElse(a, then) {
			continue
		}
		by := past(t.Rules, a)
		if by == nil || past(t.Rules, then) == by {
			continue
		}
		if at := slices.IndexFunc(list, func(x AbilityChange) bool { return x.Who == a }); at >= 0 {
			list[at].By = by
		} else {
			list = append(list, AbilityChange{a, false, by})
		}
	}
	return list
}

// AbilityChange is an actor who could act and no longer can, or who can again.
type AbilityChange struct {
	Who *rules.Actor // as it is now
	Can bool
	By  *rules.Condition // what keeps, or kept, the actor from it
}

// Text says the change behind a name: "is down", "is no longer down".
func (x *AbilityChange) Text() string {
	if x.Can {
		return "is no longer " + rules.Within(x.By.Label)
	}
	return "is " + rules.Within(x.By.Label)
}

// AbilityChanges lists who of those in both states can act in one of them alone.
func AbilityChanges(rs *rules.Ruleset, before, after *rules.State) (list []AbilityChange) {
	for a, then := range after.Changed(before) {
		if then == nil || somebodyElse(a, then) {
			continue
		}
		could, was := then.CanAct(rs)
		can, why := a.CanAct(rs)
		if could != can {
			list = append(list, AbilityChange{a, can, cmp.Or(why, was)})
		}
	}
	return list
}

// somebodyElse reports whether an actor is another character than the one of its name before it, in another encounter.
func somebodyElse(a, was *rules.Actor) bool { return a.Sheet.Person.Name != was.Sheet.Person.Name }

// changes is what events did to people, in a few words each.
func (t *Wording) changes(events []rules.Event, who string) (list []string) {
	for i := 0; i < len(events); i++ {
		if events[i].Kind == rules.EventKnow {
			text, n := t.learns(events[i:])
			if text != "" {
				list = append(list, t.whose(&events[i], who)+text)
			}
			i += n - 1
			continue
		}
		if t.Fleeting(events, &events[i]) || t.mirrors(events, i) {
			continue
		}
		if text := t.change(&events[i], who); text != "" {
			list = append(list, text)
		}
	}
	return list
}

// change is what one event did; whose it is stands before it where it is not the one everything is about.
func (t *Wording) change(e *rules.Event, who string) (text string) {
	switch e.Kind {
	case rules.EventWon:
		text = t.won(e)
	case rules.EventPool, rules.EventPaid:
		text = Changed(e)
	case rules.EventPut:
		if text = t.Had(e); e.Text != "" {
			text += ": " + e.Text
		}
	case rules.EventNumber:
		if c, ok := t.Rules.Conditions.Get(e.What); !ok || !c.Marks() {
			text = t.Had(e) + cmp.Or(c.Numbered(e.Value), " 0")
		}
	case rules.EventEnd:
		text = "no longer " + t.Had(e)
	case rules.EventHold:
		item, known := t.Rules.Items.Get(e.What)
		if a := t.before.Find(e.Who); known && a != nil && !a.Ready(item) {
			text = "draws: " + rules.Within(item.Label)
		}
	case rules.EventDrop:
		text = "drops: " + strings.ToLower(rules.Words(e.What))
	case rules.EventActivity:
		if activity, ok := t.Rules.Activities.Get(e.What); ok {
			text = rules.Within(activity.Label)
		}
	case rules.EventTurn:
		text = t.Turn(e)
	case rules.EventDelay:
		text = t.delayed(e)
	case rules.EventDone:
		if _, condition := t.labelled(e.Text); !condition {
			text = e.Text
		}
	case rules.EventTell:
		if e.What != "" {
			return "" // the title tells it
		}
		if name := t.Name(e.Who); e.Who != who && e.Who != "" && !strings.HasPrefix(e.Text, name) {
			return name + ": " + e.Text
		}
		return e.Text
	}
	if text != "" {
		text = t.whose(e, who) + text
	}
	return text
}

// EventText is one event of a command that made the state of a game into next, in a few words; empty where the log says
// nothing of it.
func EventText(g *Game, next *rules.State, e *rules.Event) string {
	t := NewWording(g.Rules, g.State, next)
	return t.change(e, "")
}

// whose is the name of the one whom an event is about, where that is not the one everything is about.
func (t *Wording) whose(e *rules.Event, who string) string {
	if e.Who == who || e.Who == "" {
		return ""
	}
	return t.Name(e.Who) + " "
}

// Turn is when an actor acts next, told once and only where nothing later changed it.
func (t *Wording) Turn(e *rules.Event) string {
	if t.Rules.Order.InRounds() {
		return "" // whose turn is to come stands beside the names
	}
	if a := t.after.Find(e.Who); e.At < 0 || t.turned[e.Who] || a != nil && a.Turn != e.At {
		return ""
	}
	t.turned[e.Who] = true
	return "acts at " + Number(e.At)
}

// delayed says when an action lands that an answer of its actor delayed; empty where it was delayed or given up since.
func (t *Wording) delayed(e *rules.Event) string {
	a := t.after.Find(e.Who)
	if a == nil || a.Doing == nil || a.Doing.At != e.At {
		return ""
	}
	return a.Doing.Means(t.Rules) + " lands at " + Number(e.At)
}

// won says who won, and what: in the past, as a side may be one or many.
func (t *Wording) won(e *rules.Event) string { return e.Text + " won: " + t.after.Label }

// Had is what an event calls the condition it is about, with the thing that it is about and the one it is shared with.
func (t *Wording) Had(e *rules.Event) string {
	c, ok := t.Rules.Conditions.Get(e.What)
	if !ok {
		return t.condition(e.What)
	}
	other := ""
	if c.Paired() && e.Other != "" {
		other = t.Name(e.Other)
	}
	item, _ := t.Rules.Items.Get(e.Tool)
	return c.WordsOf(item, other)
}

func (t *Wording) condition(name string) string {
	if c, ok := t.Rules.Conditions.Get(name); ok {
		return rules.Within(c.Label)
	}
	return rules.Words(name)
}

// mirrors reports whether an event does to the other one what the event before it did.
func (t *Wording) mirrors(events []rules.Event, i int) bool {
	if i == 0 || events[i].Kind != events[i-1].Kind || events[i].Other != events[i-1].Who || events[i].Who != events[i-1].Other {
		return false
	}
	c, ok := t.Rules.Conditions.Get(events[i].What)
	return ok && c.Mirror.Text == events[i-1].What
}

func (t *Wording) labelled(label string) (*rules.Condition, bool) {
	for _, c := range t.Rules.Conditions.All {
		if c.Label == label {
			return c, true
		}
	}
	return nil, false
}

// Fleeting reports whether a condition began and ended within these events, or gave way to another of its group.
func (t *Wording) Fleeting(events []rules.Event, e *rules.Event) bool {
	if e.Kind != rules.EventEnd {
		return false
	}
	ended, known := t.Rules.Conditions.Get(e.What)
	for i := range events {
		other := &events[i]
		if other.Kind != rules.EventPut || other.Who != e.Who {
			continue
		}
		if other.What == e.What && (e.Other == "" || other.Other == e.Other) {
			return true
		}
		if c, ok := t.Rules.Conditions.Get(other.What); ok && known && c.Group != "" && c.Group == ended.Group {
			return true
		}
	}
	return false
}

// Name is what an actor is called, by its key: after the change, else before it, else the key in words.
func (t *Wording) Name(key string) string {
	for _, s := range []*rules.State{t.after, t.before} {
		if a := s.Find(key); a != nil {
			return a.Name
		}
	}
	return rules.Words(key)
}

// NextTurn is the count at which the first of these events puts a turn, 0 where none does.
func NextTurn(events []rules.Event) float64 {
	for _, e := range events {
		if e.Kind == rules.EventTurn {
			return e.At
		}
	}
	return 0
}

// EventIdentity is what tells one event from another.
type EventIdentity struct {
	kind      rules.EventKind
	who, what string
	id        int
	value, at float64
}

// Identify is the identity of an event.
func Identify(e *rules.Event) EventIdentity {
	return EventIdentity{e.Kind, e.Who, e.What, e.ID, e.Value, e.At}
}

// OwedText says in words what the timeline owes.
func (g *Game) OwedText(o rules.Owed) string {
	switch o.Kind {
	case rules.OwedTick:
		if o.Held.Text != "" {
			return o.Actor.Name + ": " + o.Held.Words(g.NameOf(o.Held.Other))
		}
		return o.Actor.Name + ": " + rules.Within(o.Held.Condition.Label)
	case rules.OwedAct:
		return o.Actor.Name + ": " + g.DoingText(o.Doing)
	case rules.OwedWay:
		return o.Actor.Name + " gets there"
	}
	return o.Actor.Name + "'s turn"
}

// DoingText says in words what an actor is doing: "attack → Grell (Short sword)".
func (g *Game) DoingText(d *rules.Doing) string {
	text := d.Action
	if action, ok := g.Rules.Actions.Get(d.Action); ok {
		text = rules.Within(action.Label)
	}
	if task, ok := g.Rules.Tasks.Get(d.Task); ok {
		text = rules.Within(task.Label)
	}
	if skill, ok := g.Rules.Skills.Get(d.Skill); ok {
		text = "check " + rules.Within(skill.Label)
	}
	if stat, ok := g.Rules.Stats.Get(d.Stat); ok {
		text = "check " + rules.Within(stat.Label)
	}
	if a := g.State.Find(d.Whom); a != nil {
		text += " → " + a.Name
	}
	if item, ok := g.Rules.Items.Get(d.Tool); ok {
		text += " (" + rules.Within(item.Label) + ")"
	}
	return text
}

// Landing says in words what an actor is doing, and when it takes effect.
func (g *Game) Landing(d *rules.Doing) string {
	return g.DoingText(d) + " at count " + Number(d.At)
}

// BothText is an action in words, with the one that is done at the same time.
func (g *Game) BothText(d *rules.Doing, text func(*Game, *rules.Doing) string) string {
	if d.Beside == nil {
		return text(g, d)
	}
	return text(g, d) + ", and " + text(g, d.Beside)
}
