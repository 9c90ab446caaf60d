package gm

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"hybrid/rules"
)

// LogLine is one entry as a line of the log.
type LogLine struct{ kept *kept }

// Log is every entry so far as a line, the oldest first; undone ones too.
func (s *Session) Log() []LogLine { return s.log }

// Seq is the number of the entry.
func (l LogLine) Seq() int64 { return l.kept.seq }

// Count is the count at which it happened.
func (l LogLine) Count() float64 { return l.kept.told().Count }

// Undone tells whether it was taken back.
func (l LogLine) Undone() bool { return l.kept.undone }

// Text is the line: what was done, each roll, and what came of it. It stays as it was said then, whoever has left and
// whatever the tables say since.
func (l LogLine) Text() string { return l.kept.told().Text }

// text is the line of a decided command that makes the present into next.
func (g *Game) text(w *work, reason string, next *rules.State) string {
	t := telling{rules: g.Rules, before: g.State, after: next, turned: map[string]bool{}}
	if e, ok := Together(w.Outcomes, w.who); ok {
		parts := append(t.everybody(&e), t.able()...)
		if reason != "" {
			parts = append(parts, "because "+reason)
		}
		return w.title + ": " + strings.Join(parts, "; ")
	}
	var parts []string
	for i := range w.Outcomes {
		if part := t.outcome(&w.Outcomes[i], w.who, w.whom); part != "" {
			parts = append(parts, part)
		}
	}
	parts = append(parts, t.loose(w)...)
	parts = append(parts, t.able()...)
	if reason != "" {
		parts = append(parts, "because "+reason)
	}
	if len(parts) == 0 {
		return w.title
	}
	return w.title + ": " + strings.Join(parts, " · ")
}

// telling is a change of state being told.
type telling struct {
	rules         *rules.Ruleset
	before, after *rules.State
	turned        map[string]bool // whose next turn was told
}

// outcome is one step in the log's words. It names whom it is about and whom it is done to, where those are others than
// the subject and the one the entry is done to.
func (t *telling) outcome(o *rules.Outcome, subject, whom string) string {
	label := strings.ToLower(o.Label)
	if o.Whom != "" && o.Whom != whom && o.Whom != subject {
		label += " → " + t.name(o.Whom)
	}
	var text string
	switch {
	case o.Roll > 0 && o.Degree != "":
		text = fmt.Sprintf("%s %s, rolled %d, %s", label, Chance(t.rules, o.Chance), o.Roll, o.Degree)
		if o.Factor > 0 && o.Factor != 1 {
			text += " ×" + Number(o.Factor)
		}
	case o.Row != "":
		text = strings.TrimSpace(o.Side + " " + o.Row)
	case o.Total != nil:
		text = label + " " + Number(*o.Total)
		if o.Kind == kindInitiative {
			text = t.acting(o.Events)
		}
	case o.Choice != "":
		text = strings.ToLower(o.Choice)
	case o.Overruled:
		text = label + " " + o.Text
	}
	if o.Overruled {
		text += " (overruled)"
	}
	changes := t.changes(o.Events, o.Who)
	if o.Kind == kindInitiative || len(changes) == 1 && strings.EqualFold(changes[0], text) {
		changes = nil
	}
	if text == "" && len(changes) == 0 {
		return ""
	}
	if text != "" && len(changes) > 0 {
		text += " → "
	}
	text += strings.Join(changes, ", ")
	if o.Who != "" && o.Who != subject {
		text = t.name(o.Who) + " " + text
	}
	return text
}

// acting is the turn that a step rolled.
func (t *telling) acting(events []rules.Event) string {
	for i := range events {
		if events[i].Kind == rules.EventTurn {
			return t.turn(&events[i])
		}
	}
	return ""
}

func turnOf(events []rules.Event) float64 {
	for _, e := range events {
		if e.Kind == rules.EventTurn {
			return e.At
		}
	}
	return 0
}

// loose is what changed outside any step and is not in the title.
func (t *telling) loose(w *work) []string {
	steps := map[fact]int{}
	for i := range w.Outcomes {
		for j := range w.Outcomes[i].Events {
			steps[factOf(&w.Outcomes[i].Events[j])]++
		}
	}
	var list []string
	for i := range w.Events {
		e := &w.Events[i]
		if steps[factOf(e)] > 0 {
			steps[factOf(e)]--
			continue
		}
		if i < w.told || t.fleeting(w.Events, e) || t.mirrors(w.Events, i) {
			continue
		}
		if text := t.change(e, w.who); text != "" {
			list = append(list, text)
		}
	}
	return list
}

// fact is what tells one event from another.
type fact struct {
	kind      rules.EventKind
	who, what string
	id        int
	value, at float64
}

func factOf(e *rules.Event) fact { return fact{e.Kind, e.Who, e.What, e.ID, e.Value, e.At} }

// able says who can no longer act because of something that holds by itself, and who can again.
func (t *telling) able() (list []string) {
	for _, a := range t.after.Actors {
		before := t.before.Find(a.Key)
		if before == nil || before == a {
			continue
		}
		could, was := t.rules.CanAct(before)
		can, why := t.rules.CanAct(a)
		switch {
		case could && !can && why.Holds.Text != "":
			list = append(list, a.Name+" is "+strings.ToLower(why.Label))
		case !could && can && was.Holds.Text != "":
			list = append(list, a.Name+" is no longer "+strings.ToLower(was.Label))
		}
	}
	return list
}

// changes is what events did to people, in a few words each.
func (t *telling) changes(events []rules.Event, who string) (list []string) {
	for i := range events {
		if t.fleeting(events, &events[i]) || t.mirrors(events, i) {
			continue
		}
		if text := t.change(&events[i], who); text != "" {
			list = append(list, text)
		}
	}
	return list
}

// change is what one event did; whose it is stands before it where it is not the one everything is about.
func (t *telling) change(e *rules.Event, who string) (text string) {
	switch e.Kind {
	case rules.EventPool:
		text = Changed(e)
	case rules.EventPut:
		text = t.had(e)
	case rules.EventNumber:
		text = t.had(e) + " " + Number(e.Value)
	case rules.EventEnd:
		text = "no longer " + t.had(e)
	case rules.EventDrop:
		text = "drops: " + strings.ToLower(rules.Words(e.What))
	case rules.EventActivity:
		if activity, ok := t.rules.Activities.Get(e.What); ok {
			text = strings.ToLower(activity.Label)
		}
	case rules.EventTurn:
		text = t.turn(e)
	case rules.EventDone:
		if _, condition := t.labelled(e.Text); !condition {
			text = e.Text
		}
	case rules.EventTell:
		if name := t.name(e.Who); e.Who != who && e.Who != "" && !strings.HasPrefix(e.Text, name) {
			return name + ": " + e.Text
		}
		return e.Text
	}
	if text != "" && e.Who != who && e.Who != "" {
		text = t.name(e.Who) + " " + text
	}
	return text
}

// turn is when somebody acts next, told once and only where nothing later changed it.
func (t *telling) turn(e *rules.Event) string {
	if a := t.after.Find(e.Who); e.At < 0 || t.turned[e.Who] || a != nil && a.Turn != e.At {
		return ""
	}
	t.turned[e.Who] = true
	return "acts at " + Number(e.At)
}

// had is what an event calls the condition it is about, with the thing that it is about and the one it is shared with.
func (t *telling) had(e *rules.Event) string {
	text := t.condition(e.What)
	if c, ok := t.rules.Conditions.Get(e.What); ok && c.Paired() && e.Other != "" {
		text = c.Words(t.name(e.Other))
	}
	if item, ok := t.rules.Items.Get(e.Tool); ok {
		text += " (" + strings.ToLower(item.Label) + ")"
	}
	return text
}

func (t *telling) condition(name string) string {
	if c, ok := t.rules.Conditions.Get(name); ok {
		return strings.ToLower(c.Label)
	}
	return rules.Words(name)
}

// mirrors reports whether an event does to the other one what the event before it did.
func (t *telling) mirrors(events []rules.Event, i int) bool {
	if i == 0 || events[i].Kind != events[i-1].Kind || events[i].Other != events[i-1].Who || events[i].Who != events[i-1].Other {
		return false
	}
	c, ok := t.rules.Conditions.Get(events[i].What)
	return ok && c.Mirror.Text == events[i-1].What
}

func (t *telling) labelled(label string) (*rules.Condition, bool) {
	for _, c := range t.rules.Conditions.All {
		if c.Label == label {
			return c, true
		}
	}
	return nil, false
}

// fleeting tells whether a condition began and ended within these events, or gave way to another of its group.
func (t *telling) fleeting(events []rules.Event, e *rules.Event) bool {
	if e.Kind != rules.EventEnd {
		return false
	}
	ended, known := t.rules.Conditions.Get(e.What)
	for i := range events {
		other := &events[i]
		if other.Kind != rules.EventPut || other.Who != e.Who {
			continue
		}
		if other.What == e.What && (e.Other == "" || other.Other == e.Other) {
			return true
		}
		if c, ok := t.rules.Conditions.Get(other.What); ok && known && c.Group != "" && c.Group == ended.Group {
			return true
		}
	}
	return false
}

func (t *telling) name(key string) string {
	for _, s := range []*rules.State{t.after, t.before} {
		if a := s.Find(key); a != nil {
			return a.Name
		}
	}
	return rules.Words(key)
}

// Number writes a number as people read it: at most two decimals, and a true minus; what rounds to nothing is 0.
func Number(x float64) string {
	text := strconv.FormatFloat(math.Round(x*100)/100+0, 'f', -1, 64)
	return strings.Replace(text, "-", "−", 1)
}

// Chance writes a chance: per cent where the die of a check has a hundred faces.
func Chance(rs *rules.Ruleset, x float64) string { return Number(x) + ChanceUnit(rs) }

// ChanceUnit is what stands behind a chance.
func ChanceUnit(rs *rules.Ruleset) string {
	if rs.Die() == 100 {
		return " %"
	}
	return ""
}

// Signed writes a number with its sign; what rounds to nothing has none.
func Signed(x float64) string {
	if text := Number(x); x < 0 || text == "0" {
		return text
	}
	return "+" + Number(x)
}

// Changed writes what an event changed a pool by, such as "PFT −3"; it is empty if that rounds to nothing.
func Changed(e *rules.Event) string {
	if by := Signed(e.By); by != "0" {
		return e.What + " " + by
	}
	return ""
}
