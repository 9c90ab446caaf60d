package dashboard

import (
	"slices"
	"strings"

	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The help: keys by topic, and the meanings of short names and signs. A mode is the open part of the screen that gets the keys, such as
// a list; the desk is the screen with nothing open, from which a fight is run. A binding is a key of a mode, with its label. The pack, the
// game's rules, can give keys of the desk to actions. Add a new key of the desk to helpTopics.

// helpTopics lists the keys of the desk by purpose. An entry that contains a space is a key with its label, shown unchanged; any other
// entry is a key, shown with the label of its binding.
var helpTopics = [...]struct {
	topic string   // purpose of the keys, in a word
	keys  []string // keys in the order in which they are shown, some with a label
}{
	{"time", []string{"n", "i", "I", "P", "z", "Z", "g", "W", "r", "!"}},
	{"hurt", []string{"d", "e", "s", "T", "F"}},
	{"people", []string{"j k choose", "Enter sheet", "y", "v", "m", "M", "f", "h", "x", "K", "+", "-", "Space tick", ". tick the side"}},
	{"here", []string{"S", "G", "R", "V", "C", "b", "B", "N", ":"}},
	{"phones", []string{"J", "@", "Y", "E", "X"}},
	{"past", []string{"u", "U", "H", "L", "l", "A"}},
	{"dice", []string{"D", "%", "o", "t", "q"}},
}

// showHelp shows the keys of the current mode, or all keys if that page is already open.
func (m menus) showHelp() {
	d := m.d
	at := d.mode()
	if n := len(d.overlays); n > 0 && at == modePage {
		if page, ok := d.overlays[n-1].(*pageView); ok && page.isHelp {
			d.closeOverlay()
			m.listAllKeys()
			return
		}
	}
	p := d.bindings.helpPage(at, d.session.Rules())
	if at == modeDesk {
		d.pages.addGlossary(p)
	}
	d.showPage(p)
	topOverlay[*pageView](d).isHelp = true
}

// helpPage returns the page with the keys of a mode. Those of the desk are grouped by purpose.
func (list bindings) helpPage(at mode, rs *rules.Ruleset) *draw.Page {
	p := &draw.Page{Title: "help: " + strings.ToLower(modeNames[at]), Right: "? all keys · Esc"}
	if at != modeDesk {
		list.addModeHelp(p, at)
		return p
	}
	p.Title = "help: the desk"
	var turn []string                                              // keys for acting, each with its label: the pack's keys and fixedKeys
	packKeys := len(list) - len(programBindings(rs))               // number of the keys that the pack gives to actions, first in list
	fixedKeys := collect.Choose(rs.Order.InRounds(), "cwnx", "cw") // program's own keys for acting, one character each
	for i := range list {
		if k := &list[i]; i < packKeys || k.mode == modeDesk && strings.Contains(fixedKeys, k.names[0]) {
			turn = append(turn, k.names[0]+" "+k.label)
		}
	}
	addHelpLine(p, "turn", "  ", append(turn, "1–9 at hand", "/ everything else"))
	for _, t := range helpTopics {
		var words []string
		for _, key := range t.keys {
			if k := list.findBinding(modeDesk, key); k != nil && !slices.Contains(turn, key+" "+k.label) {
				words = append(words, key+" "+k.label)
			} else if strings.Contains(key, " ") {
				words = append(words, key)
			}
		}
		if len(words) > 0 {
			addHelpLine(p, t.topic, "  ", words)
		}
	}
	return p
}

// helpWidth is the width of a line of the help, in cells; longer lines are wrapped.
const helpWidth = 68

// addHelpLine adds words to p, separated by gap and wrapped at helpWidth. The first line begins with topic.
func addHelpLine(p *draw.Page, topic, gap string, words []string) {
	text := ""
	flush := func() {
		p.Add(draw.PageLine{Left: draw.PadRight(topic, 8) + text, Indent: 1})
		topic, text = "", ""
	}
	for _, word := range words {
		if text != "" && draw.Width(text+gap+word) > helpWidth {
			flush()
		}
		if text != "" {
			text += gap
		}
		text += word
	}
	flush()
}

// addModeHelp adds the keys of the mode at to p.
func (list bindings) addModeHelp(p *draw.Page, at mode) {
	for _, k := range list {
		if k.mode == at {
			p.Add(draw.PageLine{Lead: strings.Join(k.names, " "), Left: k.help, Indent: 1})
		}
	}
}

// addGlossary adds to p the meanings of signs and of the short names of pools and statistics.
func (ps pages) addGlossary(p *draw.Page) {
	p.Gap()
	addHelpLine(p, "words", " · ", append(ps.poolWords(), ps.checkHelp()...))
	signs := []string{"○ ready", "━▶ ours, ═▶ theirs lands", "┄▷ chosen", "· pending", "✗ out", "! in danger"}
	if ps.inRounds() {
		signs = []string{"▶ acts now", "○ its turn is to come", "● has had it", "~ waits", "· has none", "✗ out", "! in danger"}
	}
	addHelpLine(p, "signs", "  ", signs)
	addHelpLine(p, "numbers", " · ", ps.statWords())
}

// maxShortName is the maximum length, in bytes, of a name that is explained as an abbreviation.
const maxShortName = 4

// statWords explains how much a point of the game master's manual modifier changes a chance, and the short names of the statistics and of
// the pools that have no column in the table of combatants (Pack.Watch).
func (ps pages) statWords() (list []string) {
	rs := ps.session.Rules()
	if m := rs.FlagModifier(); m != nil && m.PercentPerPoint(rs) != 0 {
		list = append(list, "a point of "+m.Label+" is "+draw.Tenths(m.PercentPerPoint(rs))+"%")
	}
	add := func(head *rules.Head) {
		if short := head.Name; len(short) <= maxShortName && len(head.Label) > len(short)+2 {
			list = append(list, short+" "+rules.MidSentence(head.Label))
		}
	}
	for _, pool := range rs.Pools.All {
		if !slices.Contains(rs.Pack.Watch, pool.Name) {
			add(&pool.Head)
		}
	}
	for _, stat := range rs.Stats.All {
		add(&stat.Head)
	}
	return list
}

// checkHelp explains which results of the default check's die succeed or, in a game in rounds, the numbers of the faced dice.
func (ps pages) checkHelp() []string {
	if ps.inRounds() {
		return ps.diceWords()
	}
	check, ok := ps.session.Rules().Checks.Get(ps.session.Rules().Pack.Check)
	if !ok {
		return nil
	}
	for _, result := range check.Results {
		if result.Name == "made" {
			return []string{check.Roll.Text + " made if " + strings.NewReplacer("<=", "≤", ">=", "≥").Replace(result.Value.Text)}
		}
	}
	return nil
}

// diceWords returns, for each faced die, the numbers that can be typed and the faces that they stand for.
func (ps pages) diceWords() (list []string) {
	for _, die := range ps.session.Rules().FacedDice.All {
		text := rules.MidSentence(die.Label)
		for _, face := range die.NumberedFaces() {
			text += " " + face
		}
		list = append(list, text)
	}
	return list
}

// listAllKeys lists every key of the program; letters filter the list.
func (m menus) listAllKeys() {
	var items []listItem
	selected := m.d.session.State().Find(m.d.selected)
	add := func(keys, help, group string, also ...string) { // also: other words that find the row
		help = withSelectedName(help, selected)
		items = append(items, listItem{name: keys, label: keys, group: group, aliases: append(also, help), note: func() string { return help }})
	}
	add("1–9", "use a favourite of the selected combatant", modeNames[modeDesk])
	for _, k := range m.d.bindings {
		add(strings.Join(k.names, " "), k.help, modeNames[k.mode], append(searchAliases().Keys[k.names[0]], k.label)...)
	}
	signs := helpSigns[:]
	if m.d.inRounds() {
		signs = roundHelpSigns[:]
	}
	for _, sign := range signs {
		add(sign[0], sign[1], "Signs")
	}
	m.d.openOverlay(&picker{title: "help: all keys", load: func() []listItem { return items }})
}

// roundHelpSigns are the signs of the screen and their meanings in games in rounds, in which sides take turns.
var roundHelpSigns = [...][2]string{
	{"▸", "selected"},
	{"▶", "acting now: a side or a combatant"},
	{"○", "turn still to come"},
	{"●", "turn taken"},
	{"~", "waiting for another side's turn"},
	{"·", "no turn, or can't pay for one"},
	{"✗", "out"},
	{"!", "danger, or a refused command"},
	{"↶", "undone"},
	{secretMark, "rolled in secret; hidden from the players"},
}

// helpSigns are the signs of the screen and their meanings in games with a timeline.
var helpSigns = [...][2]string{
	{"▸", "selected"},
	{"○", "declares now, or is ready at this count"},
	{"━▶ ═▶", "an action in progress, of the first side and of the others, until its effect"},
	{"┄▷", "the action being chosen: where it lands"},
	{"╌»", "someone moving along the line, until the arrival"},
	{"~", "waiting"},
	{"·", "a condition takes effect at this count"},
	{"✗", "out: cannot act"},
	{"!", "danger, or a refused command"},
	{"↶", "undone"},
	{secretMark, "rolled in secret; hidden from the players"},
}
