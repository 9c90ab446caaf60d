package gm

import (
	"fmt"
	"slices"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/rules"
	"hybrid/rules/source"
)

// carry decides what a line asks for. It changes nothing.
func (g *Game) carry(l *line, k rules.Known) (work, error) {
	if err := l.surplus(); err != nil {
		return work{}, err
	}
	switch l.verb {
	case "begin":
		return timeline{g}.begin(l, k)
	case "note":
		return timeline{g}.note(l)
	case "pass":
		return downtime{g}.pass(l, k)
	case "roll":
		return downtime{g}.roll(l, k)
	case "contest":
		return downtime{g}.contest(l, k)
	case "award":
		return downtime{g}.award(l, k)
	case "train":
		return downtime{g}.train(l, k)
	case "raise":
		return downtime{g}.raise(l, k)
	case "favourite":
		return timeline{g}.favourite(l)
	case "replace":
		return timeline{g}.replace(l)
	}
	if !g.State.Running {
		return work{}, g.idleRefusal()
	}
	switch l.verb {
	case "finish":
		return titled("the encounter ends: "+g.State.Label, "", rules.Event{Kind: rules.EventFinish}), nil
	case "initiative":
		return timeline{g}.initiative(l, k)
	case "next":
		return timeline{g}.next(k)
	case "wait":
		return timeline{g}.wait(l)
	case "set":
		return timeline{g}.set(l, k)
	case "put", "end":
		return timeline{g}.condition(l, k)
	case "add":
		return timeline{g}.add(l, k)
	case "remove":
		return timeline{g}.remove(l)
	case "hold":
		return timeline{g}.hold(l)
	case "turn":
		return timeline{g}.turn(l)
	case "waive":
		return timeline{g}.waive(l, k)
	case "tick":
		return timeline{g}.tick(l)
	case "act":
		return timeline{g}.act(l)
	case "do":
		return timeline{g}.activity(l, k)
	case "scene":
		return timeline{g}.scene(l)
	case "give":
		return timeline{g}.giveUp(l, k)
	case "place":
		return downtime{g}.place(l)
	case "move":
		return downtime{g}.move(l, k)
	}
	return timeline{g}.declare(l, k)
}

// surplus refuses what a verb has no use for.
func (l *line) surplus() error {
	switch l.verb {
	case "", "check", "task", "roll", "contest", "scene", "note":
		return nil
	case "finish", "next":
		if len(l.words) > 0 || l.who != "" {
			return refusal("%s stands by itself; leave out the rest", l.verb)
		}
	}
	if len(l.options) > 0 {
		return refusal("%s takes no options; leave out: %s", l.verb, strings.Join(l.options, ", "))
	}
	return nil
}

// titled is a command that comes to these events, all of which its title tells.
func titled(title, who string, list ...rules.Event) work {
	return work{Decision: rules.Decision{Events: list}, title: title, who: who, told: len(list)}
}

func (g *Game) first() string {
	if list := g.Campaign.Encounters(); len(list) > 0 {
		return list[0].Name
	}
	return "NAME"
}

func (g timeline) begin(l *line, k rules.Known) (work, error) {
	if g.State.Running {
		return work{}, refusal("%s is still running; end it first: finish", g.State.Label)
	}
	list := g.Campaign.Encounters()
	fresh := len(l.words) > 1 && l.words[len(l.words)-1] == "fresh"
	if fresh {
		l.words = l.words[:len(l.words)-1]
	}
	i, err := pick("encounter", strings.Join(l.words, " "), len(list), func(i int) (string, string) { return list[i].Name, list[i].Label })
	if err != nil {
		return work{}, err
	}
	e := list[i]
	w := work{title: "the encounter begins: " + e.Label}
	w.Events = append(w.Events, rules.Event{Kind: rules.EventBegin, What: e.Name, Text: e.Label, Words: e.Situations})
	for _, c := range e.Combatants {
		if known := g.known(c); known && !fresh {
			w.Events = append(w.Events, c.Placed(rules.Event{Kind: rules.EventJoin, Who: c.Key, What: c.Side})...)
			continue
		}
		joined, err := g.joining(c.From, c.Key, c.Side, c.Name)
		if err != nil {
			return work{}, err
		}
		w.Events = append(w.Events, c.Placed(joined)...)
	}
	w.told = len(w.Events)
	return w, g.wake(&w, k)
}

// wake lets the conditions that some come in with begin to act.
func (g timeline) wake(w *work, k rules.Known) error {
	next, err := g.Rules.Apply(g.State, w.Events)
	if err != nil {
		return err
	}
	more, err := g.Rules.ByHand(next, k, func(r *rules.Run) {
		for _, e := range w.Events {
			if e.Kind == rules.EventJoin && e.Sheet != "" {
				r.Wake(e.Who)
			}
		}
	})
	w.Events, w.Dice = append(w.Events, more.Events...), append(w.Dice, more.Dice...)
	return err
}

// known tells whether one who takes part was here before; then he comes as he left, wounds and all. Somebody else may
// have been called so in another encounter.
func (g *Game) known(c campaign.Combatant) bool {
	for _, list := range [][]*rules.Actor{g.State.Actors, g.State.Away} {
		for _, a := range list {
			if a.Key != c.Key || c.Name != "" && c.Name != a.Name {
				continue
			}
			sheet, _, err := g.Campaign.Character(c.From)
			return err == nil && sheet.Person.Name == a.Sheet.Person.Name
		}
	}
	return false
}

// joining is somebody coming in, with the character file as it is now.
func (g timeline) joining(from, key, side, name string) (rules.Event, error) {
	sheet, text, err := g.Campaign.Character(from)
	if err != nil {
		return rules.Event{}, refusal("%s", strings.SplitN(err.Error(), "\n", 2)[0])
	}
	if key == "" {
		key = sheet.Key
	}
	return rules.Event{Kind: rules.EventJoin, Who: key, What: side, Text: name, Sheet: text}, nil
}

func (g timeline) note(l *line) (work, error) {
	text := strings.Join(append([]string{strings.Join(l.words, " ")}, l.options...), ", ")
	if text == "" {
		return work{}, refusal("say what to note")
	}
	return titled("note: "+text, "", rules.Event{Kind: rules.EventTell, Text: text}), nil
}

// initiative rolls for one, or for all who have no turn, nothing in the making, and do not wait.
func (g timeline) initiative(l *line, k rules.Known) (work, error) {
	w := work{title: "initiative"}
	var who []string
	if l.who == "" && (len(l.words) == 0 || len(l.words) == 1 && l.words[0] == "all") {
		if who = g.idle(); len(who) == 0 {
			return w, refusal("everybody who can act has initiative; for one again: initiative NAME")
		}
	} else {
		a, err := g.alone(l)
		if err == nil {
			err = g.free(a)
		}
		if err != nil {
			return w, err
		}
		w.title, w.who = a.Name+": initiative", a.Key
		who = []string{a.Key}
	}
	var err error
	w.Decision, err = g.Rules.Enter(g.State, who, k)
	return w, err
}

// free refuses somebody who cannot act or is busy.
func (g *Game) free(a *rules.Actor) error {
	if ok, why := g.Rules.CanAct(a); !ok {
		return refusal("%s cannot act: %s; somebody else may, or: next", a.Name, strings.ToLower(why.Label))
	}
	if a.Doing != nil {
		return refusal("%s has an action in the making; give it up first: %s: give up", a.Name, a.Key)
	}
	return nil
}

// idle lists those who could act and are owed nothing.
func (g *Game) idle() (who []string) {
	for _, a := range g.State.Actors {
		if ok, _ := g.Rules.CanAct(a); ok && a.Turn < 0 && a.Doing == nil && !a.Waiting {
			who = append(who, a.Key)
		}
	}
	return who
}

func (g timeline) next(k rules.Known) (work, error) {
	owed := g.Rules.Owed(g.State)
	acts := slices.ContainsFunc(owed, func(o rules.Owed) bool { return o.Kind != rules.OwedTick })
	if idle := g.idle(); !acts && len(idle) > 0 {
		return g.initiative(&line{}, k)
	}
	w := work{title: "next"}
	if len(owed) == 0 {
		return w, g.standstill()
	}
	w.title, w.who = g.OwedText(owed[0]), owed[0].Actor.Key
	if doing := owed[0].Doing; doing != nil {
		w.whom = doing.Whom
	}
	var err error
	w.Decision, err = g.Rules.Next(g.State, k)
	return w, err
}

// standstill says why time does not go on by itself, and what would help.
func (g timeline) standstill() error {
	for _, a := range g.State.Actors {
		if a.Open {
			return refusal("%s is to declare first; or: wait", a.Name)
		}
	}
	for _, a := range g.State.Actors {
		if a.Waiting {
			return refusal("nothing is owed, and %s waits; say what %s does, such as %s: …, or: initiative %s", a.Name, a.Name, a.Key, a.Key)
		}
	}
	return refusal("nothing is owed, nobody here can act; add somebody, or: finish")
}

// OwedText says in words what the timeline owes.
func (g *Game) OwedText(o rules.Owed) string {
	switch o.Kind {
	case rules.OwedTick:
		return o.Actor.Name + ": " + strings.ToLower(o.Held.Condition.Label)
	case rules.OwedAct:
		return o.Actor.Name + ": " + g.doingText(o.Doing)
	}
	return o.Actor.Name + "'s turn"
}

// doingText says in words what somebody is doing: "attack → Grell (Short sword)".
func (g *Game) doingText(d *rules.Doing) string {
	text := d.Action
	if action, ok := g.Rules.Actions.Get(d.Action); ok {
		text = strings.ToLower(action.Label)
	}
	if task, ok := g.Rules.Tasks.Get(d.Task); ok {
		text = strings.ToLower(task.Label)
	}
	if skill, ok := g.Rules.Skills.Get(d.Skill); ok {
		text = "check " + strings.ToLower(skill.Label)
	}
	if a := g.State.Find(d.Whom); a != nil {
		text += " → " + a.Name
	}
	if item, ok := g.Rules.Items.Get(d.Tool); ok {
		text += " (" + strings.ToLower(item.Label) + ")"
	}
	return text
}

// landing says in words what somebody is doing, and when it takes effect.
func (g *Game) landing(d *rules.Doing) string {
	return g.doingText(d) + " at count " + Number(d.At)
}

// bothText is an action in words, with the one that is done at the same time.
func (g *Game) bothText(d *rules.Doing, text func(*Game, *rules.Doing) string) string {
	if d.Beside == nil {
		return text(g, d)
	}
	return text(g, d) + ", and " + text(g, d.Beside)
}

func (g timeline) wait(l *line) (work, error) {
	if len(l.words) > 0 && l.who == "" {
		l.who, l.words = strings.Join(l.words, " "), nil
	}
	if len(l.words) > 0 {
		return work{}, refusal("%s takes only a name; leave out: %s", l.verb, strings.Join(l.words, " "))
	}
	a, err := g.subject(l)
	if err != nil {
		return work{}, err
	}
	if !a.Open {
		return work{}, refusal("%s's turn has not come, and only then one waits; let time go on: next", a.Name)
	}
	return titled(a.Name+" waits", a.Key, rules.Event{Kind: rules.EventWaiting, Who: a.Key}), nil
}

func (g timeline) giveUp(l *line, k rules.Known) (work, error) {
	if len(l.words) == 0 || l.words[0] != "up" {
		return work{}, refusal("say: give up, or NAME: give up")
	}
	if len(l.words) > 1 && l.who == "" {
		l.who = strings.Join(l.words[1:], " ")
	}
	a, err := g.busy(l)
	if err != nil {
		return work{}, err
	}
	w := work{title: a.Name + " gives up: " + g.bothText(a.Doing, (*Game).doingText), who: a.Key, told: 1}
	w.Decision, err = g.Rules.ByHand(g.State, k, func(r *rules.Run) { r.GiveUp(a.Key) })
	return w, err
}

// busy finds who gives up an action: the one named, or the only one who has one in the making.
func (g *Game) busy(l *line) (*rules.Actor, error) {
	if l.who != "" {
		a, err := g.actor(l.who)
		if err == nil && a.Doing == nil {
			return nil, refusal("%s has nothing in the making that could be given up", a.Name)
		}
		return a, err
	}
	var found *rules.Actor
	for _, a := range g.State.Actors {
		if a.Doing != nil && found != nil {
			return nil, refusal("say who, such as %s: give up", a.Key)
		}
		if a.Doing != nil {
			found = a
		}
	}
	if found == nil {
		return nil, refusal("nobody has an action in the making; one who has a turn may wait")
	}
	return found, nil
}

// leftOver is how what a pool lost since its drain last drew is called.
const leftOver = "left_over"

// set brings a pool to a value, or changes it: `set NAME POOL 20`, `… -5 because a fall`; `… =-5` for one below zero;
// `set NAME POOL left_over 6` for what it lost since its drain last drew.
func (g timeline) set(l *line, k rules.Known) (work, error) {
	a, rest, err := g.about(l)
	if err != nil {
		return work{}, err
	}
	pools := g.Rules.Pools.All
	over := len(rest) == 3 && rest[1] == leftOver
	if over {
		rest = []string{rest[0], rest[2]}
	}
	if len(rest) != 2 {
		return work{}, refusal("say which pool and its value: set %s %s 20, or -5, or +5", a.Key, pools[0].Name)
	}
	i, err := pick("pool", rest[0], len(pools), func(i int) (string, string) { return strings.ToLower(pools[i].Name), pools[i].Label })
	if err != nil {
		return work{}, err
	}
	pool, text := pools[i], strings.ReplaceAll(rest[1], "−", "-")
	value, err := Amount(strings.TrimPrefix(text, "="), pool.Name)
	if err != nil {
		return work{}, err
	}
	now, name := a.Now(pool), pool.Name
	if over {
		now, name = a.Over(pool), pool.Name+" left over"
	}
	if text[0] == '-' || text[0] == '+' {
		value += now
	}
	w := work{title: fmt.Sprintf("%s: %s %s → %s", a.Name, name, Number(now), Number(value)), who: a.Key, told: 1}
	w.Decision, err = g.Rules.ByHand(g.State, k, func(r *rules.Run) {
		if over {
			r.SetOver(a.Key, pool, value)
		} else {
			r.Set(a.Key, pool, value)
		}
	})
	return w, err
}

// condition puts or ends a condition by hand.
func (g timeline) condition(l *line, k rules.Known) (work, error) {
	a, rest, err := g.about(l)
	if err != nil {
		return work{}, err
	}
	other := ""
	if at := slices.Index(rest, "by"); at > 0 {
		b, err := g.actor(strings.Join(rest[at+1:], " "))
		if err != nil {
			return work{}, err
		}
		other, rest = b.Key, rest[:at]
	}
	number := 0.0
	if n := len(rest); n > 1 && l.verb == "put" {
		if value, err := Amount(rest[n-1], "a condition"); err == nil {
			number, rest = value, rest[:n-1]
		}
	}
	tool, named := a.Tool, slices.Index(rest, "with")
	if named >= 0 {
		if tool, err = g.item(a, strings.Join(rest[named+1:], " ")); err != nil {
			return work{}, err
		}
		rest = rest[:named]
	}
	list := g.Rules.Conditions.All
	i, err := pick("condition", strings.Join(rest, " "), len(list), func(i int) (string, string) { return list[i].Name, list[i].Label })
	if err != nil {
		return work{}, err
	}
	c := list[i]
	if c.Holds.Text != "" {
		return work{}, refusal("%s holds by itself (%s); change what it depends on", c.Label, c.Holds.Text)
	}
	switch {
	case !c.Tool && named >= 0:
		return work{}, refusal("%s is about nothing that one uses; leave out with %s", c.Label, tool.Name)
	case c.Tool && tool == nil:
		return work{}, refusal("say with what: %s %s %s with ITEM", l.verb, a.Key, c.Name)
	case other != "" && (!c.Paired() || other == a.Key):
		return work{}, refusal("%s is not between %s and %s; leave out: by", c.Label, a.Name, g.nameOf(other))
	case l.verb == "put":
		return g.put(a, c, tool, number, other, k)
	}
	if !g.Rules.Has(a, c) {
		return work{}, refusal("%s is not %s; what could end: %s", a.Name, strings.ToLower(c.Label), had(a))
	}
	w := work{title: a.Name + " is no longer: " + c.Words(g.nameOf(other)), who: a.Key}
	w.Decision, err = g.Rules.ByHand(g.State, k, func(r *rules.Run) { r.End(a.Key, c, tool, other) })
	if err == nil && c.Paired() && len(w.Events) == 0 {
		return w, refusal("%s is not %s; what could end: %s", a.Name, c.Words(g.nameOf(other)), had(a))
	}
	for w.told < len(w.Events) && w.Events[w.told].Kind == rules.EventEnd {
		w.told++
	}
	return w, err
}

// had lists the conditions somebody has.
func had(a *rules.Actor) string {
	if len(a.Conditions) == 0 {
		return "nothing"
	}
	names := make([]string, len(a.Conditions))
	for i := range a.Conditions {
		names[i] = a.Conditions[i].Condition.Name
	}
	return strings.Join(names, ", ")
}

func (g timeline) put(a *rules.Actor, c *rules.Condition, tool *rules.Item, number float64, other string, k rules.Known) (w work, err error) {
	if c.Paired() && other == "" {
		return w, refusal("%s is between two; say with whom: put %s %s by NAME", c.Label, a.Key, c.Name)
	}
	label := c.Words(g.nameOf(other))
	if c.Tool {
		label += " (" + strings.ToLower(tool.Label) + ")"
	}
	w = work{title: a.Name + " is now: " + label, who: a.Key}
	w.Decision, err = g.Rules.ByHand(g.State, k, func(r *rules.Run) { r.Put(a.Key, c, tool, number, other) })
	put := slices.IndexFunc(w.Events, func(e rules.Event) bool { return e.Kind == rules.EventPut })
	if err == nil && put < 0 {
		return w, refusal("%s is %s already, or worse; end that first: end %s CONDITION", a.Name, strings.ToLower(c.Label), a.Key)
	}
	w.told = put + 1
	return w, err
}

// add brings somebody in: `add FILE as NAME side SIDE`.
func (g timeline) add(l *line, k rules.Known) (work, error) {
	given := map[string]string{}
	at := "file"
	for _, word := range l.words {
		if word == "as" || word == "side" {
			at = word
			continue
		}
		given[at] = strings.TrimSpace(given[at] + " " + word)
	}
	from, name := given["file"], given["as"]
	if from == "" || l.who != "" {
		return work{}, refusal("say who: add FILE, or: add FILE as NAME side SIDE")
	}
	key := strings.ToLower(strings.ReplaceAll(name, " ", "_"))
	if key != "" && g.State.Find(key) != nil {
		return work{}, refusal("%s is here already; give another name: add %s as NAME", key, from)
	}
	e, err := g.joining(from, key, given["side"], "")
	if err != nil {
		return work{}, err
	}
	if e.Text = name; name != "" && name == key {
		e.Text = rules.Words(name)
	}
	label := e.Text
	if label == "" {
		label = rules.Words(e.Who)
	}
	for n, base := 2, e.Who; g.State.Find(e.Who) != nil; n++ {
		e.Who, e.Text = fmt.Sprintf("%s_%d", base, n), fmt.Sprintf("%s %d", rules.Words(base), n)
		label = e.Text
	}
	w := titled(label+" comes in", e.Who, e)
	return w, g.wake(&w, k)
}

func (g timeline) remove(l *line) (work, error) {
	a, err := g.alone(l)
	if err != nil {
		return work{}, err
	}
	w := work{title: a.Name + " leaves", who: a.Key}
	w.Decision, err = g.Rules.ByHand(g.State, rules.Known{}, func(r *rules.Run) { r.Leave(a.Key) })
	return w, err
}

func (g timeline) hold(l *line) (work, error) {
	a, rest, err := g.about(l)
	if err != nil {
		return work{}, err
	}
	item, err := g.item(a, strings.Join(rest, " "))
	if err != nil {
		return work{}, err
	}
	return titled(a.Name+" holds: "+strings.ToLower(item.Label), a.Key,
		rules.Event{Kind: rules.EventHold, Who: a.Key, What: item.Name}), nil
}

// turn moves somebody's turn to a count by hand.
func (g timeline) turn(l *line) (work, error) {
	a, rest, err := g.about(l)
	if err != nil {
		return work{}, err
	}
	if len(rest) != 1 {
		return work{}, refusal("say at which count: turn %s %s", a.Key, Number(g.State.Count+5))
	}
	at, err := Amount(rest[0], "turn")
	if err != nil {
		return work{}, err
	}
	if at < g.State.Count {
		return work{}, refusal("count %s is over; name one from %s on", Number(at), Number(g.State.Count))
	}
	if err := g.free(a); err != nil {
		return work{}, err
	}
	return titled(fmt.Sprintf("%s's turn is at count %s", a.Name, Number(at)), a.Key,
		rules.Event{Kind: rules.EventTurn, Who: a.Key, At: at, By: at - g.State.Count}), nil
}

func (g timeline) activity(l *line, k rules.Known) (work, error) {
	a, rest, err := g.about(l)
	if err != nil {
		return work{}, err
	}
	activity, err := g.activityOf(rest)
	if err != nil {
		return work{}, err
	}
	w := work{title: a.Name + ": " + strings.ToLower(activity.Label), who: a.Key, told: 1}
	w.Decision, err = g.Rules.ByHand(g.State, k, func(r *rules.Run) { r.Begin(a.Key, activity) })
	return w, err
}

// activityOf finds the activity that some words name.
func (g *Game) activityOf(words []string) (*rules.Activity, error) {
	list := g.Rules.Activities.All
	i, err := pick("activity", strings.Join(words, " "), len(list), func(i int) (string, string) { return list[i].Name, list[i].Label })
	if err != nil {
		return nil, err
	}
	return list[i], nil
}

// scene sets what holds for everybody, or for the one who is named alone; without words, nothing does.
func (g timeline) scene(l *line) (work, error) {
	title := "the scene"
	if l.who != "" {
		a, err := g.actor(l.who)
		if err != nil {
			return work{}, err
		}
		title = "the scene for " + a.Name + " only"
	}
	var names, labels []string
	texts := l.options
	if len(l.words) > 0 {
		texts = append([]string{strings.Join(l.words, " ")}, texts...)
	}
	for _, text := range texts {
		situation, rest, err := g.ticking(text)
		if err != nil {
			return work{}, err
		}
		if rest != "" || !situation.Lasting() {
			return work{}, refusal("%s cannot hold for longer than a roll; name situations with commas between, such as scene %s", text, g.lasting())
		}
		if !slices.Contains(names, situation.Name) {
			names, labels = append(names, situation.Name), append(labels, strings.ToLower(situation.Label))
		}
	}
	if len(names) == 0 {
		labels = []string{"nothing special"}
	}
	return titled(title+": "+strings.Join(labels, ", "), l.who, rules.Event{Kind: rules.EventScene, Who: l.who, Words: names}), nil
}

// lasting is a situation that may hold for everybody, for an example.
func (g timeline) lasting() string {
	for _, situation := range g.Rules.Situations.All {
		if situation.Lasting() {
			return situation.Name
		}
	}
	return "NAME"
}

// declare is somebody saying what it does.
func (g timeline) declare(l *line, k rules.Known) (work, error) {
	a, err := g.subject(l)
	if err != nil {
		return work{}, err
	}
	d, err := g.doing(l, a)
	if err != nil {
		return work{}, err
	}
	w := work{who: a.Key, whom: d.Whom}
	w.Decision, err = g.Rules.Declare(g.State, a.Key, d, k)
	w.title = a.Name + ": " + g.bothText(&d, (*Game).doingText)
	for _, e := range w.Events {
		if e.Kind == rules.EventDoing && e.Who == a.Key {
			w.title = a.Name + ": " + g.bothText(e.Doing, (*Game).landing)
		}
	}
	return w, err
}

// Preview is what a line would do, without doing it.
type Preview struct {
	Title    string
	Who      string
	Whom     string
	Prospect *rules.CheckPreview
	Odds     []rules.Odd
	Time     []rules.Term
	Counts   float64
	At       float64
	Options  []Option
	Points   float64      // that could be spent to be faster
	Tool     string       // what it is done with
	Tools    []Completion // what it could be done with
	Beside   *Preview     // the first of two actions at the same time, where this is the second; nil for one alone
}

// Option is a situation that may be ticked for an action.
type Option struct {
	Name   string
	Label  string
	Hint   string
	Ask    string       // what must be said with it; empty if nothing
	Rows   []Completion // where a row is asked for
	Ticked bool
}

// Preview works a line out without rolling or changing anything. Who is not at turn yet is shown all the same. Of two
// actions at the same time it is the second.
func (g *Game) Preview(text string) (Preview, error) {
	l, err := g.parse(text)
	if err != nil {
		return Preview{}, err
	}
	if !l.rolled() {
		return Preview{Title: text}, nil
	}
	a, d, err := g.deed(&l)
	if err != nil {
		return Preview{}, err
	}
	first, err := preview{g}.foreshow(a, &d)
	if err != nil || d.Beside == nil {
		return first, err
	}
	p, err := preview{g}.foreshow(a, d.Beside)
	p.Beside = &first
	return p, err
}

// foreshow is what one action would do.
func (g preview) foreshow(a *rules.Actor, d *rules.Doing) (Preview, error) {
	cast, err := g.Rules.Preview(g.State, a.Key, *d, nil)
	if err != nil {
		return Preview{}, err
	}
	if cast.Tool != nil && d.Tool == "" && len(cast.Action.With) > 0 {
		d.Tool = cast.Tool.Name
	}
	p := Preview{Title: a.Name + ": " + g.doingText(d), Who: a.Key, Whom: d.Whom, Prospect: cast.Roll, Time: cast.Time,
		Counts: cast.Counts, At: g.State.Count + cast.Counts, Points: cast.Points}
	if len(cast.Action.With) > 0 {
		p.Tool, p.Tools = d.Tool, g.tools(cast.Action, a)
	}
	if p.Prospect != nil {
		p.Odds, _ = p.Prospect.Odds()
	}
	p.Options = g.related(a, d)
	for _, situation := range cast.Options {
		p.Options = append(p.Options, g.choice(situation.Situation, situation.Gives, d.Options))
	}
	return p, nil
}

// rolled tells whether a line declares an action, a check or a task.
func (l *line) rolled() bool { return l.action != nil || l.verb == "check" || l.verb == "task" }

// deed is who does what by a line that declares something.
func (g *Game) deed(l *line) (a *rules.Actor, d rules.Doing, err error) {
	if a, err = g.subject(l); err != nil {
		return nil, d, err
	}
	d, err = g.doing(l, a)
	return a, d, err
}

// related lists the skills that may stand in for one that somebody lacks, best first.
func (g preview) related(a *rules.Actor, d *rules.Doing) (list []Option) {
	skill, ok := g.Rules.Skills.Get(d.Skill)
	if !ok || a.Sheet.Rank(skill) > rules.Unranked {
		return nil
	}
	for _, near := range g.Rules.Stands(a, skill) {
		list = append(list, Option{Name: "related " + near.Name, Label: "With " + strings.ToLower(near.Label), Hint: g.Rules.Nearness(skill, near),
			Ticked: d.StandIn == near.Name})
	}
	return list
}

// tools lists what somebody could do an action with, what is in hand first.
func (g preview) tools(action *rules.Action, a *rules.Actor) (list []Completion) {
	for _, item := range action.Tools(a) {
		list = append(list, Completion{item.Name, item.Label, g.Rules.Note(item)})
	}
	return list
}

func (g preview) choice(situation *rules.Situation, hint string, ticked []rules.Option) Option {
	c := Option{Name: situation.Name, Label: situation.Label, Hint: hint, Rows: named(situation.Ask.Rows())}
	if situation.Ask != nil {
		c.Ask = situation.Ask.What
	}
	for _, option := range ticked {
		c.Ticked = c.Ticked || option.Situation == situation.Name
	}
	return c
}

// Owed lists what the timeline owes, next first; nothing outside an encounter.
func (g *Game) Owed() []rules.Owed {
	if !g.State.Running {
		return nil
	}
	return g.Rules.Owed(g.State)
}

// Burden is what weighs on somebody's bodily actions now, and what does.
func (g *Game) Burden(who string) (float64, []rules.Term) {
	a, m := g.State.Find(who), g.Rules.HandModifier()
	if a == nil || m == nil {
		return 0, nil
	}
	return g.Rules.Burden(g.State, a, m.Name, g.Rules.Pack.Burden...)
}

// why explains a number of an actor: "kira pdf", "grell sword". The text says what it is. initiative explains the last
// one that an actor rolled.
func (g *Game) why(subject string, initiative func(*rules.Actor) ([]rules.Term, string, error)) ([]rules.Term, string, error) {
	a, rest, err := g.leading(strings.Fields(clean(subject)))
	if err != nil {
		return nil, "", err
	}
	name := strings.Join(rest, " ")
	for _, known := range append(g.Rules.Stats.Names(), g.Rules.Pools.Names()...) {
		if strings.EqualFold(known, name) {
			value, terms, _ := g.Rules.Explain(a.Sheet, known)
			return terms, fmt.Sprintf("%s's %s is %s", a.Name, known, Number(value)), nil
		}
	}
	if terms, text, found, err := g.whyMoment(a, name, initiative); found {
		return terms, text, err
	}
	skill, err := g.skill(name)
	if err != nil {
		return nil, "", refusal("ask for a statistic, a pool, a skill, an action or the initiative of %s%s", a.Name, source.Suggest(name, g.Rules.Stats.Names()))
	}
	cast, err := g.Rules.Preview(g.State, a.Key, rules.Doing{Skill: skill.Name}, nil)
	if err != nil {
		return nil, "", err
	}
	if cast.Roll == nil {
		return nil, "", refusal("%s is not rolled; ask for another skill", strings.ToLower(skill.Label))
	}
	text := fmt.Sprintf("%s's chance with %s is %s", a.Name, strings.ToLower(skill.Label), Chance(g.Rules, cast.Roll.Chance))
	return cast.Roll.Terms, strings.Join(append([]string{text}, g.Rules.Means(skill)...), "\n"), nil
}
