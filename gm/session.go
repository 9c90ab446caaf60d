package gm

import (
	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/journal"
	"hybrid/rules"
)

// The Session and its parts, and how an entry becomes part of it (commit). What is done by a line begins in session_do.go.

// Session is a campaign being played: its entries, and the state they add up to. It is not safe for concurrent use.
type Session struct {
	tree
	store
	game          command.Game
	scriptedDice  rules.Dice // consulted before the seeded dice; may be nil
	seeds         diceSeeds
	typists       Typists // whose dice are typed
	thrown        thrownAhead
	seating       Seating    // who was let in from outside
	changed       *listeners // nil while there is no listener
	evenings      evenings
	rulesetHashes fingerprints
	defaults      defaults    // of the rulings
	missing       missingRefs // what the history names and the campaign's rules do not have; the rules that are played have it
	pending       pending
	openQuestion
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
	k := newRecord(&s.game, c, l, &w, next)
	k.evening, k.at = s.evenings.now, s.now()
	if k.outcomes == nil {
		k.outcomes = []rules.Outcome{} // or the journal would be asked for them
	}
	s.rulesetHashes.stampRuleset(k, s.game.Campaign)
	if err := useAhead(s, takenAhead(w.Dice)); err != nil {
		return Entry{}, err
	}
	record := journal.Record{Kind: kindDo}
	if err := s.record(k, &record); err != nil {
		return Entry{}, err
	}
	s.rulesetHashes.commitStamp(k)
	k.seq, k.stored = record.Seq, &rawEntry{events: record.Events}
	s.keep(k, s.tip())
	s.prune(s.onDisk())
	if before := s.game.State; before.Count != next.Count || before.Running != next.Running {
		s.checkpoint() // a turn has ended
	}
	s.game.State = next
	entry := s.entry(k)
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

// entry returns a record as an Entry. Fields that memory no longer has are read from the journal.
func (s *Session) entry(k *record) Entry {
	events, _ := k.settled()
	return k.entry(k.payload(), events, s.look(k, s.journal))
}

// record writes an entry down.
func (s *Session) record(k *record, r *journal.Record) error {
	r.At, r.Session = k.at, k.evening
	k.kind, k.target = r.Kind, r.Target
	if s.journal != nil {
		if err := k.put(r); err != nil {
			return err
		}
	}
	return s.write(r)
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
	return []setting{{settingNotes, s.evenings.notes}, {settingSeeds, s.seeds.list}, {settingFolder, ownerOf(s.game.Campaign)}, {settingLabels, s.missing.labels}, {settingNamed, s.missing.names}, {settingDefaults, s.defaults}, {settingTypists, s.typists}, {settingAhead, s.thrown}, {settingSeats, s.seating}, {settingProposals, s.proposed}, {settingQuestion, s.keptQuestion()}}
}
