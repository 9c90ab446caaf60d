package gm

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// What players propose, kept until the game master takes or drops it. Taking is Session.Do with the seat's name.

// Proposal is what a player says that a character does, until the game master lets it happen or drops it. It is no entry,
// and no undo takes it back. A seat has one for its turn; the next replaces it. At rest it may have several.
type Proposal struct {
	ID     int64 `json:"id"`               // no other proposal of the session has it
	Number int64 `json:"number,omitempty"` // no other of the same seat has it now; it says nothing of others
	Beside bool  `json:"beside,omitempty"` // those of the same seat before it stay

	By   string    `json:"by"` // the key of the character
	At   time.Time `json:"at"`
	Line string    `json:"line,omitempty"` // declares it, as it could be typed; empty where there are only words
	Text string    `json:"text,omitempty"` // what the player says with it, for the game master; nothing reads it
	Undo int64     `json:"undo,omitempty"` // the entry that the player wants undone, instead of a line
	Told string    `json:"told,omitempty"` // what it is as the player knows it

	Declined bool   `json:"declined,omitempty"` // it is out of question; it stays for the player to read
	Why      string `json:"why,omitempty"`      // what the game master says to that
}

// Autos says whose proposals are taken by themselves when the turn comes.
type Autos struct {
	Of     string          `json:"of,omitempty"`     // nobody or all; empty where nothing was said
	Others map[string]bool `json:"others,omitempty"` // those for whom it is otherwise
	Checks bool            `json:"checks,omitempty"` // at rest players roll their own checks
}

// The words for whose proposals are taken by themselves.
const (
	autoNobody = "nobody"
	autoAll    = "all"
	AutoChecks = "checks"
)

// proposed is what was proposed, the oldest first, and the last number given to one.
type proposed struct {
	Last int64      `json:"last"`
	List []Proposal `json:"list,omitempty"`
	Auto Autos      `json:"auto"`
}

// settingProposals is the setting that has what was proposed.
const settingProposals = "proposals"

// Proposals is what the players of a session propose.
type Proposals struct{ s *Session }

// Proposals returns the players' proposals.
func (s *Session) Proposals() Proposals { return Proposals{s} }

// List returns the open proposals, the oldest first, without declined ones.
func (p Proposals) List() []Proposal {
	return slices.DeleteFunc(slices.Clone(p.s.proposed.List), func(of Proposal) bool { return of.Declined })
}

// Of returns the proposals of a character's player, the oldest first, each until it is done or dropped.
func (p Proposals) Of(by string) []Proposal {
	return collect.Filter(p.s.proposed.List, func(old Proposal) bool { return old.By == by })
}

const (
	longestText  = 200 // characters that a player may say with a proposal
	maxProposals = 5   // of one seat at once; the oldest goes for one more
)

// Propose puts a proposal in the place of those of the same seat, or beside them, and returns it with its number. The line must declare
// something for the character of the seat and give nothing by hand; whether it is possible is seen when it is taken, so
// that proposing tells a player nothing.
func (p Proposals) Propose(new Proposal) (Proposal, error) {
	new.Text = CleanText(new.Text, longestText)
	switch {
	case new.Line != "":
		if err := p.reads(&new); err != nil {
			return Proposal{}, err
		}
	case new.Text == "" && new.Undo == 0:
		return Proposal{}, refusal("Enter a proposal.")
	}
	before := p.Of(new.By)
	replaced := func(old *Proposal) bool { return old.By == new.By }
	if new.Beside {
		replaced = func(old *Proposal) bool {
			same := old.Line == new.Line && old.Undo == new.Undo && (new.Line != "" || new.Undo != 0 || old.Text == new.Text)
			return old.By == new.By && (same || old.Declined || len(before) == maxProposals && old.ID == before[0].ID)
		}
	}
	proposals := p.without(replaced)
	proposals.Last++
	new.ID, new.Number, new.At, new.Declined, new.Why = proposals.Last, 1, p.s.now(), false, ""
	for _, old := range before {
		new.Number = max(new.Number, old.Number+1)
	}
	proposals.List = append(proposals.List, new)
	return new, p.keep(proposals)
}

// reads refuses a line that is no deed of the seat's own.
func (p Proposals) reads(of *Proposal) error {
	l, err := p.s.game.Parse(of.Line)
	if err != nil {
		return err
	}
	of.Line = l.Text
	verb := p.s.game.VerbOf(&l)
	if p.s.game.IsOwnUpkeep(&l) && (l.Who == of.By || p.endsStep(of, &l)) || verb.OfAbsent && slices.Equal(l.Words, []string{of.By}) {
		return nil
	}
	if !l.IsPlayerAction() {
		return refusal("Players can't propose “%s”.", of.Line)
	}
	a, d, err := p.s.game.Declaration(&l)
	if err != nil {
		return err
	}
	if a.Key != of.By || len(d.Given) > 0 || d.Against != nil || d.Secret {
		return refusal("Players can't propose “%s”.", of.Line)
	}
	return nil
}

// endsStep reports whether a line ends the step of a stage for the side of the seat that proposes it, or orders its figures: what a side
// decides alone.
func (p Proposals) endsStep(of *Proposal, l *command.Line) bool {
	s := p.s.State()
	a, side := s.Find(of.By), s.Find(l.Who)
	return s.Stage != nil && a != nil && side != nil && side.IsSide() && (a == side || a.Side == side.Key) && l.Action == nil && p.s.game.IsOwnUpkeep(l)
}

// CleanText cleans what a player typed: one line of visible characters, at most most of them. Modifiers of other characters, such
// as skin colours, are removed, since a terminal cannot tell how wide those are.
func CleanText(text string, maximum int) string {
	text = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Variation_Selector, r) || r >= 0x1f3fb && r <= 0x1f3ff {
			return -1
		}
		return r
	}, command.Clean(strings.ToValidUTF8(text, "")))
	letters := []rune(text)
	return strings.TrimSpace(string(letters[:min(len(letters), maximum)]))
}

// Barred says why a proposal cannot happen now, for the game master; nil where it can.
func (p Proposals) Barred(of *Proposal) error {
	if of.Undo != 0 {
		if list := p.s.applied; len(list) == 0 || last(list).Seq != of.Undo {
			return refusal("Other entries follow it now. Undo it from the history.")
		}
		return nil
	}
	if of.Line == "" {
		return nil
	}
	l, err := p.s.game.Parse(of.Line)
	if err != nil {
		return err
	}
	inputs := rules.Known{Dice: &rules.Typed{}, Brief: true}
	if !l.Rolled() || p.s.game.IsOwnUpkeep(&l) || p.s.game.AtRest() {
		_, err = p.s.game.DecideOnce(&l, inputs)
	} else {
		a, d, wrong := p.s.game.Declaration(&l)
		if wrong != nil {
			return wrong
		}
		_, err = p.s.Rules().Declare(p.s.State(), a.Key, d, inputs)
	}
	var need *rules.Need
	if errors.As(err, &need) {
		return nil
	}
	return err
}

// Drop takes a proposal away: nothing has happened. A number that is proposed no more changes nothing.
func (p Proposals) Drop(id int64) error {
	if _, ok := p.find(id); !ok {
		return nil
	}
	return p.keep(p.without(func(old *Proposal) bool { return old.ID == id }))
}

// Decline says no to a proposal, and why: nothing has happened. It stays for its player to read, until that one drops it or
// proposes something else. A number that is proposed no more is ErrSettled.
func (p Proposals) Decline(id int64, why string) error {
	of, ok := p.find(id)
	if !ok || of.Declined {
		return ErrSettled
	}
	proposals := p.without(func(old *Proposal) bool { return old.ID == id })
	of.Declined, of.Why = true, CleanText(why, longestText)
	proposals.List = append(proposals.List, of)
	return p.keep(proposals)
}

// Says describes a proposal to the game master, to stand after the character's name.
func (p Proposals) Says(of *Proposal) string {
	text := ""
	switch _, rest, declares := strings.Cut(of.Line, ": "); {
	case of.Line != "" && !declares:
		text = of.Told
	case of.Line != "":
		text = p.openly(of, rest)
		for _, who := range p.with(of) {
			text += ", with " + p.s.game.NameOf(who)
		}
	case of.Undo != 0:
		e, err := p.s.Entry(of.Undo)
		if text = "undo " + e.Line; err != nil {
			text = "undo"
		}
	}
	if of.Text != "" {
		text += " “" + of.Text + "”"
	}
	return strings.TrimLeft(text, " ")
}

// openly returns what a line declares without what its player alone knows: cards of a hand, and the order of figures.
func (p Proposals) openly(of *Proposal, rest string) string {
	l, err := p.s.game.Parse(of.Line)
	switch {
	case err != nil:
		return rest
	case l.Action == nil && l.Verb != "" && p.endsStep(of, &l):
		return l.Verb
	}
	return p.s.game.HidingCards(&l, rest)
}

// hours returns the span and activity of a proposal that passes time, without its subject; empty for any other proposal.
func hours(of *Proposal) string {
	_, rest, _ := strings.Cut(of.Line, ": ")
	if !strings.HasPrefix(rest, passVerb+" ") {
		return ""
	}
	return rest
}

// passVerb is the verb of lines that let time go by.
const passVerb = "pass"

// with returns the other characters whose proposal spends the same time in the same way.
func (p Proposals) with(of *Proposal) (list []string) {
	if duration := hours(of); duration != "" {
		for _, other := range p.List() {
			if other.By != of.By && hours(&other) == duration {
				list = append(list, other.By)
			}
		}
	}
	return list
}

// passed drops what was proposed for hours that went by now.
func (p Proposals) passed(l *command.Line) {
	if l.Verb != passVerb {
		return
	}
	duration, _, _ := strings.Cut(passVerb+" "+strings.Join(l.Words, " "), " by ")
	for _, of := range p.List() {
		if hours(&of) == duration {
			p.drop(func(old *Proposal) bool { return old.ID == of.ID })
		}
	}
}

// LastDeed returns the number of this evening's last entry that stands and was done as the seat of the given character
// proposed it, or 0. What the game master does for the character, or to it, does not count: whether there is such an
// entry may be secret.
func (p Proposals) LastDeed(by string) int64 {
	scan := &p.s.seatDeeds
	scan.update(p.s.applied, p.s.evenings.now)
	for i := len(*scan) - 1; i >= 0; i-- {
		if k := (*scan)[i]; by != "" && k.by == by && k.Session == p.s.evenings.now {
			return k.Seq
		}
	}
	return 0
}

// seatDeeds lists the entries that stand with the seat that proposed each, so that each is read once.
type seatDeeds []seatDeed

// seatDeed is an entry with the key of the seat that proposed it, or "".
type seatDeed struct {
	*record
	by string
}

// update drops what no longer stands and reads what was added. Entries of other evenings than the given one are not read.
func (d *seatDeeds) update(stand []*record, evening int64) {
	n := min(len(*d), len(stand))
	for n > 0 && (*d)[n-1].record != stand[n-1] {
		n--
	}
	*d = (*d)[:n]
	for _, k := range stand[n:] {
		deed := seatDeed{record: k}
		if k.Session == evening {
			deed.by = k.payload().By
		}
		*d = append(*d, deed)
	}
}

// Auto reports whether what the player of a character proposes is taken by itself when the turn comes; all says what holds
// where nothing was said.
func (p Proposals) Auto(by string, all bool) bool {
	auto := &p.s.proposed.Auto
	if other, said := auto.Others[by]; said {
		return other
	}
	return auto.Of == autoAll || auto.Of == "" && all
}

// Checks reports whether players roll their own checks at rest, without waiting for the game master.
func (p Proposals) Checks() bool { return p.s.proposed.Auto.Checks }

// SetAuto says whose proposals are taken by themselves: all, nobody, or the key of a character, which turns that one; AutoChecks turns
// Checks.
func (p Proposals) SetAuto(who string, all bool) error {
	proposals := p.s.proposed
	proposals.List = slices.Clone(proposals.List)
	switch who {
	case autoAll, autoNobody:
		proposals.Auto = Autos{Of: who, Checks: proposals.Auto.Checks}
	case AutoChecks:
		proposals.Auto.Checks = !proposals.Auto.Checks
	default:
		proposals.Auto.Others = maps.Clone(proposals.Auto.Others)
		if proposals.Auto.Others == nil {
			proposals.Auto.Others = map[string]bool{}
		}
		proposals.Auto.Others[who] = !p.Auto(who, all)
	}
	return p.keep(proposals)
}

// Due returns the proposal to be taken automatically now: that of a character whose turn has come, or that needs no turn, and who is
// allowed to; at rest a check that players may roll; and what a side decides alone. ok is false if there is none, and while a question is
// open.
func (p Proposals) Due(all bool) (of Proposal, ok bool) {
	if p.s.OpenQuestion() != nil {
		return of, false
	}
	for _, of := range p.List() {
		a := p.s.State().Find(of.By)
		if of.Line != "" && a != nil && a.Played() && p.ripe(&of, a, all) && p.Barred(&of) == nil {
			return of, true
		}
	}
	return of, false
}

// ripe reports whether a proposal may happen now without the game master.
func (p Proposals) ripe(of *Proposal, a *rules.Actor, all bool) bool {
	l, err := p.s.game.Parse(of.Line)
	switch {
	case err != nil:
		return false
	case p.endsStep(of, &l), p.Checks() && p.s.game.AtRest() && l.Verb == "check":
		return true
	}
	return p.Auto(of.By, all) && (a.Open || p.s.Rules().MayAct(p.s.State(), a) || l.Action != nil && l.Action.AnyTime)
}

// done drops what a seat proposed once an entry did it, or its character did something else; what lies beside others is dropped only
// where it was done. A secret roll for the character drops nothing: that would tell of it.
func (p Proposals) done(by string, l *command.Line, e *Entry) {
	secret := slices.ContainsFunc(e.Outcomes, func(o rules.Outcome) bool { return o.Secret })
	byHand := by == "" && (l.Rolled() || p.s.game.IsOwnUpkeep(l)) && !secret
	if byHand {
		by = e.Who
	}
	if by != "" {
		p.drop(func(of *Proposal) bool {
			return of.By == by && !(byHand && of.Line == "") && (!of.Beside || of.Line == l.Text)
		})
	}
	p.passed(l)
	if slices.ContainsFunc(e.Events, func(e rules.Event) bool { return e.Kind == rules.EventLeave }) {
		p.declineGone()
	}
	for _, ev := range e.Events {
		if ev.Kind == rules.EventAbsent && ev.How != "" {
			p.declineAway(ev.Who)
		}
	}
}

// declineAway declines what the player of a character proposed who is away from now on: nothing of it happens once the player is back.
func (p Proposals) declineAway(who string) {
	for _, of := range p.Of(who) {
		if of.Declined {
			continue
		}
		if err := p.Decline(of.ID, "You were away."); err != nil {
			p.s.notice("the proposals couldn't be saved", err)
		}
	}
}

// declineGone declines what players proposed about combatants who are no longer here.
func (p Proposals) declineGone() {
	for _, of := range p.List() {
		if of.Line == "" || of.Declined || p.reads(&of) == nil {
			continue
		}
		if err := p.Decline(of.ID, "The target has left."); err != nil {
			p.s.notice("the proposals couldn't be saved", err)
		}
	}
}

// drop drops proposals that were done.
func (p Proposals) drop(done func(*Proposal) bool) {
	rest := p.without(done)
	if len(rest.List) == len(p.s.proposed.List) {
		return
	}
	if err := p.keep(rest); err != nil {
		p.s.notice("the proposals couldn't be saved", err)
	}
}

// find returns the proposal id; ok is false if it is no longer pending.
func (p Proposals) find(id int64) (Proposal, bool) {
	i := slices.IndexFunc(p.s.proposed.List, func(old Proposal) bool { return old.ID == id })
	if i < 0 {
		return Proposal{}, false
	}
	return p.s.proposed.List[i], true
}

// without returns the proposals without some.
func (p Proposals) without(dropped func(*Proposal) bool) proposed {
	proposals := p.s.proposed
	proposals.List = collect.Filter(proposals.List, func(old Proposal) bool { return !dropped(&old) })
	return proposals
}

// keep writes down what is proposed; only then is it.
func (p Proposals) keep(proposals proposed) error {
	if err := p.s.keepSetting(settingProposals, proposals); err != nil {
		return err
	}
	p.s.proposed = proposals
	p.s.tellChange()
	return nil
}
