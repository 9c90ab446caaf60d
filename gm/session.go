package gm

import (
	"fmt"
	"time"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/journal"
	"hybrid/rules"
)

// Session is a campaign being played: its entries, and the state they add up to. It is not safe for concurrent use.
type Session struct {
	game    command.Game
	journal *journal.Journal // nil keeps everything in memory only
	clock   func() time.Time
	rolled  rules.Dice // what comes before the dice of the seeds; nil if nothing does

	zone    *time.Location   // of the clock
	evening int64            // the number of the one that is played now
	typists Typists          // whose dice are typed
	anew    bool             // it has no entry yet, and others went before
	notes   map[int64]string // of evenings, by number
	seeds   []seed           // what the dice come from, the oldest first
	unkept  bool             // a seed is not on disk yet

	tree
	seq     int64
	looked  *kept // the old entry somebody looked at last, which keeps its steps
	pending pending
	plan    *Amendment     // what accept would do
	spare   map[origin]int // dice that fell for plans

	lacking []gone         // what the history names and the campaign's rules do not have; rules have it
	labels  command.Labels // of what was ever played with

	rulesNow string // the fingerprint of the rules that are played
	ruled    string // the fingerprint of those the newest entry was decided under

	path    string   // of the file, where there is one
	broken  error    // why not everything is on disk
	astray  bool     // the file is not there any more, and there is no other yet: what is done is in memory only
	refuge  string   // the file that everything was written to when the one at path was not there any more
	notices []string // what went wrong, until it is acknowledged
}

// Rules is the game that is played.
func (s *Session) Rules() *rules.Ruleset { return s.game.Rules }

// State is the present. It does not change; the next command makes a new one.
func (s *Session) State() *rules.State { return s.game.State }

// Campaign is what is played.
func (s *Session) Campaign() *campaign.Campaign { return s.game.Campaign }

// Close lets go of the session's file.
func (s *Session) Close() error {
	if s.journal == nil {
		return nil
	}
	if s.astray {
		s.flee(nil)
	}
	err := s.journal.Close()
	if s.astray {
		return fmt.Errorf("what was played is lost: %w", s.broken)
	}
	return err
}

// Do decides a command, writes it down durably and then makes it the present. A *rules.Need asks for something that
// must be known first: do it again with one more answer or die. A *rules.Refusal says in one line why not. After any
// error nothing has happened.
func (s *Session) Do(c command.Command) (Entry, error) {
	l, err := s.game.Parse(c.Line)
	if err != nil {
		return Entry{}, err
	}
	c.Line = l.Text
	if l.Verb == "undo" || l.Verb == "redo" {
		s.pending = pending{}
		return s.back(&l, l.Verb == "undo")
	}
	if l.Turns() {
		return s.turned(&c, &l)
	}
	if l.Verb == "dice" {
		return s.typing(&l)
	}
	if l.GoesOn() {
		if err := s.replacing(&c, &l); err != nil {
			return Entry{}, err
		}
	}
	dice, err := s.diceFor(&c, &l)
	if err != nil {
		return Entry{}, err
	}
	work, err := s.game.Decide(&c, &l, dice)
	if err == nil {
		err = excess(dice)
	}
	s.pending = pending{c.Line, dice.fallen}
	if err != nil {
		return Entry{}, err
	}
	entry, err := s.commit(c, &l, work)
	if err == nil {
		s.pending = pending{}
	}
	return entry, err
}

// commit writes a decided command down and makes it the present.
func (s *Session) commit(c command.Command, l *command.Line, w command.Decision) (Entry, error) {
	next, err := s.game.Rules.Apply(s.game.State, w.Events)
	if err != nil {
		return Entry{}, fmt.Errorf("apply the command: %w", err)
	}
	k := &kept{evening: s.evening, at: s.now(), events: w.Events, outcomes: w.Outcomes, state: next,
		content: payload{Command: c, Dice: w.Dice, Whose: rollers(w.Dice), Count: next.Count, Title: w.Title, Who: w.Who, Whom: w.Whom, Reason: l.Reason}}
	k.content.Text = s.game.Text(&w, l.Reason, next)
	s.sign(k)
	record := journal.Record{Kind: kindDo}
	if err := s.record(k, &record); err != nil {
		return Entry{}, err
	}
	s.signed(k)
	k.seq, k.raw = record.Seq, record.Events
	s.keep(k, s.tip())
	s.prune()
	s.game.State = next
	entry := s.entry(k)
	entry.Report = w.Report
	return entry, nil
}

// Entry is an entry with its steps and terms, for whoever asks why.
func (s *Session) Entry(seq int64) (Entry, error) {
	k, err := s.numbered(seq)
	if err != nil || k == nil {
		return Entry{}, refusal("there is no entry %d", seq)
	}
	return s.entry(k), nil
}

func (s *Session) entry(k *kept) Entry {
	events, _ := k.settled()
	return k.told(events, s.outcomes(k))
}

// outcomes is the steps of an entry; those of an old one are read when somebody looks at it, and none if that fails.
func (s *Session) outcomes(k *kept) []rules.Outcome {
	outcomes, err := k.steps(s.journal)
	if err != nil || k.outcomes != nil {
		return k.outcomes
	}
	if s.looked != nil {
		s.looked.outcomes = nil
	}
	s.looked, k.outcomes = k, outcomes
	return outcomes
}
