package dashboard

import (
	"strings"

	"hybrid/gm"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// previewCache is what lines would do, worked out once while the state stays the same.
type previewCache struct {
	state    *rules.State
	previews map[string]cachedPreview
	foreseen map[string]cachedForesight
	outlooks map[string]gm.Outlook
}

type cachedPreview struct {
	gm.Preview
	err error
}

type cachedForesight struct {
	gm.Foreseen
	err error
}

// reset forgets what was worked out for another state.
func (f *previewCache) reset(s *rules.State) {
	if f.state == s && f.previews != nil {
		return
	}
	*f = previewCache{state: s, previews: map[string]cachedPreview{}, foreseen: map[string]cachedForesight{}, outlooks: map[string]gm.Outlook{}}
}

// preview is what an action would do.
func (d *Dashboard) preview(line string) (gm.Preview, error) {
	d.previews.reset(d.session.State())
	p, known := d.previews.previews[line]
	if !known {
		p.Preview, p.err = d.session.Preview(line)
		d.previews.previews[line] = p
	}
	return p.Preview, p.err
}

// actionOdds is how likely everything is that a line can come to; empty where it cannot be said. With answers it is said
// for each of them, too.
func (d *Dashboard) actionOdds(line string, answers bool) gm.Outlook {
	d.previews.reset(d.session.State())
	key := line
	if answers {
		key += "\n"
	}
	o, known := d.previews.outlooks[key]
	if !known {
		o, _ = d.session.Outlook(line, answers)
		d.previews.outlooks[key] = o
	}
	return o
}

// foresee is what a line without dice would come to.
func (d *Dashboard) foresee(line string) (gm.Foreseen, error) {
	d.previews.reset(d.session.State())
	f, known := d.previews.foreseen[line]
	if !known {
		f.Foreseen, f.err = d.session.Foresee(line)
		d.previews.foreseen[line] = f
	}
	return f.Foreseen, f.err
}

// plannedAction is what is being chosen, as it would stand on the timeline: an action, or two at the same time.
type plannedAction struct {
	who   string
	marks []laneMark
}

// planned is the action being chosen; nil if none is, or if it takes no time.
func (d *Dashboard) planned() *plannedAction {
	line := d.composedLine()
	if d.past != nil {
		return nil
	}
	if line == "" && d.prompt.active && d.mode() == modePrompt {
		line = strings.TrimSpace(d.prompt.edit.Text)
	}
	if line == "" {
		return nil
	}
	v, err := d.preview(line)
	if err != nil || v.Counts <= 0 || v.Who == "" {
		return nil
	}
	g := &plannedAction{who: v.Who, marks: []laneMark{d.plannedMark(&v)}}
	if v.Beside != nil {
		g.marks = append(g.marks, d.plannedMark(v.Beside))
	}
	return g
}

// plannedMark is one action that is being chosen.
func (d *Dashboard) plannedMark(v *gm.Preview) laneMark {
	from, at := d.actionSpan(v)
	what := v.Title
	if _, after, ok := strings.Cut(what, ": "); ok {
		what = after
	}
	return laneMark{from: from, at: at, sign: "▷", line: "┄", role: draw.RoleDim, planned: true, text: what + " lands at " + draw.Number(at)}
}

// actionSpan is when an action would begin and when it would land: who has a turn to come begins then.
func (d *Dashboard) actionSpan(v *gm.Preview) (from, at float64) {
	s := d.session.State()
	from = s.Count
	if a := s.Find(v.Who); a != nil && !a.Open && !a.Waiting && a.Doing == nil {
		from = max(from, a.Turn)
	}
	return from, from + v.Counts
}

// owedBefore lists what the timeline owes before an action would land, next first.
func (d *Dashboard) owedBefore(line string, v *gm.Preview, at float64) []string {
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
			list = append(list, d.owedText(o))
		}
	}
	return list
}

// owedText is an owed item in a few words.
func (d *Dashboard) owedText(o rules.Owed) string {
	switch o.Kind {
	case rules.OwedTick:
		return "· " + o.Actor.Name + " " + strings.ToLower(o.Held.Condition.Label) + " " + draw.Number(o.At)
	case rules.OwedAct:
		return "▶ " + o.Actor.Name + " " + draw.Number(o.At)
	}
	return o.Actor.Name + " " + draw.Number(o.At)
}

// owedBeforeText is that list in so many cells; what does not fit is counted.
func owedBeforeText(list []string, cells int) string {
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
