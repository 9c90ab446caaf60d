package dashboard

import (
	"context"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"hybrid/gm/advice"
	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/players"
	"hybrid/gm/simulate"
	"hybrid/rules"
)

// Advice: a list of a combatant's possible actions with their values, such as the chance to wound. The values are the full odds, or, for
// a combatant with a player, only what that player can know, since the game master reads them out. The list is opened at once and filled
// when the values are computed in the background. An actor's tactic is a plan in the rules by which the program acts for it; a count is
// the game's unit of time.

// playerAdviceRow joins the columns of an action's values that its player knows, in the order of the headings playerAdviceColumns.
func playerAdviceRow(a *players.Advice) string {
	chance := ""
	if a.Roll != nil {
		chance = a.Roll.ShortText()
	}
	return chance + draw.PadLeft(draw.Tenths(a.Counts), countsCells)
}

// playerAdvicePage returns a page with the terms of an action's chance that its player knows, and a note about factors that still
// change it.
func (ps pages) playerAdvicePage(a *players.Advice) *draw.Page {
	p := &draw.Page{Title: a.Text}
	if a.Roll == nil {
		return p
	}
	for _, term := range a.Roll.Terms {
		p.Add(draw.PageLine{Left: term.Label, Right: command.FormatSigned(term.Value)})
	}
	p.Rule()
	if text := a.Roll.FacesOnDie(); text != "" {
		p.Add(draw.PageLine{Left: "rolls", Right: text})
	}
	p.Add(draw.PageLine{Left: "own chance", Right: a.Roll.ShortText()})
	if before := a.Roll.BeforeText(""); before != "" {
		p.Text(draw.RoleDim, before)
	}
	return p
}

// listPlayerAdvice opens l and passes a row for each of a character's possible actions to add once they are computed. Their values are
// limited to the player's knowledge, which follows from the player's own log; listPlayerAdvice first adds the latest entries to it.
func (m menus) listPlayerAdvice(a *rules.Actor, l *picker, add func(listItem)) {
	d := m.d
	l.header = func() []draw.PageLine {
		return []draw.PageLine{{Left: "as far as " + a.Short + " knows, best first", Right: m.withoutCounts(playerAdviceColumns), Role: draw.RoleDim}}
	}
	state := d.session.State()
	l.line = nil // a preview of the line would show facts unknown to the player
	telling := players.NewTelling(d.session)
	step := func() (bool, error) { return telling.Advance([]string{a.Key}, maxEntriesTold) }
	d.runInSteps(step, func() {
		log, err := telling.Log(a.Key)
		if err != nil {
			d.showError(err)
			return
		}
		d.openOverlay(l)
		d.computeLater(func(ctx context.Context) func() {
			list := log.Advise(ctx, state)
			return func() {
				for _, v := range list {
					add(listItem{name: v.Line, label: v.Text, hint: m.withoutCounts(playerAdviceRow(&v)), line: v.Line,
						note:    func() string { return rules.MidSentence(v.Because) },
						inspect: func() *draw.Page { return d.pages.playerAdvicePage(&v) }, run: func() { d.doLine(v.Line) }})
				}
				l.empty = "Nothing is possible now."
			}
		})
	})
}

// maxEntriesTold is the maximum number of entries added to a player's log between two key presses.
const maxEntriesTold = 300

// withoutCounts returns a row of advice, or the headings, without the column of counts if the game is in rounds.
func (m menus) withoutCounts(row string) string {
	if m.d.inRounds() {
		return row[:len(row)-countsCells]
	}
	return row
}

// adviseSide lists the actions that the side a can do itself, in the order of the rules, since no odds are computed for a side.
func (m menus) adviseSide(a *rules.Actor) {
	p := palette{d: m.d}
	p.addActions(a, a.Key+": ")
	items := slices.DeleteFunc(p.items, func(it listItem) bool { return it.refused != "" })
	for i := range items {
		items[i].fold = "" // show all
	}
	l := &picker{title: "What can " + a.Name + " do as a side?", load: func() []listItem { return items },
		empty: "Nothing now. To compare a character's options, type `advise NAME`."}
	l.line = func() string { return currentLine(l) }
	l.inspect = m.d.pages.itemPage
	l.choose = func(it *listItem) { m.d.closeOverlay(); it.run() }
	m.d.openOverlay(l)
}

// showAdvice lists the possible actions of the combatant with the given name, or of the selected one if name is "", the best first, below
// the choice of its tactic. For a combatant with a player it uses only what that player knows. The rows are added once they are computed.
func (m menus) showAdvice(name string) {
	d := m.d
	who := d.selected
	if name != "" {
		a, err := d.session.Game().Actor(name)
		if err != nil {
			d.showError(err)
			return
		}
		who = a.Key
	}
	a := d.session.State().Find(who)
	if a == nil {
		d.showMessage(d.nobodyText())
		return
	}
	d.prompt.close()
	d.overlays = nil
	if a.IsSide() {
		m.adviseSide(a)
		return
	}
	m.openAdvice(a)
}

// openAdvice opens the list of a's possible actions, whose rows are added once they are computed.
func (m menus) openAdvice(a *rules.Actor) {
	d, who := m.d, a.Key
	var items []listItem
	l := &picker{title: "value of each action for " + a.Name + "?", load: func() []listItem { return items }, empty: "weighing …"}
	l.header = func() []draw.PageLine {
		return []draw.PageLine{{Left: "by current odds, best first", Right: m.withoutCounts(adviceColumns), Role: draw.RoleDim}}
	}
	l.line = func() string { return currentLine(l) }
	l.inspect = d.pages.itemPage
	if hasPlayer(a) && d.session.Rules().Knowledge.IsTracked() {
		m.listPlayerAdvice(a, l, func(it listItem) { items = append(items, it) })
		return
	}
	d.openOverlay(l)
	ranking, targets := d.session.Ranking(who), d.session.Targets()
	d.computeLater(func(ctx context.Context) func() {
		ranking.Game = ranking.WithContext(ctx)
		list := ranking.Advise(a)
		turn, err := simulate.TacticTurn(ranking.Game, targets, who)
		return func() {
			if err == nil && len(turn.By) > 0 {
				items = append(items, m.tacticItem(&turn))
			}
			for _, v := range list {
				line := a.Key + ": " + v.Line
				items = append(items, listItem{name: v.Line, label: d.actionLabel(v.Line), hint: m.withoutCounts(adviceRow(&v)), line: line,
					inspect: func() *draw.Page { return d.pages.previewLine(line) }, run: func() { d.doLine(line) }})
			}
			l.empty = "Nothing is possible now."
		}
	})
}

// tacticItem returns a row with a tactic's choice. Its page has the lines of the tactic that led to the choice, with file and line number.
func (m menus) tacticItem(turn *simulate.Turn) listItem {
	label := "by its tactic: " + strings.TrimPrefix(m.d.actionLabel(turn.Line), m.d.shortNameOf(turn.Who)+" ")
	var words []string
	page := &draw.Page{Title: label}
	for _, reason := range turn.By {
		text := reason.Key + ": " + reason.Words
		// The label already contains the effect of the line `do`, which is repeated only if it is the only reason.
		if page.Add(draw.PageLine{Left: text, Right: reason.Pos.String()}); reason.Key != "do" || len(turn.By) == 1 {
			words = append(words, text+" ("+path.Base(reason.Pos.File)+":"+strconv.Itoa(reason.Pos.Line)+")")
		}
	}
	return listItem{name: turn.Line, label: label, note: func() string { return strings.Join(words, " · ") }, line: turn.Line,
		inspect: func() *draw.Page { return page }, run: func() { m.d.doLine(turn.LineWithReason()) }}
}

// actionLabel formats a prompt line for people, with labels and names instead of keys.
func (v *view) actionLabel(line string) string {
	words := strings.Fields(line)
	rs := v.session.Rules()
	for i, word := range words {
		word, hasComma := strings.CutSuffix(word, ",")
		who, isSubject := strings.CutSuffix(word, ":")
		if action, ok := rs.Actions.Get(word); ok {
			words[i] = rules.MidSentence(action.Label)
		} else if isSubject {
			words[i] = v.shortNameOf(who)
		} else if v.session.State().Find(word) != nil {
			words[i] = "→ " + v.shortNameOf(word)
		} else if item, ok := rs.Items.Get(word); ok {
			words[i] = rules.MidSentence(item.Label)
		}
		if hasComma {
			words[i] += ","
		}
	}
	return strings.Join(words, " ")
}

// adviceRow joins the columns of an action's values, in the order of the headings adviceColumns.
func adviceRow(v *advice.Advice) string {
	share := func(p float64) string {
		if p <= 0 {
			return ""
		}
		return rules.FormatPercent(p)
	}
	points := ""
	if v.Loss > 0 {
		points = draw.Tenths(math.Round(v.Loss))
	}
	// The widths are those of the headings in adviceColumns.
	return draw.PadLeft(share(v.Hurt), 4) + draw.PadLeft(points, 5) + draw.PadLeft(share(v.Out), 6) + draw.PadLeft(share(v.Down), 6) +
		draw.PadLeft(draw.Tenths(v.Counts), countsCells)
}

// adviceColumns are the headings of an action's values: the chance to wound and the average points lost in that case, the chance to put
// the target out of the fight, the risk of being put out of the fight before the action takes effect, and the counts that the action
// takes.
const adviceColumns = "hurt   by   out  risk  counts"

// playerAdviceColumns are the headings of an advice list that is limited to the player's knowledge: the actor's own chance, and the counts
// that the action takes.
const playerAdviceColumns = "own chance  counts"

// countsCells is the width of the column of counts, at the end of a row of advice.
const countsCells = len("  counts")
