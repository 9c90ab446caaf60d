package logtext

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"hybrid/gm/command"
	"hybrid/gm/story"
	"hybrid/rules"
)

// Short descriptions of events, turns and actions for titles, plans and lists. An event is one change of the state; a step (rules.Outcome)
// is a part of an action with its roll and its events. gm/story writes whole sentences.

// Wording describes the difference between two states.
type Wording struct {
	Rules          *rules.Ruleset  // rules of both states
	before, after  *rules.State    // states before and after the change
	mentionedTurns map[string]bool // keys of actors whose next turn was mentioned
}

// NewWording returns a Wording of the change from before to after.
func NewWording(rs *rules.Ruleset, before, after *rules.State) Wording {
	return Wording{Rules: rs, before: before, after: after, mentionedTurns: map[string]bool{}}
}

// StepText describes the complete result of a step: its roll, its choice or text, and its effects.
func (t *Wording) StepText(o *rules.Outcome) string {
	parts := make([]string, 0, 8)
	add := func(text string) { parts = append(parts, text) }
	addResult := func() {
		add("margin " + command.Number(o.Margin))
		add(o.Degree + " ×" + command.Number(o.Factor))
	}
	if o.Secret {
		add("secret")
	}
	if o.Skill != "" {
		add(o.Skill)
	}
	likely := o.Likelihood(t.Rules)
	switch {
	case o.Versus != "":
		add(o.Versus + ", " + likely.WholeText() + ": " + o.Throw)
		addResult()
	case o.Throw != "":
		add(o.Throw)
	case o.Degree != "":
		add(likely.NumberText() + ", rolled " + o.FaceText())
		addResult()
	case o.Roll > 0:
		add("rolled " + strconv.Itoa(o.Roll))
	}
	if o.Row != "" {
		add(strings.TrimSpace(o.Side + " " + o.Row))
	}
	if o.Total != nil {
		add(command.Number(*o.Total))
	}
	if o.Belief {
		add("is believed to be")
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
	return strings.Join(append(parts, t.effectTexts(o.Events, o.Who)...), " · ")
}

// effectTexts describes the effects of a step's events, in a few words each. It omits conditions that begin and end within the step, and
// the second half of a change of a paired condition, which is stored for both actors. who is the key of the actor who needs no name.
func (t *Wording) effectTexts(events []rules.Event, who string) (list []string) {
	for i := range events {
		if story.IsFleeting(t.Rules, events, &events[i]) || story.IsMirrored(t.Rules, events, &events[i]) {
			continue
		}
		if text := t.EventText(&events[i], who); text != "" {
			list = append(list, text)
		}
	}
	return list
}

// EventText describes an event in a few words, with the name of its actor unless that is who; "" if there is nothing to tell.
func (t *Wording) EventText(e *rules.Event, who string) (text string) {
	switch e.Kind {
	case rules.EventWon:
		text = e.Text + " won: " + t.after.Label
	case rules.EventPool, rules.EventPaid, rules.EventRefill:
		text = command.FormatChange(t.Rules, e)
	case rules.EventPut, rules.EventNumber:
		text = t.conditionText(e)
	case rules.EventLimit:
		if c, ok := t.Rules.Conditions.Get(e.What); ok && e.At > 0 {
			text = rules.MidSentence(c.Label) + " " + command.LimitText(t.Rules, t.Rules.IsAtRest(t.after), t.after.Count, e.At)
		}
	case rules.EventEnd:
		text = "no longer " + t.conditionLabel(e)
	case rules.EventAllegiance:
		text = "goes over to " + command.SideText(t.after, e.What)
	case rules.EventHold:
		item, known := t.Rules.Items.Get(e.What)
		if a := t.before.Find(e.Who); known && a != nil && !a.IsReady(item) {
			text = "draws: " + rules.MidSentence(item.Label)
		}
	case rules.EventDrop:
		text = "drops: " + strings.ToLower(rules.ReadableName(e.What))
	case rules.EventActivity:
		if activity, ok := t.Rules.Activities.Get(e.What); ok {
			if text = rules.MidSentence(activity.Label); e.At < 0 {
				text = "no longer " + text
			}
		}
	case rules.EventTurn:
		text = t.turnText(e)
	case rules.EventDoing:
		text = "lands at " + command.Number(e.Doing.At)
		if second := e.Doing.Beside; second != nil {
			text += " and " + command.Number(second.At)
		}
	case rules.EventDelay:
		text = t.delayText(e)
	case rules.EventDone:
		if !slices.ContainsFunc(t.Rules.Conditions.All, func(c *rules.Condition) bool { return c.Label == e.Text }) {
			text = e.Text
		}
	case rules.EventKnow:
		if e.How != rules.LearntSeen && slices.Contains(command.KnowableWords(t.Rules), e.What) {
			text = "learns " + e.What + " of " + t.Name(e.Other)
		}
	case rules.EventCard:
		text = t.cardMoveText(e, 1)
	case rules.EventTell:
		if e.What != "" || strings.HasPrefix(e.Text, t.Name(e.Who)) {
			return e.Text
		}
		text = e.Text
	}
	if text != "" && e.Who != who && e.Who != "" {
		text = t.Name(e.Who) + " " + text
	}
	return text
}

// conditionText describes a condition that begins, or whose number changes: its label, its text and its number. It returns "" for the
// change of a number that isn't shown.
func (t *Wording) conditionText(e *rules.Event) string {
	c, ok := t.Rules.Conditions.Get(e.What)
	isNumberChange := e.Kind == rules.EventNumber
	if isNumberChange && ok && c.HidesNumber() {
		return ""
	}
	text := t.conditionLabel(e)
	if e.Text != "" {
		text += ": " + e.Text
	}
	if ok && (isNumberChange || e.Value != 0 && !c.HidesNumber()) {
		text += cmp.Or(c.FormatNumber(e.Value), " 0")
	}
	return text
}

// cardMoveText describes the move of a card between piles, or of several equal cards if number is above 1. It omits the name of a hidden
// card. A move from one actor to another consists of two events; for the one in which the first actor loses the card it returns "".
func (t *Wording) cardMoveText(e *rules.Event, number int) string {
	if e.How == "" && len(e.Words) > 0 {
		return ""
	}
	from, to := cmp.Or(e.Text, rules.PileDeck), cmp.Or(e.How, rules.PileDeck)
	if len(e.Words) > 0 {
		from = cmp.Or(t.Name(e.Words[0]), rules.PileDeck)
	}
	name := t.Rules.CardLabel(e)
	if number > 1 {
		name += " ×" + strconv.Itoa(number)
	}
	return name + ": " + from + " → " + to
}

// turnText formats the time of an actor's next turn: once per actor, and only for its last change.
func (t *Wording) turnText(e *rules.Event) string {
	if t.Rules.Order.InRounds() {
		return "" // the log shows turns next to the names
	}
	if a := t.after.Find(e.Who); e.At < 0 || t.mentionedTurns[e.Who] || a != nil && a.Turn != e.At {
		return ""
	}
	t.mentionedTurns[e.Who] = true
	return "acts at " + command.Number(e.At)
}

// delayText returns the time at which an action, delayed by an answer of its actor, takes effect; "" if it has been delayed again or given
// up since.
func (t *Wording) delayText(e *rules.Event) string {
	a := t.after.Find(e.Who)
	if a == nil || a.Doing == nil || a.Doing.At != e.At {
		return ""
	}
	return a.Doing.MeansText(t.Rules) + " lands at " + command.Number(e.At)
}

// conditionLabel returns the label of an event's condition, with its item and its partner.
func (t *Wording) conditionLabel(e *rules.Event) string {
	c, ok := t.Rules.Conditions.Get(e.What)
	if !ok {
		return rules.ReadableName(e.What)
	}
	other := ""
	if c.IsPaired() && e.Other != "" {
		other = t.Name(e.Other)
	}
	item, _ := t.Rules.Items.Get(e.Tool)
	text := c.SentenceLabelOf(item, other)
	if e.How == rules.HowShownOnly {
		text += " " + command.ShownMark
	}
	return text
}

// Name returns the name of an actor in the state after the change or, if it isn't in that, in the state before it; failing both, the words
// of its key.
func (t *Wording) Name(key string) string {
	for _, s := range []*rules.State{t.after, t.before} {
		if a := s.Find(key); a != nil {
			return a.Name
		}
	}
	return rules.ReadableName(key)
}
