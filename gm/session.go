package gm

import (
	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/journal"
	"hybrid/rules"
)

// The Session and its parts, and the commit of an entry. session_do.go runs lines. A session is the log of a whole campaign; an evening is
// one session of play.

// Session is a campaign being played: its entries, and the state they add up to. It is not safe for concurrent use. It has many methods
// because everything that a game master does goes through it; its entries and its store are types of their own.
type Session struct {
	tree
	store
	game          command.Game                 // rules, campaign and current state
	scriptedDice  rules.Dice                   // source used before the seeded dice; nil if there is none
	seeds         diceSeeds                    // sources of the dice that the program rolls
	typists       Typists                      // actors whose dice are typed
	aheadRolls    aheadRolls                   // dice that players have rolled before a roll needs them
	showsChances  bool                         // whether the dashboard shows the chances of the sides
	turningPoints map[int64]fightTurningPoints // turning points of fights, by number of the entry that began the fight
	playerNotes   map[string]string            // notes that players wrote for themselves, by key of the character
	seats         Seating                      // devices that were let in
	listeners     *listeners                   // functions to call on a change; nil if there are none
	evenings      evenings                     // current evening, and the notes on all evenings
	recapCache    recapCache                   // last recaps computed
	decidedSame   map[int64]bool               // entries that Verify found to be the same in spite of changed characters or encounters
	rulesetHashes fingerprints                 // hashes of the rules, now and at the last entry
	defaults      rulingDefaults               // choices of rulings that the pack makes
	missingRefs   missingRefs                  // names used in the history that the campaign's rules lack, so that placeholders define them
	pendingDice   pendingDice                  // dice of a command that stopped at a question
	openQuestion                               // question at which a command stopped
	askedChecks   askedChecks                  // checks that players are asked for
	proposals     proposalList                 // actions that players have proposed
	seatDeeds     seatDeeds                    // entries in force that were read so far, each with the seat that proposed it
	plan          *Amendment                   // plan that accept would put into force; nil if there is none
	planDice      map[origin]int               // faces rolled for plans
}

// Rules returns the rules of the session.
func (s *Session) Rules() *rules.Ruleset { return s.game.Rules }

// State returns the current state. It is immutable; the next command creates a new one.
func (s *Session) State() *rules.State { return s.game.State }

// Campaign returns the campaign.
func (s *Session) Campaign() *campaign.Campaign { return s.game.Campaign }

// Game returns the current game, which parses, previews and describes lines. It is immutable; the next command creates a new one.
func (s *Session) Game() *command.Game { game := s.game; return &game }

// commit stores a decided command and makes its result the current state.
func (s *Session) commit(c command.Command, l *command.Line, w command.DecidedCommand) (Entry, error) {
	next, err := w.Settle(&s.game)
	if err != nil {
		return Entry{}, err
	}
	k, err := newRecord(&s.game, c, l, &w, next, recentWays(s.lastInForce()))
	if err != nil {
		return Entry{}, err
	}
	s.rulesetHashes.stampRuleset(k, w.Events, s.game.Campaign)
	if err := consumeAheadDice(s, countAheadDice(w.Dice)); err != nil {
		return Entry{}, err
	}
	if err := s.storeRecord(k); err != nil {
		return Entry{}, err
	}
	s.rulesetHashes.commitStamp(k)
	s.addCurrentEntry(k, s.lastInForce())
	if before := s.game.State; before.Count != next.Count || before.Running != next.Running {
		s.checkpoint() // a turn has ended
	}
	s.game.State = next
	entry := k.entry(k.content, w.Events, w.Outcomes)
	entry.Triggers = command.MatchTriggers(&s.game, w.Events, w.Who, k.content.Text)
	entry.Report = w.Report
	return entry, nil
}

// refuseUnknownEntry returns the refusal that no entry has the number seq.
func refuseUnknownEntry(seq int64) error { return refusal("No entry %d. `history` lists them.", seq) }

// Entry returns an entry with its steps and terms. It refuses a number that no entry has.
func (s *Session) Entry(seq int64) (Entry, error) {
	k, err := s.findEntry(seq)
	if err != nil || k == nil {
		return Entry{}, refuseUnknownEntry(seq)
	}
	return s.readableEntry(k), nil
}

// readableEntry returns a record as an Entry, without the parts that can't be read.
func (s *Session) readableEntry(k *record) Entry {
	events, _ := k.decodeEvents()
	outcomes, _ := k.decodeSteps()
	return k.entry(k.payload(), events, outcomes)
}

// storeRecord stores an entry, with the current time.
func (s *Session) storeRecord(k *record) error {
	k.Session, k.At = s.evenings.current, s.now()
	if err := k.encodeContent(); err != nil {
		return err
	}
	return s.appendRecords(&k.Record)
}

// appendRecords appends records, once the seed of their dice is on disk.
func (s *Session) appendRecords(list ...*journal.Record) error {
	if err := s.storeSeeds(); err != nil {
		return s.storeError(err)
	}
	defer s.notifyListeners()
	return s.append(list...)
}

// settings returns the values to be stored next to the entries.
func (s *Session) settings() []setting {
	return []setting{{settingNotes, s.evenings.notes}, {settingSeeds, s.seeds.list}, {settingFolder, ownerFrom(s.game.Campaign)}, {settingLabels, s.missingRefs.labels},
		{settingDefaults, s.defaults}, {settingTypists, s.typists}, {settingAhead, s.aheadRolls},
		{settingSeats, s.seats}, {settingProposals, s.proposals}, {settingQuestion, s.keptQuestion()}, {settingAsked, s.askedChecks}, {settingPlayerNotes, s.playerNotes}, {settingChances, s.showsChances}, {settingTurningPoints, s.turningPoints}}
}
