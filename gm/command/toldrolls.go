package command

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"hybrid/rules"
)

// How a teller (told.go) says what was rolled: the roll, its degree, the dice of a sum.

// groupRoll tells the rolls of several actors: what each rolled, and who is what now. When they act stands on the timeline.
func (t *teller) groupRoll(e *GroupRoll) {
	t.main(t.w.Title, "")
	for _, rolled := range e.Rolls {
		t.between(&t.t.Then)
		t.t.Then = append(t.t.Then, t.who(rolled.Who), Span{Text: " " + rollText(rolled.Outcome), As: madeAs(rolled.Outcome)})
	}
	for _, now := range e.Now {
		var what, who []string
		for _, name := range now.Conditions {
			what = append(what, t.became(name, now.Who))
		}
		for _, key := range now.Who {
			who = append(who, t.who(key).Text)
		}
		t.then("! "+strings.Join(what, ", ")+": "+strings.Join(who, ", "), "bad")
	}
}

// step tells one step; rest are those after it.
func (t *teller) step(o *rules.Outcome, rest []rules.Outcome) {
	switch {
	case o.Kind == KindInitiative:
		return
	case o.Now != "" && t.throw > 0:
		t.rethrown(o)
	case o.Degree != "":
		t.roll(o)
	case o.Throw != "":
		t.thrown(o)
	case o.Row != "":
		text := strings.TrimSpace(o.Side + " " + rules.Within(o.Row))
		if said := len(t.t.Main) > 0 && strings.HasSuffix(t.t.Main[len(t.t.Main)-1].Text, ", "+text); !said && (!t.hurt || len(o.Events) == 0) {
			t.add(t.named(o)+text, "")
		}
	case o.Total != nil:
		t.tally(o)
	case o.Choice != "":
		t.chosen = append(t.chosen, chosen(o.Who, o.Choice))
		rolled := func(n rules.Outcome) bool {
			return n.Who == o.Who && n.Degree != "" && strings.EqualFold(n.Label, o.Choice)
		}
		if !slices.ContainsFunc(rest, rolled) && o.Choice != rules.NoAnswer {
			t.then(t.answering(o)+rules.Within(o.Choice), "")
		}
	}
	if o.Text != "" && o.Degree != "" && o.Chance > 1 && !strings.Contains(t.last(), o.Text) {
		t.then(o.Text, "dim")
	}
	if o.Overruled {
		t.then("overruled: "+rules.Within(o.Label), "dim")
	}
	t.losses(o)
	for i := range o.Events {
		t.event(&o.Events[i])
	}
}

// thrown tells faces that fell, behind what they are for.
func (t *teller) thrown(o *rules.Outcome) {
	label := t.named(o) + rules.Within(o.Label)
	if len(t.t.Main) == 1 && t.t.Main[0].Text == label {
		t.t.Main = append(t.t.Main, Span{Text: " "})
	} else {
		t.add(label+" ", "")
	}
	t.throw = len(t.t.Main)
	t.t.Main = append(t.t.Main, Span{Text: o.Throw})
}

// rethrown tells what was thrown last as it is now.
func (t *teller) rethrown(o *rules.Outcome) {
	now := Span{Text: o.Throw}
	if o.Degree != "" {
		now = Span{Text: rollText(o), As: madeAs(o)}
	}
	t.t.Main[t.throw] = now
	for i := range o.Events {
		t.event(&o.Events[i])
	}
}

// rollText is a roll against a chance, and how well it went where that is more than that it was made.
func rollText(o *rules.Outcome) string {
	if o.Versus != "" {
		return o.Versus + ": " + Number(*o.Total) + " " + strings.ToLower(o.Degree)
	}
	text := RolledAgainst(o)
	if o.Success && o.Factor != 1 {
		degree := o.Degree
		if at := strings.LastIndexByte(degree, ' '); at > 0 {
			degree = degree[:at]
		}
		text += " " + degree
	}
	return text
}

// RolledAgainst is what a die shows beside what it had to: 30≤58 where it has to be low, 12≥10 where it has to be high. Where
// something else made it or missed it, such as the highest face, it is the die by itself.
func RolledAgainst(o *rules.Outcome) string {
	sign, needed := "≤", math.Floor(o.Chance+1e-9)
	switch {
	case o.High && o.Success != (o.Margin >= 0):
		return strconv.Itoa(o.Roll)
	case o.High && o.Success:
		sign, needed = "≥", math.Ceil(float64(o.Roll)-o.Margin-1e-9)
	case o.High:
		sign, needed = "<", math.Ceil(float64(o.Roll)-o.Margin-1e-9)
	case !o.Success:
		sign = ">"
	}
	return strconv.Itoa(o.Roll) + sign + Number(needed)
}

// madeAs is how a roll is seen: made is good, missed is plain.
func madeAs(o *rules.Outcome) string {
	if o.Success {
		return "good"
	}
	return ""
}

// roll tells a roll: the first beside the means, those before anything is lost as answers, others as consequences.
func (t *teller) roll(o *rules.Outcome) {
	text := rollText(o)
	answers := slices.Contains(t.chosen, chosen(o.Who, o.Label))
	if !t.checked && !t.hurt && !answers && (o.Who == t.w.Who || o.Who == "") {
		t.checked = true
		t.throw = len(t.t.Main) + 1
		t.t.Main = append(t.t.Main, Span{Text: " "}, Span{Text: text, As: madeAs(o)})
		if o.Success && o.Factor != 1 {
			t.t.Main = append(t.t.Main, Span{Text: " ×" + Number(o.Factor), As: madeAs(o), Spare: true})
		} else if !o.Success && o.Factor < 0 && !t.tells() {
			t.t.Main = append(t.t.Main, Span{Text: " " + o.Degree})
		}
		return
	}
	if at := strings.IndexByte(text, ' '); at > 0 {
		text = text[:at] // how well an answer went shows in what came of it
	}
	text = rules.Within(o.Label) + " " + text
	text = t.answering(o) + text
	if t.hurt {
		t.flush()
		t.pending = text
		return
	}
	t.then(text, "")
}

// tells reports whether the game itself says something of what happened.
func (t *teller) tells() bool {
	return slices.ContainsFunc(t.w.Events, func(e rules.Event) bool { return e.Kind == rules.EventTell && e.What == "" })
}

// tally keeps points until it is known whether they are lost.
func (t *teller) tally(o *rules.Outcome) {
	total := *o.Total
	if len(o.Terms) == 0 && len(o.Dice) == 0 { // a number that was asked for: nothing is lost by it
		if total != 0 || !t.Rules.Order.InRounds() {
			t.add(t.named(o)+rules.Within(o.Label)+" "+Number(total), "")
		}
		return
	}
	if !t.summing {
		if t.dice = diceSum(o); t.dice != "" {
			t.dice += " = "
		}
		t.sum, t.total, t.summing = Number(total), total, true
		t.unlost = ""
		if t.Rules.Order.InRounds() || !slices.ContainsFunc(t.w.Outcomes, func(n rules.Outcome) bool { return len(poolEvents(&n)) > 0 }) {
			t.unlost = rules.Within(o.Label) + " "
		}
		return
	}
	switch {
	case total < t.total:
		t.sum += "−" + Number(t.total-total) + " = " + Number(total)
	case total > t.total:
		t.sum += "+" + Number(total-t.total) + " = " + Number(total)
	}
	t.total = total
}

// diceSum is the dice of a tally with what is added to them, such as 2d6+4: 4 6; empty where none fell.
func diceSum(o *rules.Outcome) string {
	if len(o.Dice) == 0 || len(o.Terms) == 0 {
		return ""
	}
	sum, faces := 0, ""
	for _, die := range o.Dice {
		if die.Die != o.Dice[0].Die {
			return ""
		}
		sum += die.Result
		faces += " " + strconv.Itoa(die.Result)
	}
	text := strconv.Itoa(len(o.Dice)) + o.Dice[0].Die
	if more := o.Terms[0].Value - float64(sum); more != 0 {
		text += Signed(more)
	}
	text += ":" + faces
	if first := o.Terms[0].Value; *o.Total != first {
		text += " = " + Number(first)
		if first > 0 && len(o.Terms) > 1 && len(o.Terms[1].Inputs) == 1 {
			text += " ×" + Number(o.Terms[1].Inputs[0].Value)
		}
	}
	return text
}

// flushSum tells points that nothing was lost by.
func (t *teller) flushSum() {
	if t.summing {
		if t.add(t.dice, "dim spare"); t.dice == "" {
			t.between(&t.t.Main)
		}
		if strings.Contains(t.sum, " = ") { // what became of it says what it is
			t.unlost = ""
		}
		t.t.Main = append(t.t.Main, Span{Text: t.unlost + t.sum})
	}
	t.sum, t.dice, t.summing = "", "", false
}
