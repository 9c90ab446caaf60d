package seats

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"hybrid/gm"
	"hybrid/gm/players"
	"hybrid/rules/collect"
)

// The part of a player's page with which the player acts: deeds, checks, talk, experience. It turns a tap into a proposal to the game
// master. To weigh a deed is to compute its outlook: chance, harm, time and costs. Whatever needs the session runs in the loop, the
// goroutine that the session belongs to (loop.go).
//
// Package players defines what can be offered: a Deed, a Try (a deed done to one person), a Raise (a rank or value that experience buys), a
// Way (a place or person to go to), and the Means of a deed (a target or tool). A Want is what the player has chosen of these so far, and
// its Weight is the outlook of that.

// firstDeeds is the number of deeds without a target that are weighed and listed above the fold.
const firstDeeds = 4

// firstTries is the number of deeds against one person that are listed above the fold.
const firstTries = 5

// firstRaises is the number of affordable ranks that are listed above the fold. It is small because the ways to spend hours
// are listed below them.
const firstRaises = 4

// offerView is the data of the list of proposals.
type offerView struct {
	*players.OfferedDeeds
	First   []weighedDeed   // deeds above the fold
	More    []players.Deed  // deeds below the fold
	Refused []players.Deed  // deeds that aren't possible now
	Raised  []players.Raise // cheapest affordable raises of learnt skills
	Dearer  []players.Raise // other affordable raises of learnt skills
	Learnt  []players.Raise // affordable first ranks of new skills
	Later   []players.Raise // raises that are too expensive now
	People  *view           // everyone present; nil if no one is
	As      string          // key of the seat
	Counted bool            // whether the game uses counts
	Types   bool            // whether the player rolls real dice and types the results
	Thrown  int             // number of dice rolled ahead in this session of play; how many of them were used is hidden from the player
}

// weighedDeed is a deed with its outlook when it is done with the usual target and tool.
type weighedDeed struct {
	players.Deed
	WhomID    string         // ID of the likeliest target; empty if the deed needs none
	WhomLabel string         // name of that target as the character knows it
	Weight    players.Weight // its outlook
	Counted   bool           // whether the game uses counts
	Less      string         // influences that the chance leaves out because the player doesn't know them, as text
}

// Facts returns the line below the label: the reason for the offer, its time, the influences that its chance omits, and its costs.
func (w *weighedDeed) Facts() string {
	facts := deedFacts(w.Weight.Counts, w.Less, w.Weight.Costs)
	if w.Weight.Counts == 0 && w.Counted {
		facts = joinFacts("takes no time", facts)
	}
	return joinFacts(w.Because, facts)
}

// deedFacts returns the counts that a deed takes, the influences that its chance omits, and its costs, in one line. Zero and empty values
// are omitted.
func deedFacts(counts float64, less, costs string) string {
	time := ""
	if counts > 0 {
		time = formatNumber(counts) + " counts"
	}
	if costs != "" {
		costs = "costs " + costs
	}
	return joinFacts(time, less, costs)
}

// wantView is the data of the form in which a deed is composed.
type wantView struct {
	players.Weight
	Want      players.Want // the player's choices so far
	Whom      string       // ID of the chosen or default target
	WhomLabel string       // name of that target as the character knows it
	With      string       // name of the chosen or default tool
	Tools     []toolView   // tools to choose from
	Refusal   string       // reason why it can't be proposed as it is; empty if it can
	First     []optionView // options of the deed
	More      []optionView // other options
	Face      *face        // face of the target; nil if there is none
	Rolls     bool         // whether the player rolls it without waiting for the game master
	At        *float64     // count of the turn in which a planned deed begins; nil if it isn't a plan
	Lands     *float64     // count at which it takes effect; nil if unknown, and in rounds
}

// toolView is a tool that a deed can be done with.
type toolView struct {
	players.Means
	Roll   *players.Roll // chance with it; nil if nothing is rolled
	Counts float64       // counts that the deed takes with it
}

// personView is the data of the dialog of one person.
type personView struct {
	*players.Person
	Face  face         // picture, name and state of the person
	Says  string       // known facts about the person, in sentences
	Way   *players.Way // way to the person; nil if there is none
	First []tryView    // deeds above the fold
	More  []tryView    // deeds below the fold, including those that aren't possible now
}

// waysView is the data of the choice of a destination.
type waysView struct {
	*players.Ways
	Want players.Want // the player's choices so far
}

// Way returns the chosen way, or nil if there is none.
func (v waysView) Way() *players.Way {
	if i := slices.IndexFunc(v.List, func(w players.Way) bool { return w.Name == v.Chosen }); i >= 0 {
		return &v.List[i]
	}
	return nil
}

// Refused returns the reason why no way is chosen.
func (waysView) Refused() string { return players.NotSeen }

// tryView is a deed against the person of a dialog.
type tryView struct {
	players.Try
	ID   string // person's ID
	Line string // harm, time and price, with the influences that the chance omits
}

// Heading returns the heading of the form: the deed being composed.
func (v *wantView) Heading() string {
	if v.Says != "" {
		return v.Says
	}
	return v.Deed.Label
}

// Whose returns the possessive of the target, or "" if there is none.
func (v *wantView) Whose() string {
	if v.Face == nil {
		return ""
	}
	return v.Face.Appearance.Whose
}

// How returns the ticked options as text.
func (v *wantView) How() string {
	var list []string
	for _, o := range slices.Concat(v.First, v.More) {
		if o.Ticked {
			list = append(list, players.MidSentence(o.Label))
		}
	}
	if v.Want.Points > 0 {
		list = append(list, "in less time")
	}
	if len(list) == 0 {
		return "plainly"
	}
	return strings.Join(list, ", ")
}

// When describes the time at which the deed takes effect.
func (v *wantView) When() string {
	text := formatNumber(v.Counts) + " counts"
	if v.Plan {
		text += " after your turn"
	}
	if v.Lands == nil {
		return "It takes " + text + "."
	}
	return "Lands at " + formatNumber(v.Lands) + ", " + text + "."
}

// servePerson shows one of the people present, with all deeds that can be done to that person, weighed at once.
func (s *Server) servePerson(w http.ResponseWriter, r *http.Request) {
	id := r.FormValue("id")
	s.serveFromLoop(w, r, func(log *players.Log, key string) (string, any) {
		p := log.Person(s.session.State(), id)
		if p == nil {
			return "gone", nil
		}
		v := personView{Person: p, Face: faceOfOther(&p.OtherActor, key)}
		v.Face.Big, v.Face.Word = true, p.Health
		v.Says = knownFactsText(&p.OtherActor)
		if ways := log.Ways(s.session.State(), players.Want{Whom: id}); ways != nil {
			v.Way = waysView{Ways: ways}.Way()
		}
		for _, t := range p.Deeds {
			deed := tryView{Try: t, ID: id}
			if deed.Line = joinFacts(t.Harm, deedFacts(t.Counts, omittedText(t.Roll, p.Whose), t.Costs)); deed.Line == "" && t.Roll == nil {
				deed.Line = collect.Choose(t.Throws, "you roll for it", "no roll")
			}
			if len(v.First) < firstTries && !t.Unlike && t.Refused == "" { // Unlike: not usual against such a person
				v.First = append(v.First, deed)
			} else {
				v.More = append(v.More, deed)
			}
		}
		return "person", v
	})
}

// serveCard shows a card of the seat's own, with the deeds it can be played for.
func (s *Server) serveCard(w http.ResponseWriter, r *http.Request) {
	name := r.FormValue("card")
	s.serveFromLoop(w, r, func(log *players.Log, _ string) (string, any) {
		if card := players.FindOwnCard(log, s.session.State(), name); card != nil {
			return "card", card
		}
		return "no-card", nil
	})
}

// knownFactsText returns the known facts about another actor, except its wounds, in sentences.
func knownFactsText(o *players.OtherActor) string {
	sentence := func(text string) string { return capitalise(text) + "." }
	return strings.Join(collect.Map(otherParts(o, nil, "in hand: %s", "wears %s"), sentence), " ")
}

// serveSheet answers with the whole sheet of a seat, which a page loads when the player opens it.
func (s *Server) serveSheet(w http.ResponseWriter, r *http.Request) {
	if now, from := s.currentSeatPage(w, r); now != nil {
		writePage(w, http.StatusOK, assets().pages, "sheet", from.Mine)
	}
}

// serveSkills answers with the checks that a seat may make, and their chances.
func (s *Server) serveSkills(w http.ResponseWriter, r *http.Request) {
	if now, from := s.currentSeatPage(w, r); now != nil {
		writePage(w, http.StatusOK, assets().pages, "skills", from)
	}
}

// serveAnswerOptions answers with the options of an answer to the seat's question. A page loads them when the player opens them.
func (s *Server) serveAnswerOptions(w http.ResponseWriter, r *http.Request) {
	now, from := s.currentSeatPage(w, r)
	if now == nil {
		return
	}
	if from.Question != nil {
		for _, c := range from.Question.Choices {
			if c.Name == r.FormValue("choice") && len(c.Options) > 0 {
				writePage(w, http.StatusOK, assets().pages, "options", c)
				return
			}
		}
	}
	writeError(w, http.StatusNotFound, refusedText)
}

// currentSeatPage returns the page of the seat of a request, and the data it is drawn from. If there is none, it answers with an error, and
// the page is nil.
func (s *Server) currentSeatPage(w http.ResponseWriter, r *http.Request) (now *page, from *view) {
	seat, ok := seatOrRefuse(s, w, r)
	if !ok {
		return nil, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if room := s.rooms[seat.Key]; room != nil && room.latest != nil && room.latest.data != nil {
		return room.latest, room.latest.data
	}
	writeError(w, http.StatusServiceUnavailable, busyText)
	return nil, nil
}

// optionView is an option with the player's choice for it.
type optionView struct {
	players.Option
	Row    string // chosen row, if it offers rows
	Number string // chosen number as typed, if it takes one
}

// serveOffers lists the deeds that can be done now, the likeliest first.
func (s *Server) serveOffers(w http.ResponseWriter, r *http.Request) {
	s.serveFromLoop(w, r, func(log *players.Log, key string) (string, any) {
		state := s.session.State()
		v := offerView{OfferedDeeds: log.ListOffers(state), Types: s.session.TypesDice(key)}
		v.Thrown, _ = gm.CountDiceAhead(s.session, key)
		switch {
		case players.IsAway(state, key):
			return "away", nil
		case v.OfferedDeeds == nil:
			return "nothing", nil
		}
		v.Counted, v.As = log.UsesCounts(), key
		if seen := log.SeatView(state); seen != nil && len(seen.Others) > 0 {
			v.People = newView(seen)
		}
		for _, d := range v.Deeds {
			switch {
			case d.Refused != "":
				v.Refused = append(v.Refused, d)
			case len(v.First) == firstDeeds, v.AtRest, d.Needs: // those are listed at their targets
				v.More = append(v.More, d)
			default:
				weighed := weighDefault(d, func(want players.Want) players.Weight { return log.Weigh(state, want) })
				weighed.Counted, weighed.Less = v.Counted, omittedText(weighed.Weight.Roll, "")
				v.First = append(v.First, weighed)
			}
		}
		for _, r := range v.Raises {
			switch {
			case r.Short > 0:
				v.Later = append(v.Later, r)
			case r.New:
				v.Learnt = append(v.Learnt, r)
			case len(v.Raised) == firstRaises:
				v.Dearer = append(v.Dearer, r)
			default:
				v.Raised = append(v.Raised, r)
			}
		}
		return "offer", v
	})
}

// serveWeighing shows the outlook of a deed while the player composes it.
func (s *Server) serveWeighing(w http.ResponseWriter, r *http.Request) {
	var want players.Want
	if !readJSON(w, r, &want) {
		return
	}
	s.serveFromLoop(w, r, func(log *players.Log, key string) (string, any) {
		state := s.session.State()
		if want.Other == players.Moving {
			if ways := log.Ways(state, want); ways != nil {
				return "ways", waysView{ways, want}
			}
			return "gone", nil
		}
		v := wantView{Weight: log.Weigh(state, want)}
		if usual := withDefaults(v.Weight.Deed, want); usual.Whom != want.Whom || usual.Number != want.Number {
			want, v.Weight = usual, log.Weigh(state, usual)
		}
		v.Want = want
		if v.Refusal = v.Weight.Refused; v.Refusal != "" {
			v.Weight = weighBare(want, func(want players.Want) players.Weight { return log.Weigh(state, want) })
		}
		v.Rolls = want.Check != "" && log.AtRest(state) && s.session.Proposals().PlayersRollChecks()
		v.applyChoices()
		v.addTargetFacts(log, s.session, key)
		return "want", &v
	})
}

// weighBare returns the outlook of a refused deed, so that it can still be shown: without its options, points and tool or, if it is refused
// even then, also with its first target in place of the chosen one.
func weighBare(want players.Want, weigh func(players.Want) players.Weight) players.Weight {
	want.Ticks, want.Points, want.With = nil, 0, ""
	weight := weigh(want)
	if weight.Refused == "" {
		return weight
	}
	want.Whom = ""
	if len(weight.Deed.Whom) > 0 {
		want.Whom = weight.Deed.Whom[0].Name
	}
	return weigh(want)
}

// serveFromLoop answers with a template executed with data. render, called within the loop for the seat, returns the template's name and
// the data.
func (s *Server) serveFromLoop(w http.ResponseWriter, r *http.Request, render func(log *players.Log, key string) (string, any)) {
	seat, ok := seatOrRefuse(s, w, r)
	if !ok {
		return
	}
	s.mu.Lock()
	ok = s.weighings.allowRequest(seat.Hash, s.options.Clock())
	s.mu.Unlock()
	if !ok {
		w.Header().Set("Retry-After", "1")
		writeError(w, http.StatusTooManyRequests, weighText)
		return
	}
	if !s.beginErrand(errand{device: seat.Hash, readsOnly: true}) {
		writeError(w, http.StatusTooManyRequests, busyText)
		return
	}
	type drawing struct {
		name  string // template that is executed
		value any    // data of the template
		err   error  // error before the template was chosen; nil if none
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.loopTimeout)
	defer cancel()
	d, late := runInLoop(ctx, s.loop, func() (d drawing) {
		defer s.endErrand(errand{device: seat.Hash, readsOnly: true})
		log, err := s.telling.Log(seat.Key)
		if err != nil {
			return drawing{err: err}
		}
		d.name, d.value = render(log, seat.Key)
		return d
	})
	switch {
	case late != nil:
		writeError(w, http.StatusServiceUnavailable, busyText)
	case d.err != nil:
		writeError(w, http.StatusInternalServerError, refusedText)
	default:
		writePage(w, http.StatusOK, assets().pages, d.name, d.value)
	}
}

// weighDefault returns a deed with the default choices: the likeliest target, and the item in hand.
func weighDefault(d players.Deed, weigh func(players.Want) players.Weight) weighedDeed {
	weighed := weighedDeed{Deed: d}
	if d.Needs && len(d.Whom) > 0 {
		weighed.WhomID, weighed.WhomLabel = d.Whom[0].Name, d.Whom[0].Label
	}
	weighed.Weight = weigh(withDefaults(d, players.Want{Deed: d.Name}))
	return weighed
}

// withDefaults returns a want completed with defaults: the likeliest target, and the least number.
func withDefaults(d players.Deed, want players.Want) players.Want {
	if d.Needs && len(d.Whom) > 0 && want.Whom == "" {
		want.Whom = d.Whom[0].Name
	}
	if d.Least != nil {
		want.Number = max(want.Number, *d.Least)
	}
	return want
}

// applyChoices copies the player's choices into the options, and splits these into options of the deed and others.
func (v *wantView) applyChoices() {
	chosen := func(list []players.Means, name string) string {
		if i := slices.IndexFunc(list, func(m players.Means) bool { return m.Name == name }); i < 0 && len(list) > 0 {
			return list[0].Name
		}
		return name
	}
	v.Whom, v.With = v.Want.Whom, chosen(v.Weight.With, v.Want.With)
	if v.Deed.Needs {
		v.Whom = chosen(v.Deed.Whom, v.Whom)
	}
	for _, o := range v.Weight.Options {
		option := optionView{Option: o}
		if i := slices.IndexFunc(v.Want.Ticks, func(t players.Tick) bool { return t.Name == o.Name }); i >= 0 {
			option.Ticked, option.Row = true, v.Want.Ticks[i].Row
			if o.Asks != "" && option.Row == "" && o.Many == 0 {
				option.Number = formatNumber(v.Want.Ticks[i].Number)
			}
		}
		if o.More && !option.Ticked {
			v.More = append(v.More, option)
		} else {
			v.First = append(v.First, option)
		}
	}
}

// addTargetFacts adds facts about the target, about each tool, and about when the deed happens.
func (v *wantView) addTargetFacts(log *players.Log, session *gm.Session, key string) {
	state := session.State()
	for _, m := range v.Deed.Whom {
		if m.Name == v.Whom {
			v.WhomLabel = m.Label
		}
	}
	seen := log.SeatView(state)
	if seen == nil {
		return
	}
	for i := range seen.Others {
		if o := &seen.Others[i]; o.ID == v.Whom {
			f := faceOfOther(o, key)
			f.Big, f.Word = true, o.Health
			v.Face = &f
		}
	}
	for _, m := range v.Weight.With[:min(len(v.Weight.With), maxTools)] {
		tool := toolView{Means: m}
		want := players.Want{Deed: v.Want.Deed, Whom: v.Whom, With: m.Name, Number: v.Want.Number, Cards: v.Want.Cards, Ticks: v.Want.Ticks, Points: v.Want.Points}
		t, ok := log.Try(state, want)
		if !ok { // the ticked options don't go with this tool
			want.Ticks, want.Points = nil, 0
			t, ok = log.Try(state, want)
		}
		if ok {
			tool.Roll, tool.Counts = t.Roll, t.Counts
		}
		v.Tools = append(v.Tools, tool)
	}
	if seen.AtRest || !log.UsesCounts() {
		return
	}
	begins := seen.Count
	if v.Plan {
		if seen.Own.Turn == nil {
			return
		}
		v.At, begins = seen.Own.Turn, *seen.Own.Turn
	}
	lands := begins + v.Counts
	v.Lands = &lands
}

// maxTools is the number of tools with which a deed is weighed at once.
const maxTools = 6

// Such returns the labels of two deeds below the fold, as examples.
func (v offerView) Such() string {
	return strings.Join(collect.Map(v.More[:min(2, len(v.More))], func(d players.Deed) string { return players.MidSentence(d.Label) }), ", ")
}

// Spend returns the numbers of points that can be spent, from 0 up.
func (v *wantView) Spend() (list []float64) {
	for n := range int(min(v.Points, maxPoints)) + 1 {
		list = append(list, float64(n))
	}
	return list
}

// maxPoints is the largest number of points that can be spent on one deed.
const maxPoints = 30

// planView is a player's proposal as the page shows it.
type planView struct {
	gm.Proposal
	Auto bool // whether it is carried out automatically when the turn comes
}

// plansOf returns the proposals of a character's player, the oldest first. It must be called within the loop.
func (s *Server) plansOf(key string) []planView {
	auto := s.session.Proposals().IsAutomatic(key, s.options.Auto)
	return collect.Map(s.session.Proposals().ProposalsBy(key), func(proposal gm.Proposal) planView { return planView{proposal, proposal.Line != "" && auto} })
}

// seatMessage is a message from a device that isn't a reply. Exactly one of its fields is set.
type seatMessage struct {
	Want  *players.Want // choice to propose; nil for none
	Drop  int64         // number of the proposal to withdraw, or whose refusal the player has read; 0 for none
	Undo  bool          // whether the character's last deed should be undone
	Why   string        // reason for the undo; "" for none
	Ready bool          // whether the player has nothing to say until something happens
	Dice  bool          // whether to switch between the player's own dice and the program's
	Ahead string        `json:"ahead"` // faces of dice thrown ahead, separated by spaces; "" for none
}

// handleMessage carries out the message of a device.
func (s *Server) handleMessage(w http.ResponseWriter, r *http.Request) {
	seat, ok := seatOrRefuse(s, w, r)
	if !ok {
		return
	}
	var request seatMessage
	if !readJSON(w, r, &request) {
		return
	}
	if !s.beginErrand(errand{device: seat.Hash}) {
		writeError(w, http.StatusTooManyRequests, busyText)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.loopTimeout)
	defer cancel()
	refused, late := runInLoop(ctx, s.loop, func() string {
		defer s.endErrand(errand{device: seat.Hash})
		return s.applyMessage(seat.Key, &request)
	})
	switch {
	case late != nil:
		writeError(w, http.StatusServiceUnavailable, busyText)
	case refused != "":
		writeError(w, http.StatusUnprocessableEntity, refused)
	default:
		writeJSON(w, map[string]string{"state": "done"})
	}
}

// Messages to a device whose message is rejected.
const (
	emptyText  = "Describe your action."
	undoneText = "Nothing you proposed this session can be undone. Ask the game master."
	weighText  = "Too many taps. Wait a moment."
	aheadText  = "Type the faces of your dice, separated by spaces. At most a hundred a session."
)

// applyMessage carries out a message from the player of a character. refused is the reason why this isn't possible, in words for the
// player, or "". It must be called within the loop.
func (s *Server) applyMessage(key string, request *seatMessage) (refused string) {
	switch {
	case key == players.TableSeat:
		return refusedText
	case request.Want != nil:
		return s.proposeWant(key, *request.Want)
	case request.Undo:
		return s.proposeUndo(key, request.Why)
	case request.Ready:
		s.mu.Lock()
		if room := s.rooms[key]; room != nil && room.latest != nil {
			room.readyPage = room.latest.number
		}
		s.mu.Unlock()
		s.options.Notify()
	case request.Dice:
		if gm.ToggleTypedDice(s.session, key) != nil {
			return refusedText
		}
		s.options.Notify()
	case request.Ahead != "":
		if gm.ThrowAhead(s.session, key, strings.FieldsFunc(request.Ahead, func(r rune) bool { return r == ' ' || r == ',' || r == ';' })) != nil {
			return aheadText
		}
		s.options.Notify()
	case request.Drop != 0:
		for _, proposal := range s.session.Proposals().ProposalsBy(key) {
			if proposal.Number == request.Drop {
				if s.session.Proposals().Drop(proposal.ID) != nil {
					return refusedText
				}
				s.options.Notify()
			}
		}
	default:
		return emptyText
	}
	return ""
}

// proposeWant stores what a player wants the character to do as a proposal. It returns a message if that isn't possible.
func (s *Server) proposeWant(key string, want players.Want) (refused string) {
	log, err := s.telling.Log(key)
	if err != nil {
		return refusedText
	}
	p, refused := log.Proposal(s.session.State(), want)
	if refused != "" {
		return refused
	}
	if p.Line == "" && p.Text == "" {
		return emptyText
	}
	return s.storeProposal(p)
}

// proposeUndo stores a player's proposal to undo the character's last deed, with the given reason. It returns a message if there is none.
func (s *Server) proposeUndo(key, reason string) (refused string) {
	seq := s.session.Proposals().LastDeedSeq(key)
	if seq == 0 {
		return undoneText
	}
	log, err := s.telling.Log(key)
	if err != nil {
		return refusedText
	}
	return s.storeProposal(gm.Proposal{By: key, Undo: seq, Text: reason, Beside: log.AtRest(s.session.State())})
}

// storeProposal stores a proposal and notifies the game master. It returns a message if it can't be stored.
func (s *Server) storeProposal(p gm.Proposal) (refused string) {
	if _, err := s.session.Proposals().Propose(p); err != nil {
		return refusedText
	}
	s.options.Notify()
	return ""
}

// ReadyKeys lists the characters whose players have said that they have nothing to say, until their pages change.
func (s *Server) ReadyKeys() (keys []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, room := range s.rooms {
		if room.latest != nil && room.readyPage == room.latest.number {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}
