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
func (s *Session) carry(l *line, k rules.Known) (work, error) {
	if err := l.surplus(); err != nil {
		return work{}, err
	}
	switch l.verb {
	case "begin":
		return s.begin(l, k)
	case "note":
		return s.note(l)
	case "pass":
		return s.pass(l, k)
	case "roll":
		return s.roll(l, k)
	case "contest":
		return s.contest(l, k)
	case "award":
		return s.award(l, k)
	case "train":
		return s.train(l, k)
	case "raise":
		return s.raise(l, k)
	case "favourite":
		return s.favourite(l)
	case "replace":
		return s.replace(l)
	}
	if !s.state.Running {
		return work{}, s.idleRefusal()
	}
	switch l.verb {
	case "finish":
		return titled("the encounter ends: "+s.state.Label, "", rules.Event{Kind: rules.EventFinish}), nil
	case "initiative":
		return s.initiative(l, k)
	case "next":
		return s.next(k)
	case "wait":
		return s.wait(l)
	case "set":
		return s.set(l, k)
	case "put", "end":
		return s.condition(l, k)
	case "add":
		return s.add(l, k)
	case "remove":
		return s.remove(l)
	case "hold":
		return s.hold(l)
	case "turn":
		return s.turn(l)
	case "waive":
		return s.waive(l, k)
	case "tick":
		return s.tick(l)
	case "act":
		return s.act(l)
	case "do":
		return s.activity(l, k)
	case "scene":
		return s.scene(l)
	case "give":
		return s.giveUp(l, k)
	case "place":
		return s.place(l)
	case "move":
		return s.move(l, k)
	}
	return s.declare(l, k)
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

func (s *Session) first() string {
	if list := s.campaign.Encounters(); len(list) > 0 {
		return list[0].Name
	}
	return "NAME"
}

func (s *Session) begin(l *line, k rules.Known) (work, error) {
	if s.state.Running {
		return work{}, refusal("%s is still running; end it first: finish", s.state.Label)
	}
	list := s.campaign.Encounters()
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
		if known := s.known(c); known && !fresh {
			w.Events = append(w.Events, c.Placed(rules.Event{Kind: rules.EventJoin, Who: c.Key, What: c.Side})...)
			continue
		}
		joined, err := s.joining(c.From, c.Key, c.Side, c.Name)
		if err != nil {
			return work{}, err
		}
		w.Events = append(w.Events, c.Placed(joined)...)
	}
	w.told = len(w.Events)
	return w, s.wake(&w, k)
}

// wake lets the conditions that some come in with begin to act.
func (s *Session) wake(w *work, k rules.Known) error {
	next, err := s.rules.Apply(s.state, w.Events)
	if err != nil {
		return err
	}
	more, err := s.rules.Hand(next, k, func(r *rules.Run) {
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
func (s *Session) known(c campaign.Combatant) bool {
	for _, list := range [][]*rules.Actor{s.state.Actors, s.state.Away} {
		for _, a := range list {
			if a.Key != c.Key || c.Name != "" && c.Name != a.Name {
				continue
			}
			sheet, _, err := s.campaign.Character(c.From)
			return err == nil && sheet.Person.Name == a.Sheet.Person.Name
		}
	}
	return false
}

// joining is somebody coming in, with the character file as it is now.
func (s *Session) joining(from, key, side, name string) (rules.Event, error) {
	sheet, text, err := s.campaign.Character(from)
	if err != nil {
		return rules.Event{}, refusal("%s", strings.SplitN(err.Error(), "\n", 2)[0])
	}
	if key == "" {
		key = sheet.Key
	}
	return rules.Event{Kind: rules.EventJoin, Who: key, What: side, Text: name, Sheet: text}, nil
}

func (s *Session) note(l *line) (work, error) {
	text := strings.Join(append([]string{strings.Join(l.words, " ")}, l.options...), ", ")
	if text == "" {
		return work{}, refusal("say what to note")
	}
	return titled("note: "+text, "", rules.Event{Kind: rules.EventTell, Text: text}), nil
}

// initiative rolls for one, or for all who have no turn, nothing in the making, and do not wait.
func (s *Session) initiative(l *line, k rules.Known) (work, error) {
	w := work{title: "initiative"}
	var who []string
	if l.who == "" && (len(l.words) == 0 || len(l.words) == 1 && l.words[0] == "all") {
		if who = s.idle(); len(who) == 0 {
			return w, refusal("everybody who can act has initiative; for one again: initiative NAME")
		}
	} else {
		a, err := s.alone(l)
		if err == nil {
			err = s.free(a)
		}
		if err != nil {
			return w, err
		}
		w.title, w.who = a.Name+": initiative", a.Key
		who = []string{a.Key}
	}
	var err error
	w.Decision, err = s.rules.Enter(s.state, who, k)
	return w, err
}

// free refuses somebody who cannot act or is busy.
func (s *Session) free(a *rules.Actor) error {
	if ok, why := s.rules.CanAct(a); !ok {
		return refusal("%s cannot act: %s; somebody else may, or: next", a.Name, strings.ToLower(why.Label))
	}
	if a.Doing != nil {
		return refusal("%s has an action in the making; give it up first: %s: give up", a.Name, a.Key)
	}
	return nil
}

// idle lists those who could act and are owed nothing.
func (s *Session) idle() (who []string) {
	for _, a := range s.state.Actors {
		if ok, _ := s.rules.CanAct(a); ok && a.Turn < 0 && a.Doing == nil && !a.Waiting {
			who = append(who, a.Key)
		}
	}
	return who
}

func (s *Session) next(k rules.Known) (work, error) {
	owed := s.rules.Owed(s.state)
	acts := slices.ContainsFunc(owed, func(o rules.Owed) bool { return o.Kind != rules.OwedTick })
	if idle := s.idle(); !acts && len(idle) > 0 {
		return s.initiative(&line{}, k)
	}
	w := work{title: "next"}
	if len(owed) == 0 {
		return w, s.standstill()
	}
	w.title, w.who = s.OwedText(owed[0]), owed[0].Actor.Key
	if doing := owed[0].Doing; doing != nil {
		w.whom = doing.Whom
	}
	var err error
	w.Decision, err = s.rules.Next(s.state, k)
	return w, err
}

// standstill says why time does not go on by itself, and what would help.
func (s *Session) standstill() error {
	for _, a := range s.state.Actors {
		if a.Open {
			return refusal("%s is to declare first; or: wait", a.Name)
		}
	}
	for _, a := range s.state.Actors {
		if a.Waiting {
			return refusal("nothing is owed, and %s waits; say what %s does, such as %s: …, or: initiative %s", a.Name, a.Name, a.Key, a.Key)
		}
	}
	return refusal("nothing is owed, nobody here can act; add somebody, or: finish")
}

// OwedText says in words what the timeline owes.
func (s *Session) OwedText(o rules.Owed) string {
	switch o.Kind {
	case rules.OwedTick:
		return o.Actor.Name + ": " + strings.ToLower(o.Held.Condition.Label)
	case rules.OwedAct:
		return o.Actor.Name + ": " + s.doingText(o.Doing)
	}
	return o.Actor.Name + "'s turn"
}

// doingText says in words what somebody is doing: "attack → Grell (Short sword)".
func (s *Session) doingText(d *rules.Doing) string {
	text := d.Action
	if action, ok := s.rules.Actions.Get(d.Action); ok {
		text = strings.ToLower(action.Label)
	}
	if task, ok := s.rules.Tasks.Get(d.Task); ok {
		text = strings.ToLower(task.Label)
	}
	if skill, ok := s.rules.Skills.Get(d.Skill); ok {
		text = "check " + strings.ToLower(skill.Label)
	}
	if a := s.state.Find(d.Whom); a != nil {
		text += " → " + a.Name
	}
	if item, ok := s.rules.Items.Get(d.Tool); ok {
		text += " (" + strings.ToLower(item.Label) + ")"
	}
	return text
}

// landing says in words what somebody is doing, and when it takes effect.
func (s *Session) landing(d *rules.Doing) string {
	return s.doingText(d) + " at count " + Number(d.At)
}

// bothText is an action in words, with the one that is done at the same time.
func (s *Session) bothText(d *rules.Doing, text func(*Session, *rules.Doing) string) string {
	if d.Beside == nil {
		return text(s, d)
	}
	return text(s, d) + ", and " + text(s, d.Beside)
}

func (s *Session) wait(l *line) (work, error) {
	if len(l.words) > 0 && l.who == "" {
		l.who, l.words = strings.Join(l.words, " "), nil
	}
	if len(l.words) > 0 {
		return work{}, refusal("%s takes only a name; leave out: %s", l.verb, strings.Join(l.words, " "))
	}
	a, err := s.subject(l)
	if err != nil {
		return work{}, err
	}
	if !a.Open {
		return work{}, refusal("%s's turn has not come, and only then one waits; let time go on: next", a.Name)
	}
	return titled(a.Name+" waits", a.Key, rules.Event{Kind: rules.EventWaiting, Who: a.Key}), nil
}

func (s *Session) giveUp(l *line, k rules.Known) (work, error) {
	if len(l.words) == 0 || l.words[0] != "up" {
		return work{}, refusal("say: give up, or NAME: give up")
	}
	if len(l.words) > 1 && l.who == "" {
		l.who = strings.Join(l.words[1:], " ")
	}
	a, err := s.busy(l)
	if err != nil {
		return work{}, err
	}
	w := work{title: a.Name + " gives up: " + s.bothText(a.Doing, (*Session).doingText), who: a.Key, told: 1}
	w.Decision, err = s.rules.Hand(s.state, k, func(r *rules.Run) { r.GiveUp(a.Key) })
	return w, err
}

// busy finds who gives up an action: the one named, or the only one who has one in the making.
func (s *Session) busy(l *line) (*rules.Actor, error) {
	if l.who != "" {
		a, err := s.actor(l.who)
		if err == nil && a.Doing == nil {
			return nil, refusal("%s has nothing in the making that could be given up", a.Name)
		}
		return a, err
	}
	var found *rules.Actor
	for _, a := range s.state.Actors {
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
func (s *Session) set(l *line, k rules.Known) (work, error) {
	a, rest, err := s.about(l)
	if err != nil {
		return work{}, err
	}
	pools := s.rules.Pools.All
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
	w.Decision, err = s.rules.Hand(s.state, k, func(r *rules.Run) {
		if over {
			r.SetOver(a.Key, pool, value)
		} else {
			r.Set(a.Key, pool, value)
		}
	})
	return w, err
}

// condition puts or ends a condition by hand.
func (s *Session) condition(l *line, k rules.Known) (work, error) {
	a, rest, err := s.about(l)
	if err != nil {
		return work{}, err
	}
	other := ""
	if at := slices.Index(rest, "by"); at > 0 {
		b, err := s.actor(strings.Join(rest[at+1:], " "))
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
		if tool, err = s.item(a, strings.Join(rest[named+1:], " ")); err != nil {
			return work{}, err
		}
		rest = rest[:named]
	}
	list := s.rules.Conditions.All
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
		return work{}, refusal("%s is not between %s and %s; leave out: by", c.Label, a.Name, s.nameOf(other))
	case l.verb == "put":
		return s.put(a, c, tool, number, other, k)
	}
	if !s.rules.Has(a, c) {
		return work{}, refusal("%s is not %s; what could end: %s", a.Name, strings.ToLower(c.Label), had(a))
	}
	w := work{title: a.Name + " is no longer: " + c.Words(s.nameOf(other)), who: a.Key}
	w.Decision, err = s.rules.Hand(s.state, k, func(r *rules.Run) { r.End(a.Key, c, tool, other) })
	if err == nil && c.Paired() && len(w.Events) == 0 {
		return w, refusal("%s is not %s; what could end: %s", a.Name, c.Words(s.nameOf(other)), had(a))
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

func (s *Session) put(a *rules.Actor, c *rules.Condition, tool *rules.Item, number float64, other string, k rules.Known) (w work, err error) {
	if c.Paired() && other == "" {
		return w, refusal("%s is between two; say with whom: put %s %s by NAME", c.Label, a.Key, c.Name)
	}
	label := c.Words(s.nameOf(other))
	if c.Tool {
		label += " (" + strings.ToLower(tool.Label) + ")"
	}
	w = work{title: a.Name + " is now: " + label, who: a.Key}
	w.Decision, err = s.rules.Hand(s.state, k, func(r *rules.Run) { r.Put(a.Key, c, tool, number, other) })
	put := slices.IndexFunc(w.Events, func(e rules.Event) bool { return e.Kind == rules.EventPut })
	if err == nil && put < 0 {
		return w, refusal("%s is %s already, or worse; end that first: end %s CONDITION", a.Name, strings.ToLower(c.Label), a.Key)
	}
	w.told = put + 1
	return w, err
}

// add brings somebody in: `add FILE as NAME side SIDE`.
func (s *Session) add(l *line, k rules.Known) (work, error) {
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
	if key != "" && s.state.Find(key) != nil {
		return work{}, refusal("%s is here already; give another name: add %s as NAME", key, from)
	}
	e, err := s.joining(from, key, given["side"], "")
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
	for n, base := 2, e.Who; s.state.Find(e.Who) != nil; n++ {
		e.Who, e.Text = fmt.Sprintf("%s_%d", base, n), fmt.Sprintf("%s %d", rules.Words(base), n)
		label = e.Text
	}
	w := titled(label+" comes in", e.Who, e)
	return w, s.wake(&w, k)
}

func (s *Session) remove(l *line) (work, error) {
	a, err := s.alone(l)
	if err != nil {
		return work{}, err
	}
	w := work{title: a.Name + " leaves", who: a.Key}
	w.Decision, err = s.rules.Hand(s.state, rules.Known{}, func(r *rules.Run) { r.Leave(a.Key) })
	return w, err
}

func (s *Session) hold(l *line) (work, error) {
	a, rest, err := s.about(l)
	if err != nil {
		return work{}, err
	}
	item, err := s.item(a, strings.Join(rest, " "))
	if err != nil {
		return work{}, err
	}
	return titled(a.Name+" holds: "+strings.ToLower(item.Label), a.Key,
		rules.Event{Kind: rules.EventHold, Who: a.Key, What: item.Name}), nil
}

// turn moves somebody's turn to a count by hand.
func (s *Session) turn(l *line) (work, error) {
	a, rest, err := s.about(l)
	if err != nil {
		return work{}, err
	}
	if len(rest) != 1 {
		return work{}, refusal("say at which count: turn %s %s", a.Key, Number(s.state.Count+5))
	}
	at, err := Amount(rest[0], "turn")
	if err != nil {
		return work{}, err
	}
	if at < s.state.Count {
		return work{}, refusal("count %s is over; name one from %s on", Number(at), Number(s.state.Count))
	}
	if err := s.free(a); err != nil {
		return work{}, err
	}
	return titled(fmt.Sprintf("%s's turn is at count %s", a.Name, Number(at)), a.Key,
		rules.Event{Kind: rules.EventTurn, Who: a.Key, At: at, By: at - s.state.Count}), nil
}

func (s *Session) activity(l *line, k rules.Known) (work, error) {
	a, rest, err := s.about(l)
	if err != nil {
		return work{}, err
	}
	activity, err := s.activityOf(rest)
	if err != nil {
		return work{}, err
	}
	w := work{title: a.Name + ": " + strings.ToLower(activity.Label), who: a.Key, told: 1}
	w.Decision, err = s.rules.Hand(s.state, k, func(r *rules.Run) { r.Begin(a.Key, activity) })
	return w, err
}

// activityOf finds the activity that some words name.
func (s *Session) activityOf(words []string) (*rules.Activity, error) {
	list := s.rules.Activities.All
	i, err := pick("activity", strings.Join(words, " "), len(list), func(i int) (string, string) { return list[i].Name, list[i].Label })
	if err != nil {
		return nil, err
	}
	return list[i], nil
}

// scene sets what holds for everybody, or for the one who is named alone; without words, nothing does.
func (s *Session) scene(l *line) (work, error) {
	title := "the scene"
	if l.who != "" {
		a, err := s.actor(l.who)
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
		situation, rest, err := s.ticking(text)
		if err != nil {
			return work{}, err
		}
		if rest != "" || !situation.Lasting() {
			return work{}, refusal("%s cannot hold for longer than a roll; name situations with commas between, such as scene %s", text, s.lasting())
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
func (s *Session) lasting() string {
	for _, situation := range s.rules.Situations.All {
		if situation.Lasting() {
			return situation.Name
		}
	}
	return "NAME"
}

// declare is somebody saying what it does.
func (s *Session) declare(l *line, k rules.Known) (work, error) {
	a, err := s.subject(l)
	if err != nil {
		return work{}, err
	}
	d, err := s.doing(l, a)
	if err != nil {
		return work{}, err
	}
	w := work{who: a.Key, whom: d.Whom}
	w.Decision, err = s.rules.Declare(s.state, a.Key, d, k)
	w.title = a.Name + ": " + s.bothText(&d, (*Session).doingText)
	for _, e := range w.Events {
		if e.Kind == rules.EventDoing && e.Who == a.Key {
			w.title = a.Name + ": " + s.bothText(e.Doing, (*Session).landing)
		}
	}
	return w, err
}

// Preview is what a line would do, without doing it.
type Preview struct {
	Title    string
	Who      string
	Whom     string
	Prospect *rules.Prospect
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
func (s *Session) Preview(text string) (Preview, error) {
	l, err := s.parse(text)
	if err != nil {
		return Preview{}, err
	}
	if !l.rolled() {
		return Preview{Title: text}, nil
	}
	a, d, err := s.deed(&l)
	if err != nil {
		return Preview{}, err
	}
	first, err := s.foreshow(a, &d)
	if err != nil || d.Beside == nil {
		return first, err
	}
	p, err := s.foreshow(a, d.Beside)
	p.Beside = &first
	return p, err
}

// foreshow is what one action would do.
func (s *Session) foreshow(a *rules.Actor, d *rules.Doing) (Preview, error) {
	cast, err := s.rules.Forecast(s.state, a.Key, *d, nil)
	if err != nil {
		return Preview{}, err
	}
	if cast.Tool != nil && d.Tool == "" && len(cast.Action.With) > 0 {
		d.Tool = cast.Tool.Name
	}
	p := Preview{Title: a.Name + ": " + s.doingText(d), Who: a.Key, Whom: d.Whom, Prospect: cast.Prospect, Time: cast.Time,
		Counts: cast.Counts, At: s.state.Count + cast.Counts, Points: cast.Points}
	if len(cast.Action.With) > 0 {
		p.Tool, p.Tools = d.Tool, s.tools(cast.Action, a)
	}
	if p.Prospect != nil {
		p.Odds, _ = p.Prospect.Odds()
	}
	p.Options = s.related(a, d)
	for _, situation := range cast.Options {
		p.Options = append(p.Options, s.choice(situation.Situation, situation.Gives, d.Options))
	}
	return p, nil
}

// rolled tells whether a line declares an action, a check or a task.
func (l *line) rolled() bool { return l.action != nil || l.verb == "check" || l.verb == "task" }

// deed is who does what by a line that declares something.
func (s *Session) deed(l *line) (a *rules.Actor, d rules.Doing, err error) {
	if a, err = s.subject(l); err != nil {
		return nil, d, err
	}
	d, err = s.doing(l, a)
	return a, d, err
}

// related lists the skills that may stand in for one that somebody lacks, best first.
func (s *Session) related(a *rules.Actor, d *rules.Doing) (list []Option) {
	skill, ok := s.rules.Skills.Get(d.Skill)
	if !ok || a.Sheet.Rank(skill) > rules.Unranked {
		return nil
	}
	for _, near := range s.rules.Stands(a, skill) {
		list = append(list, Option{Name: "related " + near.Name, Label: "With " + strings.ToLower(near.Label), Hint: s.rules.Nearness(skill, near),
			Ticked: d.StandIn == near.Name})
	}
	return list
}

// tools lists what somebody could do an action with, what is in hand first.
func (s *Session) tools(action *rules.Action, a *rules.Actor) (list []Completion) {
	for _, item := range action.Tools(a) {
		list = append(list, Completion{item.Name, item.Label, s.rules.Note(item)})
	}
	return list
}

func (s *Session) choice(situation *rules.Situation, hint string, ticked []rules.Option) Option {
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
func (s *Session) Owed() []rules.Owed {
	if !s.state.Running {
		return nil
	}
	return s.rules.Owed(s.state)
}

// Burden is what weighs on somebody's bodily actions now, and what does.
func (s *Session) Burden(who string) (float64, []rules.Term) {
	a, m := s.state.Find(who), s.rules.ByHand()
	if a == nil || m == nil {
		return 0, nil
	}
	return s.rules.Burden(s.state, a, m.Name, s.rules.Pack.Burden...)
}

// Why explains a number of somebody: "kira pdf", "grell sword". The text says what it is.
func (s *Session) Why(subject string) ([]rules.Term, string, error) {
	a, rest, err := s.leading(strings.Fields(clean(subject)))
	if err != nil {
		return nil, "", err
	}
	name := strings.Join(rest, " ")
	for _, known := range append(s.rules.Stats.Names(), s.rules.Pools.Names()...) {
		if strings.EqualFold(known, name) {
			value, terms, _ := s.rules.Explain(a.Sheet, known)
			return terms, fmt.Sprintf("%s's %s is %s", a.Name, known, Number(value)), nil
		}
	}
	if terms, text, found, err := s.whyMoment(a, name); found {
		return terms, text, err
	}
	skill, err := s.skill(name)
	if err != nil {
		return nil, "", refusal("ask for a statistic, a pool, a skill, an action or the initiative of %s%s", a.Name, source.Suggest(name, s.rules.Stats.Names()))
	}
	cast, err := s.rules.Forecast(s.state, a.Key, rules.Doing{Skill: skill.Name}, nil)
	if err != nil {
		return nil, "", err
	}
	if cast.Prospect == nil {
		return nil, "", refusal("%s is not rolled; ask for another skill", strings.ToLower(skill.Label))
	}
	text := fmt.Sprintf("%s's chance with %s is %s", a.Name, strings.ToLower(skill.Label), Chance(s.rules, cast.Prospect.Chance))
	return cast.Prospect.Terms, strings.Join(append([]string{text}, s.rules.Means(skill)...), "\n"), nil
}
