package dashboard

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"hybrid/gm"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/players"
	"hybrid/gm/seats"
	"hybrid/rules"
	"hybrid/rules/collect"
	words "hybrid/rules/message"
)

// Players' proposals, which are lines that players entered on their phones, and checks that players are asked to roll there. The first
// one is shown in the row above the keys; the keys Y, E and X accept, edit or refuse it. A proposal can also be words to the game master
// (Line is then "") or the request to undo something (Undo is then the number of an entry). A seat is a player's phone.

// tray shows the first of the players' proposals above the keys, with the keys that accept, edit or refuse it.
type tray struct {
	d                *Dashboard
	state            *rules.State // state for which sorted was computed
	last             gm.Proposal  // newest proposal when sorted was computed
	lastCount        int          // number of proposals when sorted was computed
	sorted           []trayItem   // cached result of sortedProposals
	isFrameScheduled bool         // whether redrawSoon has scheduled a frame that isn't drawn yet
}

// trayItem is a proposal or a check that players are asked for.
type trayItem struct {
	gm.Proposal
	refusal error   // reason why the proposal can't be carried out now; nil if it can be
	ask     *gm.Ask // check that players are asked for; nil for a proposal
}

// listItems returns the proposals, and then the checks that players are asked for.
func (t *tray) listItems() (list []trayItem) {
	list = t.sortedProposals()
	for _, a := range t.d.session.Asks() {
		list = append(slices.Clip(list), trayItem{ask: &a})
	}
	return list
}

// sortedProposals returns the proposals that can be carried out now, then the others, the oldest first in each group. It computes them
// again only if the state or the proposals have changed.
func (t *tray) sortedProposals() []trayItem {
	proposals := t.d.session.Proposals()
	list := proposals.List()
	if len(list) == 0 {
		return nil
	}
	newest := slices.MaxFunc(list, func(a, b gm.Proposal) int { return int(a.ID - b.ID) })
	if s := t.d.session.State(); t.state != s || t.last != newest || t.lastCount != len(list) {
		t.state, t.last, t.lastCount, t.sorted = s, newest, len(list), nil
		for _, proposal := range list {
			t.sorted = append(t.sorted, trayItem{Proposal: proposal, refusal: proposals.CheckPossible(&proposal)})
		}
		slices.SortStableFunc(t.sorted, func(a, b trayItem) int { return falseFirst(a.refusal != nil) - falseFirst(b.refusal != nil) })
	}
	return t.sorted
}

// draw draws the first proposal from column x on, with its keys and the number of others. A proposal for a later turn is drawn farther
// right, so that the next event fits to its left. draw returns the number of columns at the left that stay free for other text: all of them
// if there is no proposal.
func (t *tray) draw(c draw.Canvas, x int) int {
	list := t.listItems()
	if len(list) == 0 {
		return c.W
	}
	item := &list[0]
	if item.ask != nil {
		return t.drawAsk(c, x, item.ask, len(list)-1)
	}
	keys := []draw.StyledText{{Text: "Y", Role: draw.RoleKey}, {Text: " take  ", Role: draw.RoleDim}, {Text: "E", Role: draw.RoleKey}, {Text: " edit  ", Role: draw.RoleDim},
		{Text: "X", Role: draw.RoleKey}, {Text: " no", Role: draw.RoleDim}}
	if n := len(list) - 1; n > 0 {
		keys = append(keys, draw.StyledText{Text: "  +" + draw.Tenths(float64(n)), Role: draw.RoleDim})
	}
	keysColumn := c.W - 1 - draw.SpanWidth(keys)
	role, text := draw.RoleStrong, t.itemText(item)
	if item.refusal != nil {
		role = draw.RoleDim
	}
	if t.isForLater(item) { // right-aligned, but at most a little more than half of the row
		x = max(c.W/2-8, keysColumn-2-draw.Width(text))
	}
	c.Fit(x, 0, keysColumn-x-2, text, role)
	c.Spans(keysColumn, 0, c.W-keysColumn, keys)
	return x - 1
}

// drawAsk draws a check that players are asked for, with its keys. Like draw, it returns the number of columns that stay free. more is
// the number of other items.
func (t *tray) drawAsk(c draw.Canvas, x int, a *gm.Ask, more int) int {
	keys := []draw.StyledText{{Text: collect.Choose(t.d.session.Game().AtRest(), "z", "Y"), Role: draw.RoleKey}, {Text: " roll the rest  ", Role: draw.RoleDim},
		{Text: "X", Role: draw.RoleKey}, {Text: " drop", Role: draw.RoleDim}}
	if more > 0 {
		keys = append(keys, draw.StyledText{Text: "  +" + draw.Tenths(float64(more)), Role: draw.RoleDim})
	}
	keysColumn := c.W - 1 - draw.SpanWidth(keys)
	c.Fit(x, 0, keysColumn-x-2, "Asked for "+t.d.session.AskText(a)+" …", draw.RoleStrong)
	c.Spans(keysColumn, 0, c.W-keysColumn, keys)
	return x - 1
}

// itemText describes a proposal in a sentence, or in the player's words if a sentence would omit something. A proposal for a later turn is
// called a plan; one that can't be carried out ends with the reason.
func (t *tray) itemText(item *trayItem) string {
	name, says := t.d.shortNameOf(item.By), t.d.session.Proposals().Describe(&item.Proposal)
	deed := t.proposedSentence(item)
	switch {
	case deed != "" && t.isForLater(item):
		return "Plan: " + deed
	case deed != "" && item.refusal != nil:
		return deed + " ! " + item.refusal.Error()
	case deed != "":
		return deed
	case item.Undo != 0:
		return name + " asks: " + says
	case item.Line == "":
		return name + " says " + says
	case t.isForLater(item):
		return name + " plans: " + says
	case item.refusal != nil:
		return name + ": " + says + " ! " + item.refusal.Error()
	}
	return name + ": " + says
}

// proposedSentence returns a proposed action as a sentence, with its options and the player's note, or "" if a sentence would omit
// something.
func (t *tray) proposedSentence(item *trayItem) string {
	l, err := t.d.session.Game().Parse(item.Line)
	p, refused := t.d.preview(item.Line)
	if err != nil || refused != nil || p.Doing == nil {
		return ""
	}
	if p.First != nil || p.Doing.Asked != 0 || p.Doing.Words != "" { // a second action, or an answer to the action's question
		return ""
	}
	parts := []string{t.d.planSentence(&p)}
	if len(l.Options) > 0 {
		// HideCards hides the names of cards in a whole line; “x” stands for the part before the options.
		_, options, _ := strings.Cut(t.d.session.Game().HideCards(&l, "x, "+strings.Join(l.Options, ", ")), ", ")
		parts = append(parts, words.Capitalise(rules.ReadableName(options))+".")
	}
	if item.Text != "" {
		parts = append(parts, "“"+item.Text+"”")
	}
	return strings.Join(parts, " ")
}

// isForLater reports whether a proposal is for a later turn: it can't be carried out now, and its actor doesn't have the turn in the
// running fight.
func (t *tray) isForLater(item *trayItem) bool {
	if item.Undo != 0 || item.Line == "" || item.refusal == nil {
		return false
	}
	a := t.d.session.State().Find(item.By)
	return a != nil && t.d.session.State().Running && !a.Open
}

// withFirst calls do with the first item. If there is none, it shows a message.
func (t *tray) withFirst(do func(item *trayItem)) {
	list := t.listItems()
	if len(list) == 0 {
		t.d.showMessage("No player proposes anything.")
		return
	}
	do(&list[0])
}

// acceptItem carries out a proposal, or rolls for those who were asked for a check and haven't rolled.
func (t *tray) acceptItem(item *trayItem) {
	if item.ask != nil {
		t.d.doLine(rollRestLine)
		return
	}
	if item.refusal != nil {
		t.d.showError(item.refusal)
		return
	}
	t.d.phones.runSeatsLine("take " + seats.ProposalName(t.d.session, &item.Proposal))
}

// editItem opens the prompt with the line of a proposal, which the game master can change before carrying it out.
func (t *tray) editItem(item *trayItem) {
	if item.ask != nil {
		t.d.showMessage("Drop it with X, and ask again.")
		return
	}
	line := cmp.Or(item.Line, item.By+": ")
	t.d.prompt.openWith(line)
}

// refuseItem opens the prompt with the line that refuses a proposal, to which a reason can be added, or drops a check that players were
// asked for.
func (t *tray) refuseItem(item *trayItem) {
	if item.ask != nil {
		t.d.doLine(dropAskLine)
		return
	}
	t.d.prompt.openWith(seats.Verb + " refuse " + seats.ProposalName(t.d.session, &item.Proposal) + " ")
}

// questionNote returns a note that names the players whose phones show the open question, and for how long, or gives the reason why it
// isn't shown on any. It returns "" if the actor who is asked has no seat.
func (t *tray) questionNote() string {
	q := t.d.session.OpenQuestion()
	if q == nil || t.d.phones.server == nil || t.d.openQuestion.id == 0 {
		return ""
	}
	for _, seated := range t.d.phones.server.ListSeated() {
		switch {
		case seated.Key != q.Need.Who: // another actor's seat
		case q.Need.Secret && q.Need.Die == 0:
			return "for you only, not on phones"
		case q.Need.Secret:
			return "secret roll, not on phones"
		case t.isUnnoticed(&q.Need):
			return "attacker unseen, not on phones"
		case seated.Open == 0:
			return strings.Join(seated.Players, ", ") + " is away: answer here"
		default:
			t.redrawSoon()
			elapsed := max(0, t.d.phones.clockTime().Sub(q.At).Truncate(time.Second).Seconds())
			return "on the phone of " + strings.Join(seated.Players, ", ") + " · " + draw.Tenths(elapsed) + " s · here too"
		}
	}
	return ""
}

// isUnnoticed reports whether a question is about another actor's action that the actor who is asked doesn't see.
func (t *tray) isUnnoticed(need *rules.Need) bool {
	s := t.d.session.State()
	a, doer := s.Find(need.Who), s.Find(need.Whom)
	return a != nil && doer != nil && !need.AsksActor && !players.SeesDeed(t.d.session.Rules(), a, doer)
}

// redrawSoon schedules another frame in a second, unless one is scheduled already.
func (t *tray) redrawSoon() {
	if t.isFrameScheduled {
		return
	}
	t.isFrameScheduled = true
	time.AfterFunc(time.Second, func() { t.d.Post(func() { t.isFrameScheduled = false }) })
}
