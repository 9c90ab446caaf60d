package dashboard

import (
	"sort"
	"strings"
	"unicode"

	"hybrid/gm/dashboard/draw"
)

// listItem is an entry of a list.
type listItem struct {
	name      string
	label     string
	note      func() string // dim, after the label; asked for when it is drawn
	hint      string        // at the right end
	lateHint  func() string // instead of hint; asked for when it is drawn
	sign      string        // before the label
	group     string        // a heading stands before the first of a group
	role      draw.Role
	line      string            // the prompt line it stands for; empty if it is none
	favourite string            // what becomes a favourite, instead of line
	inspect   func() *draw.Page // its page, instead of what its line would change
	run       func()
}

// picker is a list to choose from. Letters filter it, numbers choose at once.
type picker struct {
	title     string
	load      func() []listItem // called for every frame
	fixed     bool              // the items stay the same while the list is open
	empty     string            // what is said if there are no items
	line      func() string     // the line composed so far; nil without one
	inspect   func(it *listItem) *draw.Page
	header    func() []draw.Line // above the list
	toggle    func(it *listItem)
	commit    func()                  // Enter, where things are ticked instead of chosen
	adjust    func(tools, points int) // ← → and + −
	choose    func(it *listItem)      // instead of the item's own run
	favourite func() string           // what becomes a favourite, instead of the line under the cursor
	second    func()                  // chooses a second action at the same time

	items      []listItem
	filteredBy *string // the filter of items, if they are fixed
	filter     string
	at         int
	top        int
	room       int
	hits       []int // the item at each row, as drawn last; -1 for none
	origin     int   // the row of the screen at which hits begin
}

func (l *picker) mode() mode { return modeList }

// refresh loads the items again and applies the filter.
func (l *picker) refresh() {
	if l.fixed && l.filteredBy != nil && *l.filteredBy == l.filter {
		return
	}
	sifted := l.filter
	l.filteredBy = &sifted
	all := l.load()
	l.items = all[:0:0]
	if l.filter == "" {
		l.items = all
	} else {
		l.items = bestMatches(all, l.filter)
	}
	l.at = max(0, min(l.at, len(l.items)-1))
}

// wholeWordScore is the least score of a text that has the letters in one piece at the beginning of a word.
const wholeWordScore = 100

// bestMatches returns the items that match a filter, the best first.
func bestMatches(all []listItem, filter string) []listItem {
	type scored struct {
		listItem
		score int
	}
	var list []scored
	words := strings.Fields(filter)
	for _, it := range all {
		if score, ok := it.matchScore(words); ok {
			it.group = ""
			list = append(list, scored{it, score})
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].score > list[j].score })
	var items []listItem
	for i := range list {
		if list[0].score >= wholeWordScore && list[i].score < wholeWordScore/2 {
			break // scattered letters say nothing where there are whole words
		}
		items = append(items, list[i].listItem)
	}
	return items
}

// matchScore says how well an item matches some words; ok is false if one of them is in neither its label nor its name.
func (it *listItem) matchScore(words []string) (sum int, ok bool) {
	for _, word := range words {
		score, ok := matchScore(it.label, word)
		if other, also := matchScore(it.name, word); also && (!ok || other > score) {
			score, ok = other, true
		}
		if !ok {
			return 0, false
		}
		sum += score
	}
	return sum, true
}

// matchScore says how well letters match a text: they must occur in their order, and whole beginnings and words count
// most.
func matchScore(text, letters string) (score int, ok bool) {
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

func (l *picker) current() *listItem {
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

func (l *picker) pick(it *listItem) {
	if l.choose != nil {
		l.choose(it)
		return
	}
	if it.run != nil {
		it.run()
	}
}

func (l *picker) toggleCurrent() {
	if it := l.current(); it != nil && l.toggle != nil {
		l.toggle(it)
	}
}

func (l *picker) move(by int) {
	l.refresh()
	l.at = moveIndex(l.at, by, len(l.items))
	l.at = max(0, l.at)
}

func (l *picker) adjustBy(tools, points int) {
	if l.adjust != nil {
		l.adjust(tools, points)
	}
}

// chooseSecond goes on to a second action at the same time, if there can be one.
func (l *picker) chooseSecond() {
	if l.second != nil {
		l.second()
	}
}

// isText reports whether a key is a letter of the filter here.
func (l *picker) isText(name string) bool {
	switch name {
	case "Space":
		return l.toggle == nil && l.filter != ""
	case "+", "-":
		return l.adjust == nil
	}
	return false
}

// letter takes a number key or a letter of the filter.
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
	if l.toggle != nil {
		l.toggle(&l.items[at])
		return
	}
	l.pick(&l.items[at])
}

func (l *picker) erase() {
	e := draw.Field{Text: l.filter, At: len(l.filter)}
	e.Backspace()
	l.filter = e.Text
}

// click chooses, or ticks, the item at a row of the screen.
func (l *picker) click(y int) {
	row := y - l.origin
	if row < 0 || row >= len(l.hits) || l.hits[row] < 0 || l.hits[row] >= len(l.items) {
		return
	}
	l.at = l.hits[row]
	if l.toggle != nil {
		l.toggle(&l.items[l.at])
		return
	}
	l.pick(&l.items[l.at])
}

// wheel moves the cursor.
func (l *picker) wheel(by int) { l.move(by) }

// headingRows returns how many rows the headings of some items take.
func headingRows(items []listItem) (rows int) {
	group := ""
	for i := range items {
		if items[i].group != group {
			group = items[i].group
			rows++
		}
	}
	return rows
}

// heading returns the title with the filter.
func (l *picker) heading() string {
	if l.filter != "" {
		return l.title + "  " + l.filter + "▏"
	}
	return l.title
}

// height returns how many rows the list takes at a width, with its title and what stands above it.
func (l *picker) height(w int) int {
	high := 1 + max(1, len(l.items)+headingRows(l.items))
	for _, h := range l.head() {
		high += h.Height(w - 2)
	}
	return high
}

// head returns what stands above the list.
func (l *picker) head() []draw.Line {
	if l.header == nil {
		return nil
	}
	return l.header()
}

// draw draws the list below the table, as high as it needs to be; below it the log goes on.
func (l *picker) draw(c draw.Canvas, at *layout) {
	c = c.In(at.popup)
	l.refresh()
	need := min(c.H, l.height(c.W))
	box := c.Part(0, 0, c.W, need)
	if c.H-need < 3 {
		box = c
	} else if !at.vast {
		c.Rule(need, "log", draw.RoleDim)
	}
	l.drawWith(box, nil)
}

// pageRows is how many rows of a page stand above a list where there is no inspector.
const pageRows = 3

// drawWith draws the list at the bottom of a canvas, under its title, and above it the beginning of a page.
func (l *picker) drawWith(c draw.Canvas, page *draw.Page) {
	l.refresh()
	var lines []draw.Line
	if page != nil {
		lines = page.Lines[:min(len(page.Lines), pageRows)]
	}
	need := min(c.H, l.height(c.W)+len(lines))
	box := c.Part(0, c.H-need, c.W, need).Popup(l.heading(), false)
	y := 0
	for _, h := range append(l.head(), lines...) {
		h.Draw(box.Part(1, 0, box.W-2, box.H), y)
		y += h.Height(box.W - 2)
	}
	l.drawItems(box.Part(0, y, box.W, box.H-y))
}

// drawBelow draws the list under a rule that holds what stands above it.
func (l *picker) drawBelow(c draw.Canvas) {
	var head []string
	for _, h := range l.head() {
		head = append(head, strings.TrimSpace(h.Left+" "+h.Right))
	}
	c.Rule(0, strings.Join(head, "     "), draw.RoleText)
	l.drawItems(c.Part(0, 1, c.W, c.H-1))
}

// drawItems draws as many items as fit, among them the one under the cursor.
func (l *picker) drawItems(c draw.Canvas) {
	l.hits, l.origin, l.room = make([]int, c.H), c.Y, c.H
	if len(l.items) == 0 {
		text := l.empty
		if l.filter != "" {
			text = "nothing has these letters"
		}
		c.Fit(2, 0, c.W-3, text, draw.RoleDim)
	}
	l.top = max(min(l.top, l.at), l.at-c.H+1+min(headingRows(l.items), c.H-1))
	l.top = max(0, min(l.top, len(l.items)-1))
	wide := l.labelWidth(c.W)
	y, group := 0, ""
	for i := range l.hits {
		l.hits[i] = -1
	}
	for i := l.top; i < len(l.items) && y < c.H; i++ {
		it := &l.items[i]
		if it.group != group {
			group = it.group
			c.Fit(2, y, c.W-3, group, draw.RoleDim)
			y++
		}
		if y < c.H {
			l.drawItem(c, y, i, wide)
			l.hits[y] = i
		}
		y++
	}
	c.More(l.top > 0, y > c.H || l.top+c.H < len(l.items))
}

// labelWidth returns the width of the column of labels.
func (l *picker) labelWidth(w int) int {
	wide := 0
	for i := range l.items {
		wide = max(wide, draw.Width(l.items[i].label))
	}
	return min(wide, w*3/5)
}

func (l *picker) drawItem(c draw.Canvas, y, i, wide int) {
	it := &l.items[i]
	if number := i - l.top + 1; number <= 9 {
		c.Right(3, y, string(rune('0'+number)), draw.RoleKey)
	}
	r := it.role
	if i == l.at {
		c.Text(0, y, "▸", draw.RoleKey)
		r = draw.RoleChosen
	}
	x := 4
	if it.sign != "" {
		x = c.Text(x, y, it.sign, r) + 1
	}
	hint := it.hint
	if it.lateHint != nil {
		hint = it.lateHint()
	}
	end := c.W - 2
	hint = draw.Clip(hint, end-x-min(wide, (end-x)/2)-1)
	c.Right(end, y, hint, draw.RoleText)
	end -= draw.Width(hint) + 1
	c.Fit(x, y, min(wide, end-x), it.label, r)
	x += wide + 2
	if it.note != nil && x+4 < end {
		c.Fit(x, y, end-x, it.note(), draw.RoleDim)
	}
}
