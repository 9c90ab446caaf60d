package dashboard

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The bottom line, which shows the keys of the current mode, and the message above it. The mode is what is open on the screen and gets the
// keys, such as a list or the desk itself (view_modes.go). A picker is a list to choose from; a briefing is the page shown before an
// encounter, or an overview of the campaign; the tray holds players' proposals that wait for approval.

// keyBar is the bottom line: the keys of the current mode, or of an overlay that has keys of its own.
type keyBar struct {
	d    *Dashboard
	hits []barHit // columns of the keys, as last drawn
	from int      // index of the first key shown; above 0 only after a click on moreKeysSign, if there isn't room for all keys
	mode mode     // mode in which from was set; in another mode the first key is shown again
}

// barHit holds the columns of a key in the bottom line.
type barHit struct {
	from, to int      // first column, and column after the last one
	binding  *binding // binding that a click on the key runs
}

// overlayKeys returns the keys of the overlay on top as bindings, or nil if it has none of its own, so that the mode's keys are shown.
func (b *keyBar) overlayKeys() (list []binding) {
	var bar []barKey
	switch top := b.d.overlayOnTop().(type) {
	case *picker:
		bar = top.bar
	case *pageView:
		bar = top.bar
	}
	for _, k := range bar {
		if k.label == "" {
			continue
		}
		run := func(*Dashboard) { k.run() }
		if k.run == nil {
			run = b.d.bindings.findBinding(b.d.mode(), k.name).run
		}
		list = append(list, binding{names: []string{cmp.Or(k.shownName, k.name)}, label: k.label, run: run})
	}
	return list
}

// visibleKeys returns the keys in the bottom line, with their current labels. At the desk, the most likely key comes first.
func (b *keyBar) visibleKeys() []binding {
	if keys := b.overlayKeys(); keys != nil {
		return keys
	}
	var list []binding
	for i := range b.d.bindings {
		if k := &b.d.bindings[i]; k.mode == b.d.mode() && b.showsKey(k) {
			key := *k
			key.label = b.keyLabel(k)
			if key.mode == modeList && k.names[0] == numberKeys {
				key.names = []string{"1-" + strconv.Itoa(topOverlay[*picker](b.d).countNumbered())}
			}
			list = append(list, key)
		}
	}
	if b.d.mode() == modeDesk && b.d.session.Rules().IsOver(b.d.session.State()) {
		list = slices.DeleteFunc(list, b.needsUndecidedFight)
	}
	if b.d.mode() == modeDesk && b.d.isBeforeTurns() {
		return b.keysAtRest(list)
	}
	if b.d.mode() != modeDesk {
		return list
	}
	toFront := func(name string) {
		if at := slices.IndexFunc(list, func(k binding) bool { return k.names[0] == name }); at > 0 {
			key := list[at]
			list = slices.Insert(slices.Delete(list, at, at+1), 0, key)
		}
	}
	if b.d.isDecided() { // one side has won, so the user will probably end the fight next
		toFront("F")
	} else if _, instead := b.d.menus.tacticTurn(); instead == nil { // a tactic can act for the combatant or side whose turn it is
		toFront("z")
	}
	return list
}

// Keys and labels at the desk while no one takes turns.
var (
	restKeys = []string{"c", "p", "r", "@", "!", "n", "b", "R", "?", "w", "V", "x", "u"} // keys that come first, in this order
	// restLabels are the labels of keys that have another function, or another name, at that time.
	restLabels = map[string]string{"r": "time", "!": "remind", "n": "fight", "b": "scene", "R": "read", "w": "attendance", "x": "experience"}
	turnKeys   = []string{"g", "z", "Z", "F", "i", "I", "P", "W", "A"} // keys that need turns, and so are omitted
)

// keysAtRest returns the keys at the desk while no one takes turns: keys for checks, time and scenes first, without keys that need
// turns. If the scene prepares a fight, the key that begins the fight comes before them.
func (b *keyBar) keysAtRest(keys []binding) (list []binding) {
	rs, s := b.d.session.Rules(), b.d.session.State()
	order := restKeys
	if s.Running && b.d.isFightPrepared() {
		order = append([]string{"n"}, restKeys...)
	}
	rank := func(k binding) int {
		if at := slices.Index(order, k.names[0]); at >= 0 {
			return at
		}
		return len(order)
	}
	for _, k := range keys {
		name := k.names[0]
		// The key of an action needs turns if the action has a target, and always in a game in rounds.
		if action, ok := collect.Find(rs.Actions.All, func(a *rules.Action) bool { return a.Key == name }); ok && (action.Whom || b.d.inRounds()) {
			continue
		}
		needsTurns := slices.Contains(turnKeys, name) && !(b.d.inRounds() && s.Running)
		if needsTurns || name == "r" && len(rs.Activities.All) == 0 { // r lets hours pass with an activity
			continue
		}
		if word := restLabels[name]; word != "" && !b.d.inRounds() {
			k.label = word
		}
		list = append(list, k)
	}
	slices.SortStableFunc(list, func(a, b binding) int { return rank(a) - rank(b) })
	return list
}

// needsUndecidedFight reports whether a key at the desk has no function once the fight is over, because no turn follows. Keys for the steps
// of a stage after the fight, such as a camp, keep theirs.
func (b *keyBar) needsUndecidedFight(k binding) bool {
	rs, s, name := b.d.session.Rules(), b.d.session.State(), k.names[0]
	if action, ok := collect.Find(rs.Actions.All, func(a *rules.Action) bool { return a.Key == name }); ok {
		return !rs.IsStageAction(s, action)
	}
	if name == "n" || name == "x" || name == "z" {
		return len(rs.StageSides(s)) == 0
	}
	return name != "F" && (slices.Contains(turnKeys, name) || name == "w")
}

// draw draws as many keys as fit, and stores their cells for the mouse. To their right, it draws the time that the computation of odds
// has taken so far, if it is long, and keys for typing with the mouse.
func (b *keyBar) draw(c draw.Canvas) {
	b.hits = b.hits[:0]
	if b.hits = b.d.drawWait(c, b.hits); len(b.hits) > 0 {
		return
	}
	if since := b.d.oddsSince(); !since.IsZero() {
		text := fmt.Sprintf("Odds: working, %.0f s ", time.Since(since).Seconds())
		c.TextRight(c.W-1, 0, text, draw.RoleStrong)
		c.W -= draw.Width(text) + 1
	}
	pad := b.typingPad()
	if width := padWidth(pad, 1); len(pad) > 0 {
		gap := collect.Choose(c.W > 2*width, 1, 0) // no gaps if the pad would take half of the line
		width = padWidth(pad, gap)
		b.drawPad(c, c.W-1-width, pad, gap)
		c.W -= width + 1
	}
	list := b.visibleKeys()
	if b.mode != b.d.mode() || b.from >= len(list) {
		b.mode, b.from = b.d.mode(), 0
	}
	x, end := 1, c.W-1
	if barWidth(list) > end || b.from > 0 {
		end -= len(moreKeysSign) + 1 // room for moreKeysSign
	}
	next := b.from // index of the first key that doesn't fit
	for ; next < len(list) && x+barWidth(list[next:next+1]) <= end+1; next++ {
		k, from := &list[next], x
		x = c.Text(x, 0, k.names[0], draw.RoleKey)
		x = c.Text(x+1, 0, k.label, draw.RoleDim) + 2
		if k.run != nil {
			b.hits = append(b.hits, barHit{from, x - 2, k})
		}
	}
	if end < c.W-1 {
		next %= len(list) // a click on moreKeysSign shows this key first; after the last key, it shows the first ones again
		c.Text(end+1, 0, moreKeysSign, draw.RoleKey)
		b.hits = append(b.hits, barHit{end + 1, c.W, &binding{names: []string{""}, run: func(*Dashboard) { b.from = next }}})
	}
}

// moreKeysSign is the sign at the end of the bottom line if there isn't room for all keys; a click on it shows the next ones, or the first
// again.
const moreKeysSign = "»"

// barWidth returns the width of keys in the bottom line, with the gaps between them.
func barWidth(list []binding) (width int) {
	for i := range list {
		width += draw.Width(list[i].names[0]) + draw.Width(list[i].label) + 3
	}
	return width
}

// typingPad returns keys for typing with the mouse: digits, or the faces of the requested die. It returns nil if neither is asked for.
func (b *keyBar) typingPad() (list []binding) {
	add := func(name string, run func(*Dashboard)) {
		list = append(list, binding{names: []string{name}, run: run})
	}
	at := b.d.mode()
	switch at {
	case modeDie:
		if dl := topOverlay[*dialog](b.d); len(dl.faces) > 0 {
			for _, face := range dl.faces { // a space separates it from the faces typed before it
				add(face, func(*Dashboard) { dl.insert(strings.TrimLeft(" "+face, collect.Choose(dl.edit.Text == "", " ", ""))) })
			}
			break
		}
		fallthrough
	case modeForm:
		if at == modeForm && len(topOverlay[*form](b.d).currentField().choices) > 0 {
			return nil
		}
		for digit := '0'; digit <= '9'; digit++ {
			add(string(digit), func(d *Dashboard) { d.typeRune(at, string(digit)) })
		}
	default:
		return nil
	}
	add("⌫", func(d *Dashboard) { d.bindings.findBinding(at, "Backspace").run(d) })
	return list
}

// padWidth returns the width of the keys of a pad, each followed by gap cells, which is 0 or 1. A key wider than one cell is always
// followed by a cell.
func padWidth(pad []binding, gap int) (width int) {
	for i := range pad {
		width += draw.Width(pad[i].names[0]) + max(gap, min(1, draw.Width(pad[i].names[0])-1))
	}
	return width
}

// drawPad draws the keys of a pad from column x on.
func (b *keyBar) drawPad(c draw.Canvas, x int, pad []binding, gap int) {
	for i := range pad {
		from := x
		x = c.Text(x, 0, pad[i].names[0], draw.RoleKey)
		b.hits = append(b.hits, barHit{from, x, &pad[i]})
		x += padWidth(pad[i:i+1], gap) - draw.Width(pad[i].names[0])
	}
}

// drawMessage draws the message in the line of the prompt, and in lines above it if it is long. While the user types at the prompt, or
// the prompt shows a player's proposal, all lines of the message are above it.
func (d *Dashboard) drawMessage(c draw.Canvas) {
	if d.message.text == "" {
		return
	}
	lines, below := draw.Wrap(d.message.text, c.W-4), d.layout.prompt.Y+1
	if d.isTyping() || d.mode() == modeDesk && len(d.tray.listItems()) > 0 { // the line of the prompt is in use
		below--
	}
	if len(lines) > below/2 {
		lines = []string{d.message.text} // cut off rather than cover half of the screen
	}
	block := c.Part(0, below-len(lines), c.W, len(lines))
	block.Clear()
	d.message.draw(block, lines...)
}

// draw draws the lines of a message at the top of c, each cut off if it is too long, with a sign before an error.
func (m bottomLine) draw(c draw.Canvas, lines ...string) {
	r := draw.RoleStrong
	if m.bad {
		r = draw.RoleBad
		c.Text(1, 0, "!", r)
	}
	for y, line := range lines {
		c.Fit(3, y, c.W-4, line, r)
	}
}

// keyAt returns the key at column x of the bottom line, or nil if there is none.
func (b *keyBar) keyAt(x int) *binding {
	for _, h := range b.hits {
		if x >= h.from && x < h.to {
			return h.binding
		}
	}
	return nil
}

// showsKey reports whether a key of the current mode is shown in the bottom line now: keys without a label never are, others only while
// they have a function.
func (b *keyBar) showsKey(k *binding) bool {
	switch {
	case k.mode == modeDie && slices.Contains(dieKeys, k.names[0]):
		return topOverlay[*dialog](b.d).rollOne != nil
	case k.mode == modeBriefing:
		return b.showsBriefingKey(k, topOverlay[*briefing](b.d))
	case k.mode == modeList:
		return b.showsListKey(k, topOverlay[*picker](b.d))
	}
	return k.label != ""
}

// showsBriefingKey reports whether a key of the briefing top is shown now, as showsKey does.
func (b *keyBar) showsBriefingKey(k *binding, top *briefing) bool {
	switch k.names[0] {
	case "T":
		return b.d.offerTour
	case "e":
		return top.isOverview() && b.d.session.LatestEvening() > 0 // there is a session of play to recap
	case "w":
		return top.isOverview()
	case "b":
		return top.isOverview() && !top.startsScene()
	}
	return k.label != ""
}

// showsListKey reports whether a key of a list is shown now, as showsKey does.
func (b *keyBar) showsListKey(k *binding, list *picker) bool {
	switch k.names[0] {
	case "Space":
		return list.toggle != nil || list.hasOptions != nil && list.hasOptions()
	case "&":
		return list.second != nil
	case "=":
		return list.opponent != nil
	case "→":
		return list.adjust != nil || list.onArrow != nil
	case "+":
		return list.adjust != nil && !b.d.inRounds()
	case "*":
		return list.favourite != nil || list.choose == nil && list.line != nil && list.toggle == nil
	case "Ctrl-O":
		return list.adjust != nil
	case "a-z":
		return list.takesLetters()
	case numberKeys:
		return list.countNumbered() > 1
	case "z":
		return list.answerByTactic != nil
	case "%":
		return list.line != nil && b.d.isRolled(list.line())
	case "Ctrl-D":
		return list.inspect != nil && (b.d.layout.hasInspector || b.d.showAllOdds) && b.d.inspector.Overflows()
	}
	return k.label != ""
}

// keyLabel returns the label of a key for its current function. The key for undo, for example, names the entry to undo.
func (b *keyBar) keyLabel(k *binding) string {
	switch {
	case k.mode == modeDesk && k.names[0] == "u":
		if label := b.d.session.UndoLabel(); label != "" && b.d.layout.keys.W >= wideWidth {
			return k.label + " " + draw.Clip(label, b.d.layout.keys.W/6)
		}
	case k.mode == modeBriefing && k.names[0] == "Enter":
		if top := topOverlay[*briefing](b.d); top.isOverview() && top.startsScene() {
			return "begin"
		}
	case k.mode == modeList && k.names[0] == "Enter" && topOverlay[*picker](b.d).commit != nil:
		return "do it"
	case k.mode == modeList && k.names[0] == "Space" && topOverlay[*picker](b.d).toggle == nil:
		return "options"
	case k.mode == modeList && k.names[0] == "→" && topOverlay[*picker](b.d).onArrow != nil:
		return "turn"
	case k.mode == modeList && k.names[0] == numberKeys && topOverlay[*picker](b.d).toggle != nil:
		return "tick"
	}
	return k.label
}
