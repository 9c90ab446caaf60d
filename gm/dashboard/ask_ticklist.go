package dashboard

import (
	"cmp"
	"slices"
	"strings"

	"hybrid/rules"
)

// A list of options to tick, such as the situations that modify a roll. The ticked options become part of a line, the text of a command:
// “attack grell, from behind, range 20”. An option can ask for a value: a number, a word, or cards from a hand. A picker (ask_picker.go)
// draws the list.

// tickList is a list of options that can be ticked, some with a value.
type tickList struct {
	d     *Dashboard
	ticks []tick                     // all options, ticked or not
	value map[string]string          // values of the ticked options by tick.name; "" for options without a value
	line  func(ticked string) string // returns the prompt line with the ticked options
	check func(line string) error    // returns an error if a line would be refused; nil if no line is

	rowsAbove func() []listItem // returns rows above the options, each with its own run function; nil if there are none
}

// tick is an option of a tickList.
type tick struct {
	name, label string       // word in a line, and text in the list
	wants       string       // description of the value to enter; "" if the option has no value
	rows        []string     // allowed values; nil if any number is allowed
	ask         *rules.Ask   // question whose answer is its value; nil for none
	holder      *rules.Actor // actor or side whose cards can be chosen as its value; nil for none
}

// situationTicks returns situations as options of a tickList. They modify a roll of actor, which may be nil.
func situationTicks(list []*rules.Situation, actor *rules.Actor) []tick {
	ticks := make([]tick, len(list))
	for i, s := range list {
		ticks[i] = tick{name: s.Name, label: s.Label, ask: s.Ask, holder: actor}
		if s.Ask != nil {
			ticks[i].wants, ticks[i].rows = s.Ask.WantedText(), s.Ask.Rows()
		}
	}
	return ticks
}

// openMenu opens the list. Space or a number ticks an option; Enter calls done, which closes the list.
func (t *tickList) openMenu(title string, done func()) {
	l := &picker{title: title, load: t.items}
	l.toggle = func(it *listItem) {
		if it.run != nil {
			it.run()
			return
		}
		t.toggleTick(it.name)
	}
	l.commit = done
	l.line = t.lineText
	t.d.openOverlay(l)
}

// items returns the rows: those of rowsAbove, then each option with its box, and its value if it is ticked.
func (t *tickList) items() []listItem {
	items := make([]listItem, len(t.ticks))
	for i, o := range t.ticks {
		items[i] = listItem{name: o.name, label: o.label, sign: "[ ]", hint: o.wants}
		if value, ticked := t.value[o.name]; ticked {
			items[i].sign, items[i].hint = "[x]", strings.ReplaceAll(value, "_", " ")
		}
	}
	if t.rowsAbove != nil {
		items = append(t.rowsAbove(), items...)
	}
	return items
}

// toggleTick unticks the option with the given name, or ticks it. An option with a value is ticked only once its value was entered.
func (t *tickList) toggleTick(name string) {
	d := t.d
	if _, ticked := t.value[name]; ticked {
		delete(t.value, name)
		return
	}
	o := t.ticks[slices.IndexFunc(t.ticks, func(o tick) bool { return o.name == name })]
	if o.wants == "" {
		t.value[name] = ""
		return
	}
	usual := o.ask.UsualAnswer()
	take := func(text string) error {
		text = cmp.Or(text, usual)
		if t.check != nil {
			if err := t.check(t.line(name + " " + text)); err != nil {
				return err
			}
		}
		t.value[name] = text
		d.closeOverlay()
		return nil
	}
	if o.ask.AsksCards() && o.holder != nil {
		d.askCards(titleWithNoun(o.label, o.ask.What), o.holder, o.ask, take)
		return
	}
	title, plain := o.label+": "+o.wants, "number"
	if o.rows != nil {
		plain = "one of"
	}
	d.openOverlay(&dialog{d: d, number: o.rows == nil, title: title, label: inputLabel(title, o.label, plain),
		hint: hintWithUsual(strings.Join(o.rows, ", "), usual), take: take})
}

// tickedText returns the ticked options with their values, separated by commas.
func (t *tickList) tickedText() string {
	var parts []string
	for _, o := range t.ticks {
		if value, ticked := t.value[o.name]; ticked {
			parts = append(parts, strings.TrimSpace(o.name+" "+value))
		}
	}
	return strings.Join(parts, ", ")
}

// lineText returns the line with the ticked options, as it could be typed.
func (t *tickList) lineText() string { return t.line(t.tickedText()) }
