package dashboard

import (
	"slices"
	"strings"

	"hybrid/rules"
)

// A list of options to be ticked, some with a value. A picker (ask_picker.go) draws it.

// tickList is a page of options that may be ticked, some with what is said with them.
type tickList struct {
	d     *Dashboard
	ticks []tick
	value map[string]string          // of those ticked, what was said with them
	line  func(ticked string) string // what those ticked, one after the other, are part of
	check func(line string) error    // refuses what cannot be said; nil for nothing

	before func() []listItem // rows above the options, each with a run of its own; nil for none
}

// tick is an option of a tickList: its name as it is typed, and what it asks for.
type tick struct {
	name, label string
	wants       string   // what is said with it; "" for nothing
	rows        []string // what may be said, where that is a list
}

// situationTicks returns situations as options of a tickList.
func situationTicks(list []*rules.Situation) []tick {
	ticks := make([]tick, len(list))
	for i, s := range list {
		ticks[i] = tick{name: s.Name, label: s.Label}
		if s.Ask != nil {
			ticks[i].wants, ticks[i].rows = s.Ask.Wanted(), s.Ask.Rows()
		}
	}
	return ticks
}

// open shows the page; Enter does done.
func (t *tickList) open(title string, done func()) {
	l := &picker{title: title, load: t.items}
	l.toggle = func(it *listItem) {
		if it.run != nil {
			it.run()
			return
		}
		t.toggle(it.name)
	}
	l.commit = done
	l.line = t.text
	t.d.push(l)
}

// items returns the rows: those that go before, then each tick with its box and value.
func (t *tickList) items() []listItem {
	items := make([]listItem, len(t.ticks))
	for i, o := range t.ticks {
		items[i] = listItem{name: o.name, label: o.label, sign: "[ ]", hint: o.wants}
		if value, ticked := t.value[o.name]; ticked {
			items[i].sign, items[i].hint = "[x]", strings.ReplaceAll(value, "_", " ")
		}
	}
	if t.before != nil {
		items = append(t.before(), items...)
	}
	return items
}

// toggle ticks an option or takes it back; what it asks for is asked.
func (t *tickList) toggle(name string) {
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
	title, plain := o.label+": "+o.wants, "number"
	if o.rows != nil {
		plain = "one of"
	}
	d.push(&dialog{d: d, number: o.rows == nil, title: title, label: labelBeside(title, o.label, plain), hint: strings.Join(o.rows, ", "), take: func(text string) error {
		if t.check != nil {
			if err := t.check(t.line(name + " " + text)); err != nil {
				return err
			}
		}
		t.value[name] = text
		d.close()
		return nil
	}})
}

// ticked is what is ticked, one after the other.
func (t *tickList) ticked() string {
	var parts []string
	for _, o := range t.ticks {
		if value, ticked := t.value[o.name]; ticked {
			parts = append(parts, strings.TrimSpace(o.name+" "+value))
		}
	}
	return strings.Join(parts, ", ")
}

// text is the line with what is ticked, as it could be typed.
func (t *tickList) text() string { return t.line(t.ticked()) }
