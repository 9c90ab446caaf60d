package dashboard

import (
	"strings"

	"hybrid/rules"
)

// tickList is a page of situations that may be ticked, some with what is said with them.
type tickList struct {
	d          *Dashboard
	situations []*rules.Situation
	said       map[string]string          // of those ticked, what was said with them
	line       func(ticked string) string // what those ticked, one after the other, are part of
	check      func(line string) error    // refuses what cannot be said; nil for nothing
}

// open shows the page; Enter does done.
func (t *tickList) open(title string, done func()) {
	l := &picker{title: title, load: t.items}
	l.toggle = func(it *listItem) { t.toggle(it.name) }
	l.commit = done
	l.line = t.text
	t.d.push(l)
}

func (t *tickList) items() []listItem {
	items := make([]listItem, len(t.situations))
	for i, s := range t.situations {
		items[i] = listItem{name: s.Name, label: s.Label, sign: "[ ]"}
		if said, ticked := t.said[s.Name]; ticked {
			items[i].sign, items[i].hint = "[x]", strings.ReplaceAll(said, "_", " ")
		} else if s.Ask != nil {
			items[i].hint = s.Ask.Wanted()
		}
	}
	return items
}

// toggle ticks a situation or takes it back; what it asks for is asked.
func (t *tickList) toggle(name string) {
	d := t.d
	if _, ticked := t.said[name]; ticked {
		delete(t.said, name)
		return
	}
	s, _ := d.session.Rules().Situations.Get(name)
	if s.Ask == nil {
		t.said[name] = ""
		return
	}
	title, plain := s.Label+": "+s.Ask.Wanted(), "number"
	if s.Ask.Rows() != nil {
		plain = "one of"
	}
	d.push(&dialog{d: d, title: title, label: labelBeside(title, s.Label, plain), hint: strings.Join(s.Ask.Rows(), ", "), take: func(text string) error {
		if t.check != nil {
			if err := t.check(t.line(name + " " + text)); err != nil {
				return err
			}
		}
		t.said[name] = text
		d.close()
		return nil
	}})
}

// ticked is what is ticked, one after the other.
func (t *tickList) ticked() string {
	var parts []string
	for _, s := range t.situations {
		if said, ticked := t.said[s.Name]; ticked {
			parts = append(parts, strings.TrimSpace(s.Name+" "+said))
		}
	}
	return strings.Join(parts, ", ")
}

// text is the line with what is ticked, as it could be typed.
func (t *tickList) text() string { return t.line(t.ticked()) }
