package dashboard

import (
	"sort"
	"strings"
	"unicode"

	"hybrid/gm/dashboard/draw"
)

// item is one thing that may be chosen.
type item struct {
	name   string
	label  string
	middle func() string // dim, behind the label; asked for when it is drawn
	hint   string        // at the right end
	late   func() string // instead of hint; asked for when it is drawn
	sign   string        // before the label
	group  string        // a heading stands before the first of a group
	role   draw.Role
	line   string            // the prompt line it stands for; empty if it is none
	keep   string            // what is kept at hand of it, instead of its line
	look   func() *draw.Page // what it would do, instead of what its line would change
	do     func()
}

// picker is a list to choose from. Letters leave only what has them, numbers choose at once.
type picker struct {
	title  string
	load   func() []item // asked for anew for every frame
	fixed  bool          // the items stay the same while the list is open
	empty  string        // what an empty list says
	line   func() string // the prompt line that the choices so far make; nil without one
	page   func(it *item) *draw.Page
	head   func() []draw.Line // above the list
	tick   func(it *item)
	commit func()                  // Enter, where things are ticked instead of chosen
	turned func(tools, points int) // ← → and + −
	choose func(it *item)          // instead of the item's own do
	keep   func() string           // what is kept at hand, instead of the line under the cursor
	beside func()                  // chooses a second action at the same time

	items  []item
	sifted *string // the filter that items were left by, where they are fixed
	filter string
	at     int
	top    int
	room   int
	hits   []int // the item at each row, as drawn last; -1 for none
	origin int   // the row of the screen at which hits begin
}

func (l *picker) place() place { return atList }

// list is the picker on top. There is one where its keys count.
func (d *Dashboard) list() *picker { return d.over[len(d.over)-1].(*picker) }

// refresh loads the items again and leaves those that fit the filter.
func (l *picker) refresh() {
	if l.fixed && l.sifted != nil && *l.sifted == l.filter {
		return
	}
	sifted := l.filter
	l.sifted = &sifted
	all := l.load()
	l.items = all[:0:0]
	if l.filter == "" {
		l.items = all
	} else {
		l.items = filtered(all, l.filter)
	}
	l.at = max(0, min(l.at, len(l.items)-1))
}

// wholeScore is what a text scores at least that has the letters in one piece at the beginning of a word.
const wholeScore = 100

// filtered is the items that have the letters of the filter, the best first.
func filtered(all []item, filter string) []item {
	type scored struct {
		item
		score int
	}
	var list []scored
	words := strings.Fields(filter)
	for _, it := range all {
		if score, ok := it.likeness(words); ok {
			it.group = ""
			list = append(list, scored{it, score})
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].score > list[j].score })
	var items []item
	for i := range list {
		if list[0].score >= wholeScore && list[i].score < wholeScore/2 {
			break // scattered letters say nothing where there are whole words
		}
		items = append(items, list[i].item)
	}
	return items
}

// likeness says how well an item fits some words, each of which must be in its label or its name.
func (it *item) likeness(words []string) (sum int, ok bool) {
	for _, word := range words {
		score, ok := likeness(it.label, word)
		if other, also := likeness(it.name, word); also && (!ok || other > score) {
			score, ok = other, true
		}
		if !ok {
			return 0, false
		}
		sum += score
	}
	return sum, true
}

// likeness says how well letters fit a text: they must occur in their order; whole beginnings and words count most.
func likeness(text, letters string) (score int, ok bool) {
	text, letters = strings.ToLower(text), strings.ToLower(letters)
	if at := strings.Index(text, letters); at >= 0 {
		score = 100 - min(at, 50) - min(len(text)-len(letters), 40)/4
		if at == 0 || !unicode.IsLetter(rune(text[at-1])) {
			score += 100
		}
		return score, true
	}
	rest := []rune(letters)
	before := ' '
	for _, r := range text {
		if len(rest) > 0 && r == rest[0] {
			rest = rest[1:]
			if !unicode.IsLetter(before) {
				score += 10
			}
		}
		before = r
	}
	return score - min(len(text), 60)/6, len(rest) == 0
}

func (l *picker) current() *item {
	l.refresh()
	if len(l.items) == 0 {
		return nil
	}
	return &l.items[l.at]
}

func (l *picker) enter() {
	if l.commit != nil {
		l.commit()
		return
	}
	if it := l.current(); it != nil {
		l.pick(it)
	}
}

func (l *picker) pick(it *item) {
	if l.choose != nil {
		l.choose(it)
		return
	}
	if it.do != nil {
		it.do()
	}
}

func (l *picker) space() {
	if it := l.current(); it != nil && l.tick != nil {
		l.tick(it)
	}
}

func (l *picker) move(by int) {
	l.refresh()
	l.at = movedTo(l.at, by, len(l.items))
	l.at = max(0, l.at)
}

func (l *picker) turn(tools, points int) {
	if l.turned != nil {
		l.turned(tools, points)
	}
}

// and goes on to a second action at the same time, where there can be one.
func (l *picker) and() {
	if l.beside != nil {
		l.beside()
	}
}

// asText tells whether a key is a letter of the filter here.
func (l *picker) asText(name string) bool {
	switch name {
	case "Space":
		return l.tick == nil && l.filter != ""
	case "+", "-":
		return l.turned == nil
	}
	return false
}

// letter takes a number or a letter of the filter.
func (l *picker) letter(text string) {
	if len(text) == 1 && text[0] >= '1' && text[0] <= '9' {
		l.number(int(text[0] - '1'))
		return
	}
	kept := l.filter
	l.filter += text
	l.at, l.top = 0, 0
	if l.refresh(); len(l.items) == 0 && (kept == "" || len(l.load()) < 10) {
		l.filter = kept // a key pressed once too often is no filter
		l.refresh()
	}
}

func (l *picker) number(at int) {
	l.refresh()
	at += l.top
	if at >= len(l.items) {
		return
	}
	l.at = at
	if l.tick != nil {
		l.tick(&l.items[at])
		return
	}
	l.pick(&l.items[at])
}

func (l *picker) erase() {
	e := draw.Field{Text: l.filter, At: len(l.filter)}
	e.Backspace()
	l.filter = e.Text
}

// headings is how many rows the headings of some items take.
func headings(items []item) (rows int) {
	group := ""
	for i := range items {
		if items[i].group != group {
			group = items[i].group
			rows++
		}
	}
	return rows
}

// draw draws the list at the bottom of a region, as high as it needs.
func (l *picker) draw(p draw.Canvas, edge bool) {
	l.refresh()
	var head []draw.Line
	if l.head != nil {
		head = l.head()
	}
	high := 0
	for _, h := range head {
		high += h.Height(p.W - 2)
	}
	need := min(p.H, 1+high+max(1, len(l.items)+headings(l.items)))
	title := l.title
	if l.filter != "" {
		title += "  " + l.filter + "▏"
	}
	box := p.Part(0, p.H-need, p.W, need).Popup(title, edge)
	y := 0
	for _, h := range head {
		h.Draw(box.Part(1, 0, box.W-2, box.H), y)
		y += h.Height(box.W - 2)
	}
	l.rows(box.Part(0, y, box.W, box.H-y))
}

// rows draws as many items as fit, the one under the cursor among them.
func (l *picker) rows(p draw.Canvas) {
	l.hits, l.origin, l.room = make([]int, p.H), p.Y, p.H
	if len(l.items) == 0 {
		text := l.empty
		if l.filter != "" {
			text = "nothing has these letters"
		}
		p.Fit(2, 0, p.W-3, text, draw.RoleDim)
	}
	l.top = max(min(l.top, l.at), l.at-p.H+1+min(headings(l.items), p.H-1))
	l.top = max(0, min(l.top, len(l.items)-1))
	wide := l.labels(p.W)
	y, group := 0, ""
	for i := range l.hits {
		l.hits[i] = -1
	}
	for i := l.top; i < len(l.items) && y < p.H; i++ {
		it := &l.items[i]
		if it.group != group {
			group = it.group
			p.Fit(2, y, p.W-3, group, draw.RoleDim)
			y++
		}
		if y < p.H {
			l.row(p, y, i, wide)
			l.hits[y] = i
		}
		y++
	}
	p.More(l.top > 0, y > p.H || l.top+p.H < len(l.items))
}

// labels is how many cells the labels get.
func (l *picker) labels(w int) int {
	wide := 0
	for i := range l.items {
		wide = max(wide, draw.Width(l.items[i].label))
	}
	return min(wide, w*3/5)
}

func (l *picker) row(p draw.Canvas, y, i, wide int) {
	it := &l.items[i]
	if number := i - l.top + 1; number <= 9 {
		p.Right(3, y, string(rune('0'+number)), draw.RoleKey)
	}
	r := it.role
	if i == l.at {
		p.Text(0, y, "▸", draw.RoleKey)
		r = draw.RoleChosen
	}
	x := 4
	if it.sign != "" {
		x = p.Text(x, y, it.sign, r) + 1
	}
	hint := it.hint
	if it.late != nil {
		hint = it.late()
	}
	end := p.W - 2
	hint = draw.Clip(hint, end-x-min(wide, (end-x)/2)-1)
	p.Right(end, y, hint, draw.RoleText)
	end -= draw.Width(hint) + 1
	p.Fit(x, y, min(wide, end-x), it.label, r)
	x += wide + 2
	if it.middle != nil && x+4 < end {
		p.Fit(x, y, end-x, it.middle(), draw.RoleDim)
	}
}
