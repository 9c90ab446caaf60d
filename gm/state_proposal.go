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

// Proposals of players, kept until the game master accepts or declines them. A proposal is accepted by calling Session.Do with the seat's
// name. A seat is a character's place for a player with a device. The game is at rest while no encounter runs; time then passes in spans,
// such as hours of sleep, by lines with the verb `pass`. An evening is a session of play.

// Proposal is an action that a player proposes for a character, until the game master takes or drops it. It isn't an entry and isn't
// undone. A seat has one proposal for its turn, which the next one replaces; at rest it may have several.
type Proposal struct {
	ID     int64 `json:"id"`               // number, unique in the session
	Number int64 `json:"number,omitempty"` // number, unique among the seat's current proposals, so that it reveals nothing about others
	Beside bool  `json:"beside,omitempty"` // whether it is added to the seat's earlier proposals instead of replacing them

	By   string    `json:"by"`             // key of the character
	At   time.Time `json:"at"`             // time when it was made
	Line string    `json:"line,omitempty"` // command line that declares the action; empty if the proposal is free text only
	Text string    `json:"text,omitempty"` // words of the player to the game master, which no code reads
	Undo int64     `json:"undo,omitempty"` // entry that the player wants undone, instead of a line; 0 for none
	Told string    `json:"told,omitempty"` // description in words that the player knows

	Declined bool   `json:"declined,omitempty"` // whether the game master declined it; it stays for the player to read
	Why      string `json:"why,omitempty"`      // the game master's reason for declining
}

// AutoAccept configures whose proposals are taken automatically when the turn comes.
type AutoAccept struct {
	Default    string          `json:"of,omitempty"`     // default: nobody or all; empty if it was never set
	Exceptions map[string]bool `json:"others,omitempty"` // exceptions from the default, by key of the character
	Checks     bool            `json:"checks,omitempty"` // whether players roll their own checks at rest
}

// The words that choose whose proposals are taken automatically.
const (
	autoNobody = "nobody" // none, unless a character is an exception
	autoAll    = "all"    // every one, unless a character is an exception
	AutoChecks = "checks" // changes AutoAccept.Checks instead
)

// proposalList holds the open proposals, the oldest first, and the last number given to one.
type proposalList struct {
	Last int64      `json:"last"`           // number of the newest proposal
	List []Proposal `json:"list,omitempty"` // proposals, the oldest first
	Auto AutoAccept `json:"auto"`           // proposals that are taken automatically
}

// settingProposals is the key of the setting with the proposals.
const settingProposals = "proposals"

// Proposals gives access to the proposals of the players of a session.
type Proposals struct{ s *Session }

// Proposals returns the players' proposals.
func (s *Session) Proposals() Proposals { return Proposals{s} }

// List returns the open proposals, the oldest first, without declined ones.
func (p Proposals) List() []Proposal {
	return slices.DeleteFunc(slices.Clone(p.s.proposals.List), func(proposal Proposal) bool { return proposal.Declined })
}

// ProposalsBy returns the proposals of a character's player, the oldest first, each until it is done or dropped.
func (p Proposals) ProposalsBy(by string) []Proposal {
	return collect.Filter(p.s.proposals.List, func(old Proposal) bool { return old.By == by })
}

// Limits of proposals.
const (
	maxProposalText = 200 // characters of the words of a proposal
	maxProposals    = 5   // proposals of one seat; one more drops the oldest
)

// Propose adds a proposal, and returns it with its number. It replaces the seat's earlier proposals unless Beside is set. The line must
// declare something for the character of the seat and set no results. Whether it is possible is checked only when it is taken, so that
// proposing reveals nothing to a player.
func (p Proposals) Propose(proposal Proposal) (Proposal, error) {
	proposal.Text = CleanText(proposal.Text, maxProposalText)
	switch {
	case proposal.Line != "":
		if err := p.checkLine(&proposal); err != nil {
			return Proposal{}, err
		}
	case proposal.Text == "" && proposal.Undo == 0:
		return Proposal{}, refusal("Enter a proposal.")
	}
	before := p.ProposalsBy(proposal.By)
	proposals := p.withoutMatching(func(old *Proposal) bool { return proposal.replaces(old, before) })
	proposals.Last++
	proposal.ID, proposal.Number, proposal.At, proposal.Declined, proposal.Why = proposals.Last, 1, p.s.now(), false, ""
	for _, old := range before {
		proposal.Number = max(proposal.Number, old.Number+1)
	}
	proposals.List = append(proposals.List, proposal)
	return proposal, p.storeProposals(proposals)
}

// replaces reports whether a new proposal replaces old, an earlier one. It replaces all earlier proposals of its seat or, if Beside is set,
// only equal and declined ones and, if there are too many, the oldest. before lists the seat's earlier proposals, the oldest first.
func (proposal *Proposal) replaces(old *Proposal, before []Proposal) bool {
	switch {
	case old.By != proposal.By:
		return false
	case !proposal.Beside, old.Declined, len(before) == maxProposals && old.ID == before[0].ID:
		return true
	case old.Line != proposal.Line || old.Undo != proposal.Undo:
		return false
	}
	return proposal.Line != "" || proposal.Undo != 0 || old.Text == proposal.Text
}

// checkLine refuses a line that isn't an action of the seat's own.
func (p Proposals) checkLine(proposal *Proposal) error {
	l, err := p.s.game.Parse(proposal.Line)
	if err != nil {
		return err
	}
	proposal.Line = l.Text
	verb := p.s.game.VerbOf(&l)
	isUpkeep := p.s.game.IsOwnUpkeep(&l) && (l.Who == proposal.By || p.endsStep(proposal, &l))
	isReturn := verb.ForAbsentPlayers && slices.Equal(l.Words, []string{proposal.By}) // the player was away and returns
	if isUpkeep || isReturn {
		return nil
	}
	if !l.IsPlayerAction() {
		return refusal("Players can't propose “%s”.", proposal.Line)
	}
	a, d, err := p.s.game.Declaration(&l)
	if err != nil {
		return err
	}
	// Only the game master sets results, a margin to roll against, or secrecy.
	if a.Key != proposal.By || len(d.Given) > 0 || d.Against != nil || d.Secret {
		return refusal("Players can't propose “%s”.", proposal.Line)
	}
	return nil
}

// endsStep reports whether l, proposed by a seat, ends a step of a stage (a part of a round) for the seat's side, or sets the order in
// which the side's figures (its combatants) act. Only the side itself may do either.
func (p Proposals) endsStep(proposal *Proposal, l *command.Line) bool {
	s := p.s.State()
	a, side := s.Find(proposal.By), s.Find(l.Who)
	if s.Stage == nil || a == nil || side == nil || !side.IsSide() {
		return false
	}
	isOwnSide := a == side || a.Side == side.Key
	return isOwnSide && l.Action == nil && p.s.game.IsOwnUpkeep(l)
}

// CleanText returns text as one line of visible characters, at most maximum of them. It removes modifiers of other characters, such as
// skin colours, since a terminal can't tell how wide those are.
func CleanText(text string, maximum int) string {
	text = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Variation_Selector, r) || r >= 0x1f3fb && r <= 0x1f3ff {
			return -1
		}
		return r
	}, command.CleanLine(strings.ToValidUTF8(text, "")))
	letters := []rune(text)
	return strings.TrimSpace(string(letters[:min(len(letters), maximum)]))
}

// CheckPossible returns an error, for the game master, if a proposal can't be carried out now.
func (p Proposals) CheckPossible(proposal *Proposal) error {
	if proposal.Undo != 0 {
		if list := p.s.inForce; len(list) == 0 || lastRecord(list).Seq != proposal.Undo {
			return refusal("Other entries follow it now. Undo it from the history.")
		}
		return nil
	}
	if proposal.Line == "" {
		return nil
	}
	l, err := p.s.game.Parse(proposal.Line)
	if err != nil {
		return err
	}
	inputs := rules.DecisionInput{Dice: &rules.TypedDice{}, Brief: true}
	if !l.IsDeclaration() || p.s.game.IsOwnUpkeep(&l) || p.s.game.AtRest() {
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

// Drop removes a proposal without carrying it out. An unknown number changes nothing.
func (p Proposals) Drop(id int64) error {
	if _, ok := p.findProposal(id); !ok {
		return nil
	}
	return p.storeProposals(p.withoutMatching(func(old *Proposal) bool { return old.ID == id }))
}

// Decline declines a proposal with a reason. It stays for its player to read, until the player drops it or proposes something else. It
// returns ErrSettled if the proposal is no longer open.
func (p Proposals) Decline(id int64, why string) error {
	proposal, ok := p.findProposal(id)
	if !ok || proposal.Declined {
		return ErrSettled
	}
	proposals := p.withoutMatching(func(old *Proposal) bool { return old.ID == id })
	proposal.Declined, proposal.Why = true, CleanText(why, maxProposalText)
	proposals.List = append(proposals.List, proposal)
	return p.storeProposals(proposals)
}

// Describe describes a proposal to the game master, as text that follows the character's name.
func (p Proposals) Describe(proposal *Proposal) string {
	text := ""
	switch _, rest, declares := strings.Cut(proposal.Line, ": "); {
	case proposal.Line != "" && !declares: // no line of the form "kira: …"
		text = proposal.Told
	case proposal.Line != "":
		text = p.withoutPrivateParts(proposal, rest)
		for _, who := range p.charactersSharingHours(proposal) {
			text += ", with " + p.s.game.NameOf(who)
		}
	case proposal.Undo != 0:
		e, err := p.s.Entry(proposal.Undo)
		if text = "undo " + e.Line; err != nil {
			text = "undo"
		}
	}
	if proposal.Text != "" {
		text += " “" + proposal.Text + "”"
	}
	return strings.TrimLeft(text, " ")
}

// withoutPrivateParts returns rest, the declaration of a proposal, without parts that only its player knows: cards of a hand, and the order
// of figures.
func (p Proposals) withoutPrivateParts(proposal *Proposal, rest string) string {
	l, err := p.s.game.Parse(proposal.Line)
	switch {
	case err != nil:
		return rest
	case l.Action == nil && l.Verb != "" && p.endsStep(proposal, &l):
		return l.Verb
	}
	return p.s.game.HideCards(&l, rest)
}

// spanAndActivity returns the span and activity of a proposal that passes time, without its subject; empty for any other proposal.
func spanAndActivity(proposal *Proposal) string {
	_, rest, _ := strings.Cut(proposal.Line, ": ")
	if !strings.HasPrefix(rest, passVerb+" ") {
		return ""
	}
	return rest
}

// passVerb is the verb of lines that let time pass.
const passVerb = "pass"

// charactersSharingHours returns the other characters whose proposal spends the same time in the same way.
func (p Proposals) charactersSharingHours(proposal *Proposal) (list []string) {
	if duration := spanAndActivity(proposal); duration != "" {
		for _, other := range p.List() {
			if other.By != proposal.By && spanAndActivity(&other) == duration {
				list = append(list, other.By)
			}
		}
	}
	return list
}

// dropPassedHours drops the proposals that asked for the span of time which the line l lets pass.
func (p Proposals) dropPassedHours(l *command.Line) {
	if l.Verb != passVerb {
		return
	}
	duration, _, _ := strings.Cut(passVerb+" "+strings.Join(l.Words, " "), " by ")
	for _, other := range p.List() {
		if spanAndActivity(&other) == duration {
			p.dropMatching(func(old *Proposal) bool { return old.ID == other.ID })
		}
	}
}

// LastDeedSeq returns the number of this evening's last entry in force that the seat of the given character proposed, or 0. Entries of the
// game master's own for the character, or against it, don't count, since they may be secret.
func (p Proposals) LastDeedSeq(by string) int64 {
	scan := &p.s.seatDeeds
	scan.updateEntries(p.s.inForce, p.s.evenings.current)
	for i := len(*scan) - 1; i >= 0; i-- {
		if k := (*scan)[i]; by != "" && k.by == by && k.Session == p.s.evenings.current {
			return k.Seq
		}
	}
	return 0
}

// seatDeeds lists the entries in force with the seat that proposed each, so that each is read once.
type seatDeeds []seatDeed

// seatDeed is an entry with the key of the seat that proposed it.
type seatDeed struct {
	*record
	by string // key of the seat that proposed the entry; "" for none, and for entries of other evenings
}

// updateEntries drops entries no longer in force and reads new ones. Entries of evenings other than the given one aren't read.
func (d *seatDeeds) updateEntries(inForce []*record, evening int64) {
	n := min(len(*d), len(inForce))
	for n > 0 && (*d)[n-1].record != inForce[n-1] {
		n--
	}
	*d = (*d)[:n]
	for _, k := range inForce[n:] {
		deed := seatDeed{record: k}
		if k.Session == evening {
			deed.by = k.payload().By
		}
		*d = append(*d, deed)
	}
}

// IsAutomatic reports whether proposals for a character are taken automatically when its turn comes. all is the default if none was ever
// set.
func (p Proposals) IsAutomatic(by string, all bool) bool {
	auto := &p.s.proposals.Auto
	if automatic, isException := auto.Exceptions[by]; isException {
		return automatic
	}
	return auto.Default == autoAll || auto.Default == "" && all
}

// PlayersRollChecks reports whether players roll their own checks at rest, without waiting for the game master.
func (p Proposals) PlayersRollChecks() bool { return p.s.proposals.Auto.Checks }

// SetAuto sets whose proposals are accepted automatically. If who is all or nobody, that becomes the default; the key of a character
// toggles an exception for it; AutoChecks toggles Checks. all is the default if none was ever set.
func (p Proposals) SetAuto(who string, all bool) error {
	proposals := p.s.proposals
	proposals.List = slices.Clone(proposals.List)
	switch who {
	case autoAll, autoNobody:
		proposals.Auto = AutoAccept{Default: who, Checks: proposals.Auto.Checks}
	case AutoChecks:
		proposals.Auto.Checks = !proposals.Auto.Checks
	default:
		proposals.Auto.Exceptions = maps.Clone(proposals.Auto.Exceptions)
		if proposals.Auto.Exceptions == nil {
			proposals.Auto.Exceptions = map[string]bool{}
		}
		proposals.Auto.Exceptions[who] = !p.IsAutomatic(who, all)
	}
	return p.storeProposals(proposals)
}

// NextAutomatic returns the proposal to be taken automatically now: one of a character whose turn has come, or for an action that needs no
// turn, if Auto allows it; a check at rest that players roll themselves; or a decision that only its side can make. all is the default of
// Auto if none was ever set. ok is false if there is no such proposal, and while a question is open.
func (p Proposals) NextAutomatic(all bool) (proposal Proposal, ok bool) {
	if p.s.OpenQuestion() != nil {
		return proposal, false
	}
	for _, candidate := range p.List() {
		a := p.s.State().Find(candidate.By)
		if candidate.Line != "" && a != nil && a.IsPlayed() && p.canHappenNow(&candidate, a, all) && p.CheckPossible(&candidate) == nil {
			return candidate, true
		}
	}
	return proposal, false
}

// canHappenNow reports whether a proposal of actor a can be carried out now without the game master. all is as in NextAutomatic.
func (p Proposals) canHappenNow(proposal *Proposal, a *rules.Actor, all bool) bool {
	l, err := p.s.game.Parse(proposal.Line)
	switch {
	case err != nil:
		return false
	case p.endsStep(proposal, &l), p.PlayersRollChecks() && p.s.game.AtRest() && l.Verb == "check":
		return true
	}
	return p.IsAutomatic(proposal.By, all) && (a.Open || p.s.Rules().CanActNow(p.s.State(), a) || l.Action != nil && l.Action.AnyTime)
}

// dropFulfilled drops the proposals of a seat after an entry that carried out one of them, or in which the seat's character did something
// else. A proposal with Beside set is dropped only if it was carried out. A secret roll for the character drops nothing, since that would
// reveal the roll.
func (p Proposals) dropFulfilled(by string, l *command.Line, e *Entry) {
	secret := slices.ContainsFunc(e.Outcomes, func(o rules.Outcome) bool { return o.Secret })
	// The game master typed the line, for a character of their own choice.
	isManual := by == "" && (l.IsDeclaration() || p.s.game.IsOwnUpkeep(l)) && !secret
	if isManual {
		by = e.Who
	}
	if by != "" {
		p.dropMatching(func(other *Proposal) bool {
			return other.By == by && !(isManual && other.Line == "") && (!other.Beside || other.Line == l.Text)
		})
	}
	p.dropPassedHours(l)
	if slices.ContainsFunc(e.Events, func(e rules.Event) bool { return e.Kind == rules.EventLeave }) {
		p.declineImpossible()
	}
	for _, ev := range e.Events {
		if ev.Kind == rules.EventAbsent && ev.How != "" {
			p.declineForAbsent(ev.Who)
		}
	}
}

// declineForAbsent declines the proposals for a character whose player leaves, so that none is carried out when the player returns.
func (p Proposals) declineForAbsent(who string) {
	for _, proposal := range p.ProposalsBy(who) {
		if proposal.Declined {
			continue
		}
		if err := p.Decline(proposal.ID, "You were away."); err != nil {
			p.s.addNotice("the proposals couldn't be saved", err)
		}
	}
}

// declineImpossible declines proposals about combatants who are no longer present.
func (p Proposals) declineImpossible() {
	for _, proposal := range p.List() {
		if proposal.Line == "" || proposal.Declined || p.checkLine(&proposal) == nil {
			continue
		}
		if err := p.Decline(proposal.ID, "The target has left."); err != nil {
			p.s.addNotice("the proposals couldn't be saved", err)
		}
	}
}

// dropMatching removes the proposals for which done returns true.
func (p Proposals) dropMatching(done func(*Proposal) bool) {
	rest := p.withoutMatching(done)
	if len(rest.List) == len(p.s.proposals.List) {
		return
	}
	if err := p.storeProposals(rest); err != nil {
		p.s.addNotice("the proposals couldn't be saved", err)
	}
}

// findProposal returns the proposal with the given ID; ok is false if there is none any longer.
func (p Proposals) findProposal(id int64) (Proposal, bool) {
	i := slices.IndexFunc(p.s.proposals.List, func(old Proposal) bool { return old.ID == id })
	if i < 0 {
		return Proposal{}, false
	}
	return p.s.proposals.List[i], true
}

// withoutMatching returns the proposals without those for which dropped returns true.
func (p Proposals) withoutMatching(dropped func(*Proposal) bool) proposalList {
	proposals := p.s.proposals
	proposals.List = collect.Filter(proposals.List, func(old Proposal) bool { return !dropped(&old) })
	return proposals
}

// storeProposals stores the proposals in the journal, then in the session.
func (p Proposals) storeProposals(proposals proposalList) error {
	if err := p.s.keepSetting(settingProposals, proposals); err != nil {
		return err
	}
	p.s.proposals = proposals
	p.s.notifyListeners()
	return nil
}
