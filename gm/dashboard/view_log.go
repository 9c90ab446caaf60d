package dashboard

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"hybrid/gm"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/logtext"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The log: entries of the session, the newest at the bottom, laid out once after each change. gm/logtext creates the text of an entry,
// usually sentences (SentenceSpans) and the numbers for them (Numbers); entries written by older versions have names (Head), a deed
// (Main) and its result (Then) instead. Noise marks an entry that is too unimportant for the log. An entry is found by its index, counted
// back from the newest one, which has the index 0; ago is such an index. A drop is an entry about points that a condition takes from a
// combatant who can't act anyway. The history is the log while the past is shown, where it can be filtered by words.

// logPanel shows the entries of the session or, in the past, its history. Only visible entries are laid out.
type logPanel struct {
	*view

	back        int       // index of the last visible entry, counted back from the newest
	cursor      int       // index of the entry under the cursor, counted back from the newest
	filterWords string    // words that filter the history; "" for all entries
	rows        []int64   // number of the entry in each row, as last drawn; 0 for none
	shownRows   int       // height of the panel, as last drawn
	lastLayout  logLayout // visible entries of the current state, as last laid out

	numbersOff bool // whether to show only the sentences, without the numbers
}

// logLayout is the log as last laid out, with everything that the layout depends on.
type logLayout struct {
	state      *rules.State // the session's state at the time of layout
	lines      int          // number of lines in the session's log at that time
	back, w, h int          // value of logPanel.back; width and height of the panel, in cells
	numbersOff bool         // value of logPanel.numbersOff
	edge       int          // width, in cells, of the column at the right edge with changes of the chance to win (view_chances.go)
	list       []logEntry   // visible entries with their rows, the newest first
}

// matches reports whether the log was laid out for the state and the view described by now, whose list isn't set yet.
func (laid *logLayout) matches(now *logLayout) bool {
	return laid.state == now.state && laid.lines == now.lines && laid.back == now.back && laid.w == now.w && laid.h == now.h &&
		laid.numbersOff == now.numbersOff && laid.edge == now.edge
}

// Sizes in cells and rows.
const (
	widestHead  = 18 // maximum width of the column of names
	logIndent   = 5  // column at which an entry's text begins in the log
	pastIndent  = 11 // column at which it begins in the history
	maxLogRows  = 3  // maximum number of rows of an entry
	maxInRounds = 9  // maximum number of rows in a game in rounds, whose longer entries also instruct the players at the table
)

// secretMark marks an entry with a roll that players must not see or a text that only some of them may read, and a condition that is hidden
// from its player.
const secretMark = "◌"

// logEntry is an entry as it is drawn.
type logEntry struct {
	line  gm.LogLine          // the entry's line in the session's log
	entry logtext.LogEntry    // text in parts: time, names, sentences, numbers
	ago   int                 // index, counted back from the newest entry
	rows  [][]draw.StyledText // text in rows that fit; nil until it is laid out
}

// textIndent returns the column at which the text of entries begins; it is farther right if any entry in list shows the time of day.
func (l *logPanel) textIndent(list []logEntry) int {
	showsTime := slices.ContainsFunc(list, func(e logEntry) bool { return e.entry.When != "" })
	marksTime := func(e logEntry) bool { return e.entry.When != "" && (e.line.IsUndone() || e.line.IsSecret()) }
	switch {
	case l.isInPast() && showsTime:
		return pastIndent + 1
	case l.isInPast():
		return pastIndent
	case slices.ContainsFunc(list, marksTime):
		return logIndent + 4 // with a mark before the time
	case showsTime:
		return logIndent + 3 // a time of day is longer than a count
	}
	return logIndent
}

// newCampaignEntries is the number of entries up to which a campaign counts as new, so that the log explains short names.
const newCampaignEntries = 12

// draw draws the visible entries from the bottom up. At the top it adds, if there is room, the meanings of short names in a new campaign
// and, above the oldest entries, the recap of the previous session of play until the current one has an entry.
func (l *logPanel) draw(c draw.Canvas) {
	lines := l.session.Log()
	l.shownRows = c.H
	l.rows = make([]int64, c.H)
	l.cursor = max(0, min(l.cursor, len(lines)-1))
	l.back = max(0, min(l.back, len(lines)-1))
	if l.focus == focusLog && len(lines) > 0 {
		if !l.isListed(l.cursor) {
			l.cursor = l.olderIndex(l.cursor, 1)
		}
		l.scrollToCursor(c)
	}
	list := l.visibleEntries(c)
	headWidth, indent := l.headWidth(list, c.W), l.textIndent(list)
	y := c.H
	for i := range list {
		y -= len(list[i].rows)
		l.drawEntry(c, y, &list[i], headWidth, indent)
	}
	if l.back > 0 {
		c.Text(c.W-1, c.H-1, "▼", draw.RoleKey)
	} else if y > 0 && len(lines) <= newCampaignEntries && len(l.session.State().Actors) > 0 {
		words := pages{l.view}.poolWords()
		for len(words) > 1 && draw.Width(strings.Join(words, " · ")) > c.W-2 { // ? explains the rest
			words = words[:len(words)-1]
		}
		c.Fit(1, 0, c.W-2, strings.Join(words, " · "), draw.RoleDim)
	}
	if last := l.session.PreviousRecap(); last != "" && !l.isInPast() && l.back == 0 {
		rows := wrapSpans([]draw.StyledText{{Text: "Last time:", Role: draw.RoleStrong}, {Text: " " + last}}, c.W-2, maxLogRows)
		for i, row := range rows {
			c.Text(0, i, strings.Repeat(" ", c.W), draw.RoleText)
			c.Spans(1, i, c.W-2, row)
		}
	}
	if len(list) == 0 {
		c.Fit(1, 0, c.W-2, "Nothing has happened yet.", draw.RoleDim)
	}
}

// visibleEntries returns the visible entries. For the current state it caches them until something changes.
func (l *logPanel) visibleEntries(c draw.Canvas) []logEntry {
	if l.isInPast() {
		return l.layOutEntries(l.back, c)
	}
	now := logLayout{l.session.State(), len(l.session.Log()), l.back, c.W, c.H, l.numbersOff, l.edgeWidth(), nil}
	if !l.lastLayout.matches(&now) {
		now.list = l.layOutEntries(l.back, c)
		l.lastLayout = now
	}
	return l.lastLayout.list
}

// layOutEntries returns the listed entries that fit on c with their rows, the newest first, beginning with the index back.
func (l *logPanel) layOutEntries(back int, c draw.Canvas) []logEntry {
	lines := l.session.Log()
	var list []logEntry
	for ago := back; ago < len(lines) && len(list) < c.H; ago++ {
		if l.isListed(ago) {
			e := logEntry{line: lines[len(lines)-1-ago], ago: ago}
			e.entry = l.entryOfLine(e.line, ago)
			list = append(list, e)
		}
	}
	headWidth, indent, rows := l.headWidth(list, c.W), l.textIndent(list), 0
	for i := range list {
		cells := c.W - indent - l.edgeWidth()
		// Sentences have no column of names before them. In rounds, old entries without names have none either.
		if len(list[i].entry.SentenceSpans) == 0 && (len(list[i].entry.Head) > 0 || !l.inRounds()) {
			cells -= headWidth
		}
		list[i].rows = l.entryRows(&list[i].entry, cells)
		if rows += len(list[i].rows); rows >= c.H {
			return list[:i+1]
		}
	}
	return list
}

// rowsNeeded returns the number of rows that all entries need, up to about 12. A scrolled log, or the history, needs all rows.
func (l *logPanel) rowsNeeded(c draw.Canvas) (rows int) {
	if l.back > 0 || l.isInPast() {
		return c.H
	}
	const maxRows = 12
	for _, e := range l.layOutEntries(0, c.Part(0, 0, c.W, maxRows)) {
		rows += len(e.rows)
	}
	return rows
}

// rowsSinceBegin returns the number of rows of the visible entries since the scene began, including the one that began it.
func (l *logPanel) rowsSinceBegin(c draw.Canvas) (rows int) {
	for _, e := range l.layOutEntries(l.back, c) {
		if rows += len(e.rows); e.line.BeginsEncounter() {
			break
		}
	}
	return rows
}

// headWidth returns the width of the column of names (the heads of old entries) in a log of width w, or 0 if no entry in list has a head.
// It is wider in rounds, where only this column shows who acts against whom.
func (l *logPanel) headWidth(list []logEntry, w int) (width int) {
	widest := widestHead
	if l.inRounds() {
		widest = max(widest, w*9/20) // nearly half
	}
	for i := range list {
		if cells := draw.SpanWidth(styledSpans(list[i].entry.Head)); cells > 0 {
			width = max(width, min(cells, widest)+2)
		}
	}
	return width
}

// entryOfLine returns the text of a line's entry, which has the index ago, or the line's own text if the entry has none. Outside the
// history, the text of a drop has the sum of the combatant's drops up to this one.
func (l *logPanel) entryOfLine(line gm.LogLine, ago int) logtext.LogEntry {
	entry := line.LogEntry()
	if entry == nil {
		return logtext.LogEntry{Main: []logtext.Span{{Text: line.Text()}}}
	}
	if l.isInPast() && len(entry.SentenceSpans)+len(entry.Head)+len(entry.Main)+len(entry.Then) == 0 {
		return logtext.LogEntry{Main: []logtext.Span{{Text: line.Text()}}, Noise: entry.Noise}
	}
	if entry.Drop == nil || l.isInPast() {
		return *entry
	}
	sum := 0.0
	lines := l.session.Log()
	for i := len(lines) - 1 - ago; i >= 0; i-- {
		other := lines[i].LogEntry()
		if separatesDrops(other) {
			break
		}
		if d := other.Drop; d != nil && !lines[i].IsUndone() && d.Who == entry.Drop.Who && d.What == entry.Drop.What {
			sum += d.By
		}
	}
	summed := *entry
	summed.SentenceSpans, summed.Main, summed.Numbers = entry.SentenceSpans, nil, []logtext.Span{{Text: entry.Drop.Pool + " " + draw.FormatSigned(math.Round(sum)) + " in all", Style: "dim"}}
	if len(summed.SentenceSpans) == 0 {
		summed.Main, summed.Then = []logtext.Span{{Text: entry.Drop.What}}, summed.Numbers
	}
	return summed
}

// separatesDrops reports whether an entry, such as the beginning of an encounter, separates the drops before it from those after it, so
// that they are not added up: such an entry is shown in the log and isn't about a particular combatant.
func separatesDrops(entry *logtext.LogEntry) bool {
	if entry == nil {
		return true
	}
	isStyled := func(s logtext.Span) bool { return s.Style != "" } // a name of a combatant, for example
	namesSomebody := len(entry.Head) > 0 || slices.ContainsFunc(entry.SentenceSpans, isStyled)
	return !namesSomebody && entry.Noise == "" && entry.Drop == nil
}

// entryRows returns an entry in rows of the given width in cells: its sentences, with the numbers after them or, if these don't fit in one
// row, below them. In the history an entry has one row, since its page is shown as well.
func (l *logPanel) entryRows(entry *logtext.LogEntry, cells int) [][]draw.StyledText {
	main, then := styledSpans(entry.SentenceSpans), styledSpans(entry.Numbers)
	if len(main) == 0 {
		main, then = styledSpans(entry.Main), styledSpans(entry.Then)
	} else if l.numbersOff {
		then = nil
	}
	between := draw.StyledText{Text: " · ", Role: draw.RoleDim}
	whole := main
	if len(main) > 0 && len(then) > 0 {
		whole = append(append(main[:len(main):len(main)], between), then...) // leaves the array of main unchanged
	} else if len(main) == 0 {
		whole = then
	}
	maxRows := collect.Choose(l.inRounds(), maxInRounds, maxLogRows)
	if len(then) == 0 || len(main) == 0 || l.isInPast() || draw.SpanWidth(whole) <= cells {
		rows := wrapSpans(whole, cells, maxRows)
		if l.isInPast() {
			rows = [][]draw.StyledText{whole}
		}
		return rows
	}
	return append(wrapSpans(main, cells, maxRows), wrapSpans(then, cells, maxRows)...)
}

// spanWrapper breaks spans into rows.
type spanWrapper struct {
	cells   int                 // maximum width of a row
	maxRows int                 // maximum number of rows; a word wider than a row isn't broken beyond it
	rows    [][]draw.StyledText // finished rows
	row     []draw.StyledText   // row being filled
	x       int                 // width of row, in cells
	word    []draw.StyledText   // spans that must stay together, to be added to row next
	gap     string              // text between row and word
}

// wrapSpans breaks spans into at most maxRows rows of the given width in cells: between words and at the separators " · ", but not within a
// dimmed span, which is a part of the numbers. If there are more rows, the last one ends with an ellipsis.
func wrapSpans(spans []draw.StyledText, cells, maxRows int) (rows [][]draw.StyledText) {
	w := &spanWrapper{cells: cells, maxRows: maxRows}
	for _, s := range spans {
		switch {
		case s.Text == " · ":
			w.flush(s.Text)
			continue
		case s.Role == draw.RoleDim && draw.Width(s.Text) <= cells:
			w.word = append(w.word, s)
			continue
		}
		for i, text := range strings.Split(s.Text, " ") {
			if i > 0 {
				w.flush(" ")
			}
			if text != "" {
				w.word = append(w.word, draw.StyledText{Text: text, Role: s.Role})
			}
		}
	}
	w.flush("")
	w.endRow()
	if rows = w.rows; len(rows) > maxRows {
		rows = rows[:maxRows]
		rows[maxRows-1] = append(rows[maxRows-1], draw.StyledText{Text: " …", Role: draw.RoleDim})
	}
	return rows
}

// add adds s to the row, as a part of its last span if that has the same role.
func (w *spanWrapper) add(s draw.StyledText) {
	if last := len(w.row) - 1; last >= 0 && w.row[last].Role == s.Role {
		w.row[last].Text += s.Text
	} else {
		w.row = append(w.row, s)
	}
	w.x += draw.Width(s.Text)
}

// endRow finishes the row and begins an empty one.
func (w *spanWrapper) endRow() { w.rows, w.row, w.x = append(w.rows, w.row), nil, 0 }

// flush adds the word to the row, or to a new one if it doesn't fit. A span that is wider than a row is broken. nextGap is the text before
// the next word.
func (w *spanWrapper) flush(nextGap string) {
	if width := draw.SpanWidth(w.word); w.x > 0 && width > 0 && w.x+draw.Width(w.gap)+width > w.cells {
		w.endRow()
	} else if w.x > 0 && width > 0 && w.gap != "" {
		w.add(draw.StyledText{Text: w.gap, Role: w.word[0].Role})
	}
	for _, s := range w.word {
		for ; draw.Width(s.Text) > w.cells && len(w.rows) <= w.maxRows; w.endRow() {
			part := draw.Prefix(s.Text, w.cells)
			w.row, s.Text = append(w.row, draw.StyledText{Text: part, Role: s.Role}), s.Text[len(part):]
		}
		w.add(s)
	}
	w.word, w.gap = nil, nextGap
}

// styledSpans converts spans of the log's text for drawing.
func styledSpans(list []logtext.Span) []draw.StyledText {
	spans := make([]draw.StyledText, 0, len(list)+1)
	spans = append(spans, collect.Map(list, func(s logtext.Span) draw.StyledText { return draw.StyledText{Text: s.Text, Role: spanRole(s.Style)} })...)
	return spans
}

// spanRole returns the role of a span of the log's text with the given style, logtext.Span.Style.
func spanRole(style string) draw.Role {
	switch style {
	case "0", "1", "2":
		return side(style[0] - '0').role()
	case "good":
		return draw.RoleGood
	case "bad":
		return draw.RoleLow
	case "out":
		return draw.RoleOut
	case "dim":
		return draw.RoleDim
	}
	return draw.RoleText
}

// drawEntry draws an entry from row y on, which may be above the panel. Its text begins at column indent or, in an old entry, after the
// column of names, which takes headWidth cells.
func (l *logPanel) drawEntry(c draw.Canvas, y int, e *logEntry, headWidth, indent int) {
	if e.line.IsUndone() {
		c.Text(1, y, "↶", draw.RoleDim)
	} else if e.line.IsSecret() {
		c.Text(1, y, secretMark, draw.RoleKey)
	}
	if l.isInPast() {
		const seqEnd = pastIndent - 6 // column after the entry's number; the time is between it and the text
		c.TextRight(seqEnd, y, draw.Tenths(float64(e.line.Seq())), draw.RoleKey)
	}
	c.TextRight(indent-1, y, cmp.Or(e.entry.When, draw.Tenths(e.line.Count())), draw.RoleDim)
	isDim := e.line.IsUndone() || l.isInPast() && e.entry.Noise != "" // Noise: the log omits the entry
	recolour := func(spans []draw.StyledText) []draw.StyledText {
		for i := range spans {
			if isDim {
				spans[i].Role = draw.RoleDim
			} else if l.isInPast() && e.ago == l.cursor {
				spans[i].Role = draw.RoleChosen
			}
		}
		return spans
	}
	x := indent
	if head := styledSpans(e.entry.Head); len(head) > 0 {
		c.Spans(indent, y, max(headWidth-2, 0), recolour(head))
		x += headWidth
	}
	l.drawEdge(c, y, e.line.Seq())
	for i, row := range e.rows {
		c.Spans(x, y+i, c.W-x-l.edgeWidth(), recolour(row))
		if y+i >= 0 && y+i < len(l.rows) {
			l.rows[y+i] = e.line.Seq()
		}
	}
	if l.focus == focusLog && e.ago == l.cursor {
		c.Text(0, max(0, y), "▸", draw.RoleKey)
	}
}

// scrollToCursor scrolls until the entry under the cursor is visible on c.
func (l *logPanel) scrollToCursor(c draw.Canvas) {
	l.back = min(l.back, l.cursor)
	for at, listedCount := l.cursor, 0; at >= l.back; at-- {
		if l.isListed(at) {
			listedCount++
		}
		if listedCount > max(1, c.H) { // even at one row each, the entries from the cursor to this one don't fit
			l.back = at + 1
		}
	}
	for l.back < l.cursor {
		list := l.layOutEntries(l.back, c)
		rows := 0
		for i := range list {
			if rows += len(list[i].rows); list[i].ago == l.cursor && rows <= c.H {
				return
			}
		}
		l.back++
	}
}

// isListed reports whether the entry with the index ago is listed. Undone and unimportant entries are listed only in the history. Of
// several successive drops of a combatant's pool, the log lists only the last.
func (l *logPanel) isListed(ago int) bool {
	if l.isInPast() {
		return l.isInHistory(ago, l.filterWords)
	}
	lines := l.session.Log()
	line := lines[len(lines)-1-ago]
	if line.IsUndone() {
		return false
	}
	entry := line.LogEntry()
	if entry == nil || entry.Noise == "" && entry.Drop == nil {
		return true
	}
	if entry.Noise != "" {
		return false
	}
	for i := len(lines) - ago; i < len(lines); i++ {
		later := lines[i].LogEntry()
		if separatesDrops(later) {
			break
		}
		if later.Drop != nil && !lines[i].IsUndone() && later.Drop.Who == entry.Drop.Who && later.Drop.What == entry.Drop.What {
			return false
		}
	}
	return true
}

// isInHistory reports whether the entry with the index ago is listed in the history filtered by words: its line contains all of them.
// Without words, the start of a turn is listed only if it is the newest entry.
func (l *logPanel) isInHistory(ago int, words string) bool {
	if words == "" {
		lines := l.session.Log()
		entry := lines[len(lines)-1-ago].LogEntry()
		return ago == 0 || entry == nil || entry.Noise != logtext.NoiseTurn
	}
	lines := l.session.Log()
	text := strings.ToLower(lines[len(lines)-1-ago].Text())
	return !slices.ContainsFunc(strings.Fields(strings.ToLower(words)), func(word string) bool { return !strings.Contains(text, word) })
}

// filterEntries filters the history by words, or shows all entries if words is "". The cursor moves to the newest matching entry that isn't
// newer than the current one or, if there is none, to the oldest one. If no entry matches, it changes nothing and returns false.
func (l *logPanel) filterEntries(words string) bool {
	found := -1
	for ago := range l.session.Log() {
		if l.isInHistory(ago, words) {
			if found = ago; ago >= l.cursor {
				break
			}
		}
	}
	if found >= 0 {
		l.filterWords, l.cursor = words, found
	}
	return found >= 0
}

// historyRows returns the number of rows of the history: the number of listed entries, between 3 and maxRows.
func (l *logPanel) historyRows(maxRows int) int {
	rows := 0
	for ago := 0; ago < len(l.session.Log()) && rows < maxRows; ago++ {
		if l.isListed(ago) {
			rows++
		}
	}
	return max(rows, 3)
}

// olderIndex moves the index ago by a number of listed entries, towards older ones if it is positive, and returns the result. If there are
// fewer, it returns the index of the oldest or newest listed entry.
func (l *logPanel) olderIndex(ago, number int) int {
	lines := l.session.Log()
	step, last := 1, len(lines)-1
	if number < 0 {
		step, last = -1, 0
	}
	if wanted, available := number*step, (last-ago)*step; wanted > available { // numbers of entries wanted and available in this direction
		for at := last; at != ago; at -= step { // if fewer entries are left, takes the farthest listed one
			if l.isListed(at) {
				return at
			}
		}
		return ago
	}
	for at := ago + step; number != 0 && at >= 0 && at < len(lines); at += step {
		if l.isListed(at) {
			ago, number = at, number-step
		}
	}
	return ago
}

// moveCursor moves the cursor by a number of entries, towards older ones if it is positive.
func (l *logPanel) moveCursor(by int) { l.cursor = l.olderIndex(l.cursor, by) }

// scrollOlder scrolls by a number of entries, towards older ones if it is positive, and moves the cursor along.
func (l *logPanel) scrollOlder(by int) {
	l.back = l.olderIndex(l.back, by)
	l.cursor = l.back
}

// scrollToNewest scrolls to the newest entry.
func (l *logPanel) scrollToNewest() { l.back, l.cursor = 0, 0 }

// selectedSeq returns the number of the entry under the cursor, or 0 if there is none.
func (l *logPanel) selectedSeq() int64 {
	lines := l.session.Log()
	if len(lines) == 0 {
		return 0
	}
	return lines[max(0, len(lines)-1-l.cursor)].Seq()
}

// seqAt returns the number of the entry that was last drawn at a row of the panel, or 0 if there is none.
func (l *logPanel) seqAt(row int) int64 {
	if row < 0 || row >= len(l.rows) {
		return 0
	}
	return l.rows[row]
}

// moveToEntry moves the cursor to the entry with the given number, if it is in the log.
func (l *logPanel) moveToEntry(seq int64) {
	lines := l.session.Log()
	for ago := 0; ago < len(lines); ago++ {
		if lines[len(lines)-1-ago].Seq() == seq {
			l.cursor = ago
			return
		}
	}
}

// titleText returns the title of the panel.
func (l *logPanel) titleText() string {
	if l.isInPast() {
		return "history"
	}
	if l.back > 0 {
		return "log · " + draw.Tenths(float64(l.back)) + " later entries below"
	}
	return "log"
}
