package gm

import (
	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/journal"
	"hybrid/rules"
)

// The Session and its parts, and how an entry becomes part of it (commit). What is done by a line begins in session_do.go.

// Session is a campaign being played: its entries, and the state they add up to. It is not safe for concurrent use. It has many
// methods because what a game master does to a game goes through it; its entries and its store are types of their own.
type Session struct {
	tree
	store
	game          command.Game
	scriptedDice  rules.Dice // consulted before the seeded dice; may be nil
	seeds         diceSeeds
	typists       Typists // whose dice are typed
	thrown        thrownAhead
	chances       bool // the desk shows how likely each side wins
	turns         map[int64]fightTurns
	jotted        map[string]string // what players wrote down for themselves, by the keys of their characters
	seating       Seating           // who was let in from outside
	changed       *listeners        // nil while there is no listener
	evenings      evenings
	recounts      recounts
	rulesetHashes fingerprints
	defaults      defaults    // of the rulings
	missing       missingRefs // what the history names and the campaign's rules do not have; the rules that are played have it
	pending       pending
	openQuestion
	asks      askedChecks    // of players
	proposed  proposed       // by players
	seatDeeds seatDeeds      // as far as they were looked for
	plan      *Amendment     // what accept would do
	spare     map[origin]int // dice that fell for plans
}

// Rules returns the rules of the session.
func (s *Session) Rules() *rules.Ruleset { return s.game.Rules }

// State returns the present state. It does not change; the next command makes a new one.
func (s *Session) State() *rules.State { return s.game.State }

// Campaign returns the campaign.
func (s *Session) Campaign() *campaign.Campaign { return s.game.Campaign }

// Game returns the present game: what a line is read, previewed and told with. It does not change; the next command makes a
// new one.
func (s *Session) Game() *command.Game { game := s.game; return &game }

// commit writes a decided command down and makes it the present.
func (s *Session) commit(c command.Command, l *command.Line, w command.Decided) (Entry, error) {
	next, err := w.Settle(&s.game)
	if err != nil {
		return Entry{}, err
	}
	k, err := newRecord(&s.game, c, l, &w, next, waysBefore(s.tip()))
	if err != nil {
		return Entry{}, err
	}
	s.rulesetHashes.stampRuleset(k, w.Events, s.game.Campaign)
	if err := useAhead(s, takenAhead(w.Dice)); err != nil {
		return Entry{}, err
	}
	if err := s.record(k); err != nil {
		return Entry{}, err
	}
	s.rulesetHashes.commitStamp(k)
	s.keep(k, s.tip())
	if before := s.game.State; before.Count != next.Count || before.Running != next.Running {
		s.checkpoint() // a turn has ended
	}
	s.game.State = next
	entry := k.entry(k.content, w.Events, w.Outcomes)
	entry.Triggers = command.Triggers(&s.game, w.Events, w.Who, k.content.Text)
	entry.Report = w.Report
	return entry, nil
}

// noEntry refuses seq, a number that no entry has.
func noEntry(seq int64) error { return refusal("No entry %d. `history` lists them.", seq) }

// Entry returns an entry with its steps and terms. It refuses a number that no entry has.
func (s *Session) Entry(seq int64) (Entry, error) {
	k, err := s.numbered(seq)
	if err != nil || k == nil {
		return Entry{}, noEntry(seq)
	}
	return s.entry(k), nil
}

// entry returns a record as an Entry, without what of it cannot be read.
func (s *Session) entry(k *record) Entry {
	events, _ := k.settled()
	outcomes, _ := k.steps()
	return k.entry(k.payload(), events, outcomes)
}

// record writes an entry down, as of now.
func (s *Session) record(k *record) error {
	k.Session, k.At = s.evenings.now, s.now()
	if err := k.encode(); err != nil {
		return err
	}
	return s.write(&k.Record)
}

// write appends records, once the seed of their dice is on disk.
func (s *Session) write(list ...*journal.Record) error {
	if err := s.keepSeeds(); err != nil {
		return s.fail(err)
	}
	defer s.tellChange()
	return s.append(list...)
}

// settings returns what is stored next to the entries.
func (s *Session) settings() []setting {
	return []setting{{settingNotes, s.evenings.notes}, {settingSeeds, s.seeds.list}, {settingFolder, ownerOf(s.game.Campaign)}, {settingLabels, s.missing.labels},
		{settingDefaults, s.defaults}, {settingTypists, s.typists}, {settingAhead, s.thrown},
		{settingSeats, s.seating}, {settingProposals, s.proposed}, {settingQuestion, s.keptQuestion()}, {settingAsked, s.asks}, {settingJotted, s.jotted}, {settingChances, s.chances}, {settingTurns, s.turns}}
}
