package dashboard

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The list used by nearly every menu: rows with numbers, groups and notes, filtered by letters (view_match.go). It doesn't know the meaning
// of its rows. A fold is a row at the end of the list that stands for several less likely items and can be opened. A number key chooses the
// row with that number; in a list with ticks it ticks the row, and Enter submits the ticks. The inspector, the panel for details, shows the
// page of the item under the cursor; on a narrow screen, which has no inspector, the page's first rows are shown above or below the list.
//
// A row has, from left to right, its number, a sign, the label, a note in a column of its own, and a hint at the right end. A line is the
// text of a command as it could be typed at the prompt; an item with a line shows the line's effect unless it has a page of its own. A role
// is a colour of the theme.

// listItem is an entry of a list.
type listItem struct {
	name      string            // name that identifies the item in its list
	label     string            // text of the row
	short     string            // shorter label, used if there is too little room; "" if there is none
	note      func() string     // returns the dimmed text after the label; called on each draw; may be nil
	hint      string            // text at the right end of the row; "" for none
	lateHint  func() string     // returns the text at the right end, used instead of hint; called on each draw; may be nil
	sign      string            // mark before the label, such as a box; "" if there is none
	group     string            // heading, drawn before the first item of the group; "" for none
	role      draw.Role         // colour of the label
	line      string            // prompt line of the item; "" if there is none
	manual    string            // line by which the game master changes a combatant; a page opens before it is run; "" if there is none
	favourite string            // line to save as a favourite, instead of line; "" for line
	inspect   func() *draw.Page // returns the item's page, shown instead of the effect of its line; may be nil
	run       func()            // chooses the item, in a list whose own choose is nil; may be nil

	options      func()   // opens the options of the item's action; may be nil
	aliases      []string // other words by which a search finds the item
	foundBy      string   // alias by which a search found the item; "" if its label matched
	refused      string   // reason why it can't be chosen now, so that only a search shows it; "" if it can
	showsRefused bool     // whether it is also shown without a search although it is refused
	fold         string   // name of the fold that hides it until the fold is opened; "" if there is none
	isFold       bool     // whether the item is the row of the fold named by fold
	foldedLabels []string // labels of the items within the fold; only for the row of a fold
	hidden       bool     // whether it is shown only in a search
	sortsLast    bool     // whether it is sorted after all other groups
	isFallback   bool     // whether it is offered if a search finds nothing
	unnumbered   bool     // whether it has no number, so that those of the rows after it stay; only for the first rows
}

// picker is a list to choose from. Numbers choose at once; if there are more rows than numbers, letters filter the list.
type picker struct {
	title          string                             // title in the rule above the list, without the filter
	load           func() []listItem                  // returns all items; called for each frame or, if fixed is set, once for each filter
	fixed          bool                               // whether the items stay the same while the list is open
	empty          string                             // text shown if there are no items
	fallbackItems  func(words string) []listItem      // returns items to show if the filter finds nothing; may be nil
	line           func() string                      // returns the prompt line composed so far; nil in lists that compose none
	inspect        func(it *listItem) *draw.Page      // returns the page about an item, or nil if the item has none; nil if no item has one
	header         func() []draw.PageLine             // returns the lines above the list; may be nil
	columns        string                             // heading of the columns of the notes; "" for none
	toggle         func(it *listItem)                 // ticks or unticks an item; nil if items are chosen, not ticked
	commit         func()                             // called for Enter if items are ticked; nil if Enter chooses the item under the cursor
	adjust         func(tools, points int)            // changes the tool (← and →) or the points (+ and −) by a number of steps; may be nil
	choose         func(it *listItem)                 // called to choose an item, instead of the item's own run; may be nil
	favourite      func() string                      // returns the line to save as a favourite, instead of that of the current item; may be nil
	weighAnswers   func()                             // computes the odds of the answers; nil if they are known
	answerByTactic func()                             // answers by the tactic of the actor who is asked; nil if a player answers
	second         func()                             // chooses a second, simultaneous action; nil if there can be none
	opponent       func()                             // chooses the opponent in the check under the cursor; nil if there can be none
	onSpace        func(it *listItem)                 // called for Space, if items aren't ticked; may be nil
	hasOptions     func() bool                        // reports whether Space opens options of the answer under the cursor; nil in other lists
	onArrow        func(by int)                       // called with -1 for ← and 1 for →; nil if these keys have no function of their own
	bar            []barKey                           // keys of the bottom line that don't filter the list
	tight          bool                               // whether only maxRowsBelow rows are kept free below the list, rather than pageRows
	maxRowsBelow   int                                // largest number of rows below the list needed so far
	rowsBelow      func(wide int) [][]draw.StyledText // returns the rows below the list on a narrow screen, wide cells each; nil for the item's page
	shownActors    func() []*rules.Actor              // returns the combatants to draw above the list on a narrow screen; nil for none
	closedMessage  string                             // message shown after Esc closed the list; "" for none
	leftLines      func() []string                    // returns lines left of the list, which then covers the whole screen; nil in other lists

	opened []string // names of open folds
	total  int      // number of items, visible or not

	items        []listItem // items that match the filter; without a filter, all that are neither hidden nor folded
	filteredBy   *string    // filter that items match; nil if they must be loaded again
	filter       string     // letters typed so far
	at           int        // index of the item under the cursor
	top          int        // index of the first visible item
	room         int        // number of rows for items and their headings, as last drawn
	hits         []int      // index of the item in each row of room, as last drawn; -1 for none
	origin       int        // screen row of the first row of room
	firstCovered int        // first screen row that the list covered when last drawn
}

// mode returns modeList, the mode whose keys every list uses.
func (l *picker) mode() mode { return modeList }

// refreshItems reloads the items and filters them.
func (l *picker) refreshItems() {
	if l.fixed && l.filteredBy != nil && *l.filteredBy == l.filter {
		return
	}
	filter := l.filter
	l.filteredBy = &filter
	all := l.load()
	l.total = len(all)
	if l.filter == "" {
		l.items = l.foldItems(all)
	} else {
		l.items = matchingItems(all, l.filter)
		if len(l.items) == 0 && l.fallbackItems != nil {
			l.items = l.fallbackItems(l.filter)
		}
	}
	l.at = max(0, min(l.at, len(l.items)-1))
}

// foldItems returns the items shown without a filter. The items of a closed fold become one row at the end, with their number and the first
// labels. A fold that holds all items is open.
func (l *picker) foldItems(all []listItem) (items []listItem) {
	var folds []string
	byFold := map[string][]listItem{}
	for _, it := range all {
		switch {
		case it.refused != "" && !it.showsRefused || it.hidden:
		case it.fold == "":
			items = append(items, it)
		default:
			if byFold[it.fold] == nil {
				folds = append(folds, it.fold)
			}
			byFold[it.fold] = append(byFold[it.fold], it)
		}
	}
	for _, fold := range folds {
		list := byFold[fold]
		if slices.Contains(l.opened, fold) || len(items) == 0 && len(folds) == 1 {
			items = append(items, list...)
			continue
		}
		labels := collect.Map(list, func(it listItem) string { return strings.TrimSuffix(cmp.Or(it.short, it.label), " …") })
		items = append(items, listItem{name: fold, label: fold + " (" + strconv.Itoa(len(list)) + ")", isFold: true, fold: fold, group: list[0].group, foldedLabels: labels})
	}
	return items
}

// foldNote lists the first of labels, those of the items within a fold: as many as fit in the given number of cells, at most four.
func (l *picker) foldNote(labels []string, cells int) string {
	for n := min(4, len(labels)); ; n-- { // try n labels; a single one is listed even if it doesn't fit
		text := strings.Join(labels[:n], ", ")
		if n < len(labels) {
			text += " …"
		}
		if l.takesLetters() {
			text += " or type"
		}
		if n <= 1 || draw.Width(text) <= cells {
			return text
		}
	}
}

// takesLetters reports whether letters filter the list: they do if it has more items than there are number keys.
func (l *picker) takesLetters() bool { return l.total > maxNumbered || l.filter != "" }

// maxNumbered is the number of rows that have a number.
const maxNumbered = 9

// numberKeys names the keys that choose or tick a row by its number, for the bottom line.
const numberKeys = "1-9"

// countNumbered returns the number of rows that have a number.
func (l *picker) countNumbered() int { return min(len(l.items)-l.countUnnumbered(), maxNumbered) }

// countUnnumbered returns the number of rows without a number before the numbered ones.
func (l *picker) countUnnumbered() (n int) {
	for n < len(l.items) && l.items[n].unnumbered {
		n++
	}
	return n
}

// currentItem returns the item under the cursor, or nil if no item matches the filter.
func (l *picker) currentItem() *listItem {
	l.refreshItems()
	if len(l.items) == 0 {
		return nil
	}
	return &l.items[l.at]
}

// chooseCurrent handles Enter: it chooses the item under the cursor, or opens the fold there. In a list with ticks it submits the ticks
// instead, unless no item matches the filter.
func (l *picker) chooseCurrent() {
	it := l.currentItem()
	switch {
	case l.commit != nil && (it != nil || l.filter == ""):
		l.commit()
	case it != nil && it.isFold:
		l.openFold(it.fold)
	case it != nil:
		l.chooseItem(it)
	}
}

// openFold shows the items of the fold with the given name from now on.
func (l *picker) openFold(fold string) {
	l.opened, l.filteredBy = append(l.opened, fold), nil
}

// chooseItem chooses an item: it opens the fold that the item stands for, or calls choose or, if the list has none, the item's own run.
func (l *picker) chooseItem(it *listItem) {
	if it.isFold {
		l.openFold(it.fold)
		return
	}
	if l.choose != nil {
		l.choose(it)
		return
	}
	if it.run != nil {
		it.run()
	}
}

// toggleCurrent handles Space: it opens the fold under the cursor, ticks or unticks the item, or calls onSpace.
func (l *picker) toggleCurrent() {
	switch it := l.currentItem(); {
	case it == nil: // no item matches the filter
	case it.isFold:
		l.openFold(it.fold)
	case l.toggle != nil:
		l.toggle(it)
	case l.onSpace != nil:
		l.onSpace(it)
	}
}

// selectItem moves the cursor to the item with the given name, if there is one, and opens its fold if that hides it.
func (l *picker) selectItem(name string) {
	l.refreshItems()
	if i := slices.IndexFunc(l.items, func(it listItem) bool { return it.name == name }); i >= 0 {
		l.at = i
		return
	}
	for _, it := range l.load() {
		if it.name == name && it.fold != "" && !slices.Contains(l.opened, it.fold) {
			l.openFold(it.fold)
			l.selectItem(name)
			return
		}
	}
}

// moveCursor moves the cursor down by the given number of items, or up if by is negative, and stops at either end.
func (l *picker) moveCursor(by int) {
	l.refreshItems()
	l.at = moveIndex(l.at, by, len(l.items))
	l.at = max(0, l.at)
}

// adjustBy handles ← and → (tools is -1 or 1), and + and − (points is 1 or -1): it calls onArrow and adjust, if the list has them.
func (l *picker) adjustBy(tools, points int) {
	if l.onArrow != nil && tools != 0 {
		l.onArrow(tools)
	}
	if l.adjust != nil {
		l.adjust(tools, points)
	}
}

// chooseSecond calls second, if it is set, to choose a second, simultaneous action.
func (l *picker) chooseSecond() {
	if l.second != nil {
		l.second()
	}
}

// chooseOpponent calls opponent, if it is set, to choose the opponent in the check.
func (l *picker) chooseOpponent() {
	if l.opponent != nil {
		l.opponent()
	}
}

// typesText reports whether a key adds a letter to the filter instead of running its binding, since this list has no use for the binding.
func (l *picker) typesText(name string) bool {
	switch name {
	case "z":
		return l.answerByTactic == nil
	case "Space":
		return l.toggle == nil && l.filter != ""
	case "+", "-":
		return l.adjust == nil
	}
	return false
}

// typeLetter handles a number key, a key of the list's own, or a letter of the filter. It returns a message if the key does nothing, or "".
func (l *picker) typeLetter(text string) string {
	if len(text) == 1 && text[0] >= '1' && text[0] <= '9' {
		l.refreshItems()
		return l.chooseNumber(int(text[0]-'1') + l.countUnnumbered())
	}
	if runBarKey(l.bar, text) {
		return ""
	}
	return l.narrowFilter(text)
}

// narrowFilter adds letters to the filter. It returns a message if the list can't be filtered, or "".
func (l *picker) narrowFilter(text string) string {
	if l.refreshItems(); !l.takesLetters() {
		return l.answerFirstText()
	}
	l.filter += text
	l.at, l.top = 0, 0
	l.refreshItems()
	return ""
}

// answerFirstText returns the message for a key that does nothing in a list that can't be filtered.
func (l *picker) answerFirstText() string {
	if n := l.countNumbered(); n > 1 {
		return "Answer first: 1–" + strconv.Itoa(n)
	}
	return "Answer first: Enter or Esc"
}

// chooseNumber chooses or ticks the item with the index at. It returns a message if there is none, or "".
func (l *picker) chooseNumber(at int) string {
	l.refreshItems()
	if at >= len(l.items) {
		return l.answerFirstText()
	}
	l.at = at
	if l.toggle != nil && !l.items[at].isFold {
		l.toggle(&l.items[at])
		return ""
	}
	l.chooseItem(&l.items[at])
	return ""
}

// eraseLetter deletes the last letter of the filter.
func (l *picker) eraseLetter() {
	e := draw.InputField{Text: l.filter, At: len(l.filter)}
	e.Backspace()
	l.filter = e.Text
}

// clickAction returns the action of a click in screen row y: it chooses or ticks the item there. The action does nothing if, by the time it
// runs, isOpen returns false, since the list was closed, or a different item is in that row.
func (l *picker) clickAction(y int, isOpen func() bool) func() {
	row := y - l.origin
	if row < 0 || row >= len(l.hits) || l.hits[row] < 0 || l.hits[row] >= len(l.items) {
		return func() {}
	}
	at := l.hits[row]
	label := l.items[at].label
	return func() {
		if isOpen() && at < len(l.items) && l.items[at].label == label {
			l.chooseNumber(at)
		}
	}
}

// wheel moves the cursor by a number of items.
func (l *picker) wheel(by int) { l.moveCursor(by) }

// headingRows returns the number of rows that the headings of groups take among items.
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

// titleWithFilter returns the title, followed by the filter if there is one.
func (l *picker) titleWithFilter() string {
	if l.filter != "" {
		return l.title + "  " + l.filter + "▏"
	}
	return l.title
}

// rowsNeeded returns the number of rows that the list takes at a width of w cells, with its title and header, but without the headings of
// columns.
func (l *picker) rowsNeeded(w int) int {
	rows := 1 + max(1, len(l.items)+headingRows(l.items))
	for _, h := range l.headLines() {
		rows += h.Height(w - 2)
	}
	return rows
}

// headLines returns the lines above the list.
func (l *picker) headLines() []draw.PageLine {
	if l.header == nil {
		return nil
	}
	return l.header()
}

// draw draws the list below the table of combatants, at the height it needs, so that the log below it stays visible. If there is too little
// room, it covers rows of the table. On a screen without an inspector, Dashboard.drawChoice draws the list instead.
func (l *picker) draw(c draw.Canvas, lay *layout) {
	l.refreshItems()
	if l.leftLines != nil {
		l.drawFullScreen(c.In(lay.page))
		return
	}
	c = c.In(lay.popup)
	need := min(c.H, l.rowsNeeded(c.W)+l.columnHeadRows())
	top := max(0, min(lay.combatants.Y+lay.combatants.H-lay.popup.Y, c.H-need))
	c = c.Part(0, top, c.W, c.H-top)
	box := c.Part(0, 0, c.W, need)
	if c.H-need < 3 { // too little room for the log
		box = c
	} else if !lay.vast {
		c.Rule(need, "log", draw.RoleDim)
	}
	l.drawWithPage(box, nil)
}

// pageRows is the maximum number of lines of a page shown above or below a list, if there is no inspector.
const pageRows = 3

// drawWithPage draws the list at the bottom of a canvas, under its title, with the first lines of page, which may be nil, or with the
// rows of rowsBelow instead. Lines of the page are above the list or, if the list has a header of its own, below it. Rows of rowsBelow
// are always below the list. The number of rows below is fixed, so that the list stays in place while the cursor moves.
func (l *picker) drawWithPage(c draw.Canvas, page *draw.Page) {
	l.refreshItems()
	var lines []draw.PageLine     // the page's lines
	var spans [][]draw.StyledText // rows of rowsBelow, drawn instead
	if l.rowsBelow != nil {
		spans = l.rowsBelow(c.W - 2)
	} else if page != nil {
		lines = page.Lines[:min(len(page.Lines), pageRows)]
	}
	head := l.headLines()
	lineRows := 0 // rows that lines take
	for _, line := range lines {
		lineRows += line.Height(c.W - 2)
	}
	below := 0 // rows kept free below the list
	if len(head) > 0 && page != nil {
		below = max(0, min(pageRows, c.H-l.rowsNeeded(c.W)))
		if l.maxRowsBelow = max(l.maxRowsBelow, len(lines), len(spans)); l.tight {
			below = min(below, l.maxRowsBelow)
		}
	}
	need := min(c.H, l.rowsNeeded(c.W)+l.columnHeadRows()+max(below, lineRows))
	box := c.Part(0, c.H-need, c.W, need).Popup(l.titleWithFilter(), false)
	l.firstCovered = c.Y + c.H - need
	y := 0
	if below == 0 { // the page is above the list, in the rows that it doesn't need; rowsNeeded includes the title, which is outside of box
		y = drawLines(box, y, max(pageRows, box.H-(l.rowsNeeded(c.W)-1)-l.columnHeadRows()), lines)
	}
	y = drawLines(box, y, box.H-min(len(l.items), pageRows), head) // leaves a few rows for the items even on the smallest screen
	if row := l.columnHeadRows(); y+row+len(l.items) <= box.H-below {
		l.drawColumns(box, y)
		y += row
	}
	l.drawItems(box.Part(0, y, box.W, box.H-y-below))
	if below == 0 {
		return
	}
	y = drawLines(box, box.H-below, box.H, lines)
	for i, row := range spans[:min(len(spans), below)] { // there are no lines then
		box.Spans(1, y+i, box.W-2, row)
	}
}

// drawLines draws lines from row y on, until one doesn't fit before row end, and returns the row after the last one drawn.
func drawLines(box draw.Canvas, y, end int, lines []draw.PageLine) int {
	for i := range lines {
		rows := lines[i].Height(box.W - 2)
		if y+rows > end {
			break
		}
		lines[i].Draw(box.Part(1, 0, box.W-2, box.H), y)
		y += rows
	}
	return y
}

// drawFullScreen draws the list over the whole screen, with leftLines to its left.
func (l *picker) drawFullScreen(c draw.Canvas) {
	box, x := c.Popup(l.titleWithFilter(), false), 1
	for y, text := range l.leftLines() {
		box.Text(1, y, text, draw.RoleText)
		x = draw.Width(text) + 2
	}
	box = box.Part(x, 0, box.W-x, box.H)
	y := 0
	for _, h := range l.headLines() {
		h.Draw(box.Part(1, 0, box.W-2, box.H), y)
		y += h.Height(box.W - 2)
	}
	l.drawItems(box.Part(0, y+1, box.W, box.H-y-1))
}

// drawUnderRule draws the list under one row: a rule that contains the lines of the header or, without a header, the headings of columns.
// If there is too little room in the rule, the first lines are shortened.
func (l *picker) drawUnderRule(c draw.Canvas) {
	text, room := "", c.W-6 // cells for the text of the rule
	lines := l.headLines()
	for i := len(lines) - 1; i >= 0; i-- {
		part := strings.TrimSpace(lines[i].Left + "  " + lines[i].Right)
		if i < len(lines)-1 {
			text = "   " + text
		}
		text = draw.Clip(part, room-draw.Width(text)) + text
	}
	if text != "" {
		c.Rule(0, text, draw.RoleText)
	} else {
		l.drawColumns(c, 0)
	}
	l.drawItems(c.Part(0, 1, c.W, c.H-1))
}

// columnHeadRows returns the number of rows that the headings of the notes' columns take: 1, or 0 if there are none.
func (l *picker) columnHeadRows() int { return min(1, len(l.columns)) }

// drawColumns draws the headings of the notes' columns in row y.
func (l *picker) drawColumns(c draw.Canvas, y int) {
	x := noteColumn(l.labelWidth(c.W))
	c.Fit(x, y, c.W-x-1, l.columns, draw.RoleDim)
}

// noteColumn returns the column at which the notes of items without a sign begin, given the width of the labels.
func noteColumn(labelWidth int) int { return signColumn + labelWidth + noteGap }

// Columns of a row, in cells.
const (
	signColumn = 4 // column at which the sign begins or, without a sign, the label; the cursor and the number are before it
	noteGap    = 2 // cells between the column of labels and the notes
	minNote    = 4 // notes are drawn only if more than this many cells are free
)

// drawItems draws as many items as fit, including the current one.
func (l *picker) drawItems(c draw.Canvas) {
	l.hits, l.origin, l.room = make([]int, c.H), c.Y, c.H
	if len(l.items) == 0 {
		text := l.empty
		if l.filter != "" {
			text = "No match"
		}
		c.Fit(2, 0, c.W-3, text, draw.RoleDim)
	}
	l.top = max(min(l.top, l.at), l.at-c.H+1+min(headingRows(l.items), c.H-1)) // keep the item under the cursor visible
	l.top = max(0, min(l.top, len(l.items)+headingRows(l.items)-c.H))          // leave no row empty
	labelWidth := l.labelWidth(c.W)
	y, group := 0, ""
	for i := range l.hits {
		l.hits[i] = -1
	}
	for i := l.top; i < len(l.items) && y < c.H; i++ {
		it := &l.items[i]
		if it.group != group {
			if y > 0 && y+1 == c.H {
				y += 2 // don't draw a heading without an item
				break
			}
			group = it.group
			c.Fit(2, y, c.W-3, group, draw.RoleDim)
			y++
		}
		if y < c.H {
			l.drawItem(c, y, i, labelWidth)
			l.hits[y] = i
		}
		y++
	}
	c.ScrollMarks(l.top > 0, y > c.H || l.top+c.H < len(l.items))
}

// labelWidth returns the width of the column of labels in a list of w cells: that of the longest label, at most three fifths of w.
func (l *picker) labelWidth(w int) int {
	width := 0
	for i := range l.items {
		width = max(width, draw.Width(l.items[i].aliasPrefix()+l.items[i].label))
	}
	return min(width, w*3/5)
}

// aliasPrefix returns the alias by which an item was found, as a prefix of its label, such as "jump → ", or "" if the label itself matched.
func (it *listItem) aliasPrefix() string {
	if it.foundBy == "" {
		return ""
	}
	return it.foundBy + " → "
}

// drawItem draws the item with the index i in row y: its number if a number key chooses it, its sign, its label in a column of labelWidth
// cells, its note, and its hint at the right end.
func (l *picker) drawItem(c draw.Canvas, y, i, labelWidth int) {
	it := &l.items[i]
	if number := i + 1 - l.countUnnumbered(); number >= 1 && number <= maxNumbered {
		c.TextRight(3, y, string(rune('0'+number)), draw.RoleKey)
	}
	r := it.role
	if i == l.at {
		c.Text(0, y, "▸", draw.RoleKey)
		r = draw.RoleChosen
	}
	x := signColumn
	if it.sign != "" {
		x = c.Text(x, y, it.sign, r) + 1
	}
	if it.refused != "" && i != l.at {
		r = draw.RoleDim
	}
	end := c.W - 2
	hint := draw.Clip(it.hintText(), end-x-min(labelWidth, (end-x)/2)-1) // leaves the label its column, or at least half of the row
	c.TextRight(end, y, hint, draw.RoleText)
	end -= draw.Width(hint) + 1
	label, room, note := it.label, min(labelWidth, end-x), "" // room: cells for the label
	switch {
	case it.isFold:
		note = l.foldNote(it.foldedLabels, end-x-draw.Width(label)-2)
	case it.note != nil:
		note = it.note()
	default:
		room = end - x
	}
	if it.short != "" && draw.Width(label) > room {
		label = it.short
	}
	if found := it.aliasPrefix(); found != "" && draw.Width(found+label) <= room {
		c.Text(x, y, found, draw.RoleDim)
		x, room, labelWidth = x+draw.Width(found), room-draw.Width(found), labelWidth-draw.Width(found)
	}
	after := c.Fit(x, y, room, label, r)
	if x += labelWidth + noteGap; it.isFold && x+draw.Width(note) > end {
		x = after + noteGap // draw the note next to the label, not in the notes' column
	}
	if end-x > minNote {
		c.Fit(x, y, end-x, note, draw.RoleDim)
	}
}

// hintText returns the text at the right end of the item's row: the reason why it is refused, if it is, otherwise its hint.
func (it *listItem) hintText() string {
	switch {
	case it.refused != "":
		return it.refused
	case it.lateHint != nil:
		return it.lateHint()
	}
	return it.hint
}

// currentLine returns the prompt line of the item under the cursor, or "" if it has none.
func currentLine(l *picker) string {
	if it := l.currentItem(); it != nil {
		return it.line
	}
	return ""
}
