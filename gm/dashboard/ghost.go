package dashboard

import (
	"strings"

	"hybrid/gm"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// foresight is what lines would do, worked out once while the state stays the same.
type foresight struct {
	state    *rules.State
	previews map[string]previewed
	seen     map[string]seen
	outlooks map[string]gm.Outlook
}

type previewed struct {
	gm.Preview
	err error
}

type seen struct {
	gm.Foreseen
	err error
}

// fresh forgets what was worked out for another state.
func (f *foresight) fresh(s *rules.State) {
	if f.state == s && f.previews != nil {
		return
	}
	*f = foresight{state: s, previews: map[string]previewed{}, seen: map[string]seen{}, outlooks: map[string]gm.Outlook{}}
}

// preview is what an action would do.
func (d *Dashboard) preview(line string) (gm.Preview, error) {
	d.foresight.fresh(d.session.State())
	p, known := d.foresight.previews[line]
	if !known {
		p.Preview, p.err = d.session.Preview(line)
		d.foresight.previews[line] = p
	}
	return p.Preview, p.err
}

// outlook is how likely everything is that a line can come to; empty where it cannot be said. With answers it is said
// for each of them, too.
func (d *Dashboard) outlook(line string, answers bool) gm.Outlook {
	d.foresight.fresh(d.session.State())
	key := line
	if answers {
		key += "\n"
	}
	o, known := d.foresight.outlooks[key]
	if !known {
		o, _ = d.session.Outlook(line, answers)
		d.foresight.outlooks[key] = o
	}
	return o
}

// foresee is what a line without dice would come to.
func (d *Dashboard) foresee(line string) (gm.Foreseen, error) {
	d.foresight.fresh(d.session.State())
	f, known := d.foresight.seen[line]
	if !known {
		f.Foreseen, f.err = d.session.Foresee(line)
		d.foresight.seen[line] = f
	}
	return f.Foreseen, f.err
}

// ghost is what is being chosen, as it would stand on the timeline: an action, or two at the same time.
type ghost struct {
	who   string
	marks []mark
}

// ghosted is the action being chosen; nil if none is, or if it takes no time.
func (d *Dashboard) ghosted() *ghost {
	line := d.building()
	if d.past != nil {
		return nil
	}
	if line == "" && d.prompt.active && d.place() == atPrompt {
		line = strings.TrimSpace(d.prompt.edit.Text)
	}
	if line == "" {
		return nil
	}
	v, err := d.preview(line)
	if err != nil || v.Counts <= 0 || v.Who == "" {
		return nil
	}
	g := &ghost{who: v.Who, marks: []mark{d.ghostMark(&v)}}
	if v.Beside != nil {
		g.marks = append(g.marks, d.ghostMark(v.Beside))
	}
	return g
}

// ghostMark is one action that is being chosen.
func (d *Dashboard) ghostMark(v *gm.Preview) mark {
	from, at := d.span(v)
	what := v.Title
	if _, after, ok := strings.Cut(what, ": "); ok {
		what = after
	}
	return mark{from: from, at: at, sign: "▷", line: "┄", role: draw.RoleDim, ghost: true, text: what + " lands at " + draw.Number(at)}
}

// span is when an action would begin and when it would land: who has a turn to come begins then.
func (d *Dashboard) span(v *gm.Preview) (from, at float64) {
	s := d.session.State()
	from = s.Count
	if a := s.Find(v.Who); a != nil && !a.Open && !a.Waiting && a.Doing == nil {
		from = max(from, a.Turn)
	}
	return from, from + v.Counts
}

// between lists what the timeline owes before an action would land, next first.
func (d *Dashboard) between(line string, v *gm.Preview, at float64) []string {
	owed, exact := d.session.Owed(), false
	if f, err := d.foresee(line); err == nil && !f.Rolls {
		if a := f.After.Find(v.Who); a != nil && a.Doing != nil {
			owed, exact = d.session.Rules().Owed(f.After), true
		}
	}
	var list []string
	for _, o := range owed {
		own := o.Actor.Key == v.Who && o.Kind != rules.OwedTick
		if exact && own && o.Kind == rules.OwedAct || o.At > at || !exact && o.At == at && o.Kind != rules.OwedTick {
			break
		}
		if !own {
			list = append(list, d.owedShort(o))
		}
	}
	return list
}

// owedShort is an owed item in a few words.
func (d *Dashboard) owedShort(o rules.Owed) string {
	switch o.Kind {
	case rules.OwedTick:
		return "· " + o.Actor.Name + " " + strings.ToLower(o.Held.Condition.Label) + " " + draw.Number(o.At)
	case rules.OwedAct:
		return "▶ " + o.Actor.Name + " " + draw.Number(o.At)
	}
	return o.Actor.Name + " " + draw.Number(o.At)
}

// betweenText is that list in so many cells; what does not fit is counted.
func betweenText(list []string, cells int) string {
	if len(list) == 0 {
		return "nobody acts before it"
	}
	text, also := "before it: ", " more"
	if cells < 40 {
		also = ""
	}
	for i, one := range list {
		more := ""
		if rest := len(list) - i - 1; rest > 0 {
			more = ", +" + draw.Number(float64(rest)) + also
		}
		if i > 0 && draw.Width(text)+2+draw.Width(one)+draw.Width(more) > cells {
			return text + ", +" + draw.Number(float64(len(list)-i)) + also
		}
		if i > 0 {
			text += ", "
		}
		text += one
	}
	return text
}
