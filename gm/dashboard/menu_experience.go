package dashboard

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"hybrid/gm"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/logtext"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/purchase"
)

// Experience: points in a pool of each character, which are awarded or earned by training, and spent on ranks of skills and points of
// statistics. The figures come from gm.Session.Earnings (the ledger: every award, training and purchase) and from purchase.ListOffers,
// which lists what a character could buy, each with its cost, its limit (Cap) and the change of the chances. The rules name the ways to
// train, such as with a teacher, each with the hours that earn a point.

// openExperienceMenu lists the players' characters with their current, earned and spent experience. Enter lists what the character under
// the cursor can buy; other keys award experience, train, show the ledger and undo.
func (m menus) openExperienceMenu() {
	pool, ok := m.d.session.Rules().Pools.Get(m.d.session.Rules().Skill.Currency)
	if !ok {
		m.d.showRefusal("This game has no experience.")
		return
	}
	learners := m.listLearners()
	if len(learners) == 0 {
		m.d.showMessage(m.d.nobodyText())
		return
	}
	ledger, err := m.d.session.Earnings()
	if err != nil {
		m.d.showError(err)
		return
	}
	var items []listItem
	for _, a := range learners {
		items = append(items, listItem{name: a.Key, label: a.Name, role: m.d.sideRole(a), hint: draw.Tenths(a.PoolValue(pool)) + " " + pool.Name,
			note: func() string { return earningsText(ledger, a.Key) }, inspect: func() *draw.Page { return m.d.pages.ledgerPage(a, ledger) },
			run: func() { m.openPurchaseMenu(a.Key, pool) }})
	}
	l := &picker{title: "Experience", load: func() []listItem { return items }, fixed: true}
	l.inspect = m.d.pages.itemPage
	l.bar = []barKey{{name: "Enter", label: "buy"},
		{name: "a", label: "award", run: func() { m.openAwardForm(pool) }},
		{name: "t", label: "train", run: func() { m.openTrainForm(l.currentItem().name, pool) }},
		{name: "l", label: "ledger", run: func() { m.d.showPage(m.d.pages.itemPage(l.currentItem())) }},
		{name: "u", label: "undo", run: func() { m.reopenExperience(m.d.doLine("undo")) }}, {name: "Esc", label: "back"}}
	if len(m.d.session.Rules().Skill.TrainingWays()) == 0 {
		l.bar = slices.DeleteFunc(l.bar, func(k barKey) bool { return k.name == "t" })
	}
	m.d.openOverlay(l)
	l.selectItem(m.d.selected)
}

// reopenExperience reopens the list if done is set, which means that a line was carried out, and shows the line's result as a
// message.
func (m menus) reopenExperience(done bool) {
	if !done {
		return
	}
	reply := m.d.message
	if reply.text == "" {
		log := m.d.session.Log()
		reply.text = logLineText(log[len(log)-1]) // the list may cover the log
	}
	m.d.overlays = nil
	m.openExperienceMenu()
	m.d.message = reply
}

// listLearners lists the characters that can use experience: those with a player or, if there are none, those of the players' side.
func (m menus) listLearners() []*rules.Actor {
	actors := m.d.session.State().Actors
	playersSide := logtext.PlayersSide(m.d.session.State())
	people := slices.DeleteFunc(slices.Clone(actors), func(a *rules.Actor) bool { return !a.Sheet.HasPlayer() })
	if len(people) == 0 {
		people = slices.DeleteFunc(slices.Clone(actors), func(a *rules.Actor) bool { return a.Side != playersSide })
	}
	return people
}

// earningsText returns the total points that an actor has earned and spent, such as "got 8, spent 3 · trained 40 h"; who is the actor's
// key.
func earningsText(ledger []gm.Earning, who string) string {
	got, spent, hours := 0.0, 0.0, 0.0
	for _, e := range ledger {
		switch {
		case e.Who != who: // another actor's
		case e.Points > 0:
			got += e.Points
			hours += e.Hours
		default:
			spent -= e.Points
		}
	}
	text := "got " + draw.Tenths(got) + ", spent " + draw.Tenths(spent)
	if hours > 0 {
		text += " · trained " + draw.Tenths(hours) + " h"
	}
	return text
}

// ledgerPage returns a page with each award, training and purchase of an actor, by session of play, the newest first.
func (ps pages) ledgerPage(a *rules.Actor, ledger []gm.Earning) *draw.Page {
	p := &draw.Page{Title: a.Name + ": experience"}
	evening := int64(-1)
	for _, e := range slices.Backward(ledger) {
		if e.Who != a.Key {
			continue
		}
		if e.Evening != evening {
			evening = e.Evening
			p.Gap()
			p.Text(draw.RoleStrong, "Session "+strconv.FormatInt(evening, 10))
		}
		text := cmp.Or(e.For, "no reason given")
		p.Add(draw.PageLine{Left: text, Right: draw.FormatSigned(e.Points), Indent: 1})
	}
	if len(p.Lines) == 0 {
		p.Text(draw.RoleDim, "No experience yet. Press a to award some.")
		return p
	}
	total := draw.PageLine{Left: earningsText(ledger, a.Key), Role: draw.RoleDim}
	p.Lines = append([]draw.PageLine{total, {}}, p.Lines...)
	return p
}

// openPurchaseMenu lists what an actor can buy, the next rank of each skill and the next point of each statistic, in the order of
// purchase.ListOffers. Purchases that the actor can't afford come last, dimmed. who is the actor's key, and pool the pool of experience.
func (m menus) openPurchaseMenu(who string, pool *rules.Pool) {
	rs := m.d.session.Rules()
	a := m.d.session.State().Find(who)
	list, err := purchase.ListOffers(rs, m.d.session.State(), who, slices.Concat(rules.Learnables(a.Sheet.Skills), rs.RaisableStats()))
	if err != nil {
		m.d.showError(err)
		return
	}
	var items []listItem
	for i := range list {
		offer := &list[i]
		text := "raise " + who + " " + offer.Name()
		it := listItem{name: offer.Name(), label: offer.Label() + " " + draw.Tenths(offer.Rank), line: text, hint: draw.Tenths(offer.Cost) + " " + pool.Name,
			short: offer.Label(), note: func() string { return purchaseText(rs, offer) }, inspect: func() *draw.Page { return m.d.pages.purchasePage(a, offer, text) }}
		it.run = func() {
			if m.d.doLine(text) {
				m.reopenExperience(true)
				m.openPurchaseMenu(who, pool)
			}
		}
		if offer.Cost > a.PoolValue(pool) {
			it.group, it.role = "costs more than "+a.Short+" has", draw.RoleDim
		}
		items = append(items, it)
	}
	slices.SortStableFunc(items, func(x, y listItem) int { return falseFirst(x.group != "") - falseFirst(y.group != "") })
	l := &picker{title: a.Name + " has " + draw.Tenths(a.PoolValue(pool)) + " " + pool.Name + ". Buy what?" + trainingHead(rs),
		load: func() []listItem { return items }, fixed: true,
		empty: a.Name + " has no skill to raise."}
	l.bar = []barKey{{name: "Enter", label: "buy"}, {name: "Esc", label: "back"}}
	m.openLineMenu(l)
}

// purchaseText returns the gain in chance from a purchase, the hours of training that would earn its cost (one number for each way to
// train), and the limit if there is one, such as "+4%   40/80/120 h".
func purchaseText(rs *rules.Ruleset, offer *purchase.Offer) string {
	gain := ""
	if total := offer.TotalGain(); total != 0 {
		gain = draw.FormatSigned(total) + "%"
	}
	return strings.TrimSpace(draw.PadRight(gain, gainCells) + strings.TrimSpace(trainingHours(rs, offer.Cost)+"  "+offer.Cap.Text()))
}

// gainCells is the width of the gain column in the list of purchases, in cells.
const gainCells = 9

// trainingHours returns the hours of training that earn the given points, one number for each way to train, such as "40/80 h", or "" if the
// game has no training.
func trainingHours(rs *rules.Ruleset, points float64) string {
	var parts []string
	for _, way := range rs.Skill.TrainingWays() {
		hours, _ := rs.TrainingHours(way)
		parts = append(parts, draw.Tenths(hours*points))
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, "/") + " h"
}

// trainingHead returns the part of a title that names the ways to train, in the order of trainingHours, or "" if the game has no training.
func trainingHead(rs *rules.Ruleset) string {
	ways := rs.Skill.TrainingWays()
	if len(ways) == 0 {
		return ""
	}
	return " (hours: " + strings.ToLower(rules.ReadableName(strings.Join(ways, " / "))) + ")"
}

// purchasePage returns a page with the effect of the purchase that line makes: on the offered skill or statistic, on others that depend
// on it, and on pools.
func (ps pages) purchasePage(a *rules.Actor, offer *purchase.Offer, line string) *draw.Page {
	p := &draw.Page{Title: a.Name + ": " + offer.Label() + " " + draw.Tenths(offer.Rank)}
	p.Pair(draw.RoleText, offer.Label(), offer.Before.FormatForSheet()+" → "+offer.Likely.FormatForSheet())
	if text := offer.Cap.Text(); text != "" {
		p.Add(draw.PageLine{Left: text, Indent: 1, Role: draw.RoleDim})
	}
	for _, other := range offer.Others {
		p.Pair(draw.RoleText, other.Skill.Label, draw.FormatSigned(other.Gain)+"%")
	}
	for _, gain := range offer.Pools {
		p.Pair(draw.RoleText, gain.Pool.Label, draw.FormatSigned(gain.By))
	}
	if before := offer.Likely.BeforeText(""); before != "" {
		p.Text(draw.RoleDim, before)
	}
	p.Gap()
	p.Lines = append(p.Lines, ps.changePage(line).Lines...)
	return p
}

// openAwardForm asks for the amount of experience to award, the recipients and the reason, and shows the resulting amounts.
func (m menus) openAwardForm(pool *rules.Pool) {
	points := &formField{label: pool.Name, number: true}
	points.setValue("1")
	to := &formField{label: "to"}
	var keys []string // words for the recipients in a line, by choice of the field
	people := m.listLearners()
	if list := m.d.tickedActors(); len(list) > 0 {
		to.choices, keys = append(to.choices, m.d.tickedNames(list[0])), append(keys, m.d.targetWords(list[0]))
	}
	if len(people) > 1 {
		all := collect.MapIf(people, func(a *rules.Actor) bool { return a.Absent == "" }, func(a *rules.Actor) string { return a.Key })
		to.choices, keys = append(to.choices, "everyone"), append(keys, strings.Join(all, " "))
	}
	for _, a := range people {
		to.choices, keys = append(to.choices, a.Short), append(keys, a.Key)
	}
	why := &formField{label: "because"}
	points.onArrow = to.cycleChoice // so that the arrows also change the recipient while the first field is selected
	f := &form{d: m.d, title: "Award experience", fields: []*formField{points, to, why}}
	f.line = func() string {
		line := "award " + points.edit.Text + " " + keys[to.chosen]
		if text := strings.TrimSpace(why.edit.Text); text != "" {
			line += " because " + text
		}
		return line
	}
	f.below = func() string { return m.poolChangesText(f.line(), pool) }
	f.onSubmit = func() { m.reopenExperience(true) }
	m.d.openOverlay(f)
}

// openTrainForm asks for the hours and the way in which an actor trains, and shows the points that the training earns; who is the
// actor's key.
func (m menus) openTrainForm(who string, pool *rules.Pool) {
	rs, a := m.d.session.Rules(), m.d.session.State().Find(who)
	wayNames := rs.Skill.TrainingWays()
	hours, wayField := &formField{label: "hours", number: true}, &formField{label: "by"}
	hours.setValue("8")
	hours.onArrow = wayField.cycleChoice
	wayField.choices = append(wayField.choices, collect.Map(wayNames, func(way string) string { return rules.ReadableName(way) })...)
	wayField.suffix = func() string {
		hoursForOne, _ := rs.TrainingHours(wayNames[wayField.chosen])
		return draw.Tenths(hoursForOne) + " h for 1 " + pool.Name
	}
	f := &form{d: m.d, title: a.Name + " trains", fields: []*formField{hours, wayField}}
	f.line = func() string { return "train " + who + " " + hours.edit.Text + " h " + wayNames[wayField.chosen] }
	f.below = func() string { return m.poolChangesText(f.line(), pool) }
	f.onSubmit = func() { m.reopenExperience(true) }
	m.d.openOverlay(f)
}

// poolChangesText describes the effect of a line on a pool of each actor, such as "Kira 4 → 7 EEP, Dov 2 → 5 EEP", or the reason why the line is
// impossible.
func (m menus) poolChangesText(line string, pool *rules.Pool) string {
	f, err := m.d.dryRun(line)
	if err != nil {
		text, _ := errorText(err)
		return text
	}
	var parts []string
	for _, a := range f.After.Actors {
		if before := f.Before.Find(a.Key); before != nil && before.PoolValue(pool) != a.PoolValue(pool) {
			parts = append(parts, a.Short+" "+draw.Tenths(before.PoolValue(pool))+" → "+draw.Tenths(a.PoolValue(pool)))
		}
	}
	if len(parts) == 0 {
		return "Nothing changes."
	}
	return pool.Name + ": " + strings.Join(parts, ", ")
}
