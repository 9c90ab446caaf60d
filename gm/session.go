package gm

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/journal"
	"hybrid/rules"
)

// Entry is one command that was decided: what it was, the dice it drew, and the facts it settled.
type Entry struct {
	Seq      int64
	At       time.Time
	Count    float64
	Line     string
	Title    string
	Who      string
	Whom     string
	Reason   string
	Outcomes []rules.Outcome
	Events   []rules.Event
	Dice     []rules.Die
	Answers  map[string]string
	Report   []rules.Reported
	Undone   bool
	Lines    []string // what a line that only looks has to say; then nothing has happened and Seq is 0
}

// payload is the part of an entry that the journal keeps as its command.
type payload struct {
	command.Command
	Dice   []rules.Die `json:"dice,omitempty"`
	Count  float64     `json:"count"`
	Title  string      `json:"title"`
	Text   string      `json:"text"` // its line of the log, as it was said then
	Who    string      `json:"who,omitempty"`
	Whom   string      `json:"whom,omitempty"`
	Reason string      `json:"reason,omitempty"`

	Whose []string    `json:"whose,omitempty"` // who rolled its dice
	Of    int64       `json:"of,omitempty"`    // the entry that it was before the past was mended
	From  []origin    `json:"from,omitempty"`  // where its dice fell, if not for itself
	Spare []fallenDie `json:"spare,omitempty"` // dice that fell for it, and that it has no use for since the past was mended

	Rules  string `json:"rules,omitempty"`  // the fingerprint of the rules it and those after it were decided under, if another one than before
	People string `json:"people,omitempty"` // the fingerprint of the files that those whom it brings in come from
}

// The kinds of records in a journal.
const (
	kindDo = iota
	kindUndo
	kindRedo
	kindAmended // an entry in a past that the next kindMend puts in the place of what was after its target
	kindAmend
	kindBack // everything after its target is taken back
)

// kept is an entry in memory: enough to draw its line and to apply it again. What the journal can give back is let
// go when newer entries come.
type kept struct {
	seq      int64
	evening  int64
	at       time.Time
	content  payload         // read by told
	command  []byte          // stored as in the journal, until somebody looks
	raw      []byte          // its events, as in the journal
	events   []rules.Event   // nil where raw is read again
	outcomes []rules.Outcome // nil where the journal is asked
	undone   bool
	state    *rules.State // after it; nil where it is worked out again
	kind     int          // of its record
	target   int64        // of its record
	step     bool         // it did nothing itself but go back, or mend the past
	before   *kept        // what it came after; nil for the first
	depth    int          // how many are before it
}

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

// pending is a command that stopped, at a question or an answer that was refused: the dice that fell so far, so that
// deciding it again draws the same.
type pending struct {
	line string
	dice []tableDie
}

// Options says how to open a session. The zero value keeps it in memory, with dice of its own.
type Options struct {
	Dir   string     // the folder sessions are kept in; empty keeps this one in memory
	Dice  rules.Dice // comes before the seed kept with the session: on disk, that has what this asks for (*rules.Need)
	Clock func() time.Time
	Read  bool // only to look at it: nothing is written, and another program may be playing it meanwhile

	// Ask asks a question that is answered with yes or no, before the session is opened; without it a question is a
	// refusal.
	Ask func(question string) (bool, error)
}

// Open opens the session of a campaign where it was left, or begins one. A file that is damaged is set aside under a
// dated name, and what was before the damage is there. The notice is Notices in one line.
func Open(c *campaign.Campaign, o Options) (s *Session, notice string, err error) {
	s = begun(c, o)
	if o.Dir == "" {
		s.sit(time.Time{})
		return s, "", s.ready()
	}
	fail := func(err error) (*Session, string, error) {
		var refused *rules.Refusal
		if errors.As(err, &refused) {
			return nil, "", err
		}
		return nil, "", fmt.Errorf("open the session of %s: %w", c.Label, err)
	}
	if err := s.settle(o); err != nil {
		return fail(err)
	}
	path, notice, err := refound(s.path, o.Read, s.clock)
	if err != nil {
		return fail(err)
	}
	s.notice(notice, nil)
	err = s.attach(path, o.Read)
	if errors.Is(err, journal.ErrDamaged) && !o.Read {
		before, notice := s.notices, ""
		if notice, err = rescue(c, o, path, err); err == nil {
			s = begun(c, o)
			s.notices = append(before, notice)
			err = s.attach(path, false)
		}
	}
	if err != nil {
		return fail(err)
	}
	if o.Read {
		return s, "", nil
	}
	if err := errors.Join(s.own(), s.learn()); err != nil {
		s.notice("whose session this is could not be written down", err)
	}
	if s.anew {
		if err := s.backUp(); err != nil {
			s.notice("no backup was made", err)
		}
	}
	if err := s.ready(); err != nil {
		s.notice("the dice have no seed on disk yet", err)
	}
	return s, strings.Join(s.notices, "; "), nil
}

// begun is a session that has read nothing yet.
func begun(c *campaign.Campaign, o Options) *Session {
	s := &Session{game: command.Game{Rules: c.Rules, Campaign: c, State: &rules.State{}}, clock: o.Clock, rolled: o.Dice, notes: map[int64]string{}}
	s.rulesNow = c.Fingerprint()
	if s.clock == nil {
		s.clock = time.Now
	}
	s.zone = s.clock().Location()
	if o.Dir != "" {
		s.path = Path(o.Dir, c)
	}
	return s
}

// attach opens the journal and reads it. While that may still fail, nothing of the file is changed.
func (s *Session) attach(path string, read bool) (err error) {
	if !read {
		_, err = journal.OpenIf(path, func(j *journal.Journal) error {
			s.journal = j
			return s.load()
		})
		return err
	}
	if s.journal, err = journal.OpenReadOnly(path); err != nil {
		return err
	}
	if err = s.load(); err != nil {
		s.journal.Close()
	}
	return err
}

// notice keeps a line about something that went wrong, and does not keep anybody from playing.
func (s *Session) notice(what string, err error) {
	if err != nil {
		what += ": " + cause(err).Error()
	}
	if what != "" {
		s.notices = append(s.notices, what)
	}
}

// ready makes sure that there is something to roll.
func (s *Session) ready() error {
	if s.rolled != nil {
		return nil
	}
	return s.newSeed()
}

// load reads the journal and works out the present.
func (s *Session) load() error {
	if err := errors.Join(s.setting(settingNotes, &s.notes), s.setting(settingSeeds, &s.seeds), s.setting(settingTypists, &s.typists)); err != nil {
		return err
	}
	var last time.Time
	var mended []*kept
	err := s.journal.Each(func(r journal.Record) error {
		s.seq, s.evening, last = r.Seq, r.Session, r.At
		if !s.journal.Summed() && !(valid(r.Command) && valid(r.Events)) {
			return unreadable(r.Seq, errors.New("it is not JSON"))
		}
		k := &kept{seq: r.Seq, evening: r.Session, at: r.At, command: r.Command, raw: r.Events, kind: r.Kind, target: r.Target}
		switch r.Kind {
		case kindDo:
			s.keep(k, s.tip())
			return nil
		case kindAmended:
			mended = append(mended, k)
			return nil
		case kindAmend, kindBack:
			to, err := s.numbered(r.Target)
			if err != nil {
				return unreadable(r.Seq, err)
			}
			s.turnTo(to, mended, k)
			mended = nil
			return nil
		case kindUndo, kindRedo:
			times, err := s.reach(r.Target, r.Kind == kindUndo)
			if err != nil {
				return unreadable(r.Seq, err)
			}
			s.flip(times, r.Kind == kindUndo)
			s.undos = append(s.undos, k)
			return nil
		}
		return fmt.Errorf("entry %d is of a newer version of this program; update the program to open it", r.Seq)
	})
	if err != nil {
		return err
	}
	s.sit(last)
	s.ruled = s.ruledLast()
	if err := s.remember(); err != nil {
		return err
	}
	s.game.State, err = s.sum(s.tip(), true)
	return err
}

// valid reports whether a part of an entry is there and JSON, or is not there.
func valid(data []byte) bool { return len(data) == 0 || json.Valid(data) }

// unreadable is damage to an entry.
func unreadable(seq int64, err error) error { return &broken{seq, err} }

// broken is an entry that is as it was written, and cannot be read.
type broken struct {
	seq int64
	err error
}

func (b *broken) Error() string {
	return fmt.Sprintf("%v (entry %d cannot be read: %v)", journal.ErrDamaged, b.seq, b.err)
}

func (b *broken) Unwrap() error { return journal.ErrDamaged }

// The last window of standing entries keep their state, and farther back one of so many, so that undo is quick
// wherever one stands and memory stays in bounds.
const (
	window = 256
	every  = 256
)

// sum is the state after an entry, worked out from the nearest one that is kept; some of those on the way are kept too.
func (s *Session) sum(to *kept, keep bool) (*rules.State, error) {
	var way []*kept
	from := to
	for from != nil && from.state == nil {
		way, from = append(way, from), from.before
	}
	state := &rules.State{}
	if from != nil {
		state = from.state
	}
	for i := len(way) - 1; i >= 0; i-- {
		next, err := s.apply(state, way[i])
		if err != nil {
			return nil, err
		}
		state = next
		if keep && (way[i].depth%every == 0 || i < window) {
			way[i].state = state
		}
	}
	return state, nil
}

// apply is the state after one more entry.
func (s *Session) apply(state *rules.State, k *kept) (*rules.State, error) {
	return k.after(s.game.Rules, state)
}

// after is the state after the entry, under some rules.
func (k *kept) after(rs *rules.Ruleset, state *rules.State) (*rules.State, error) {
	events, err := k.settled()
	if err != nil {
		return nil, err
	}
	return k.applied(rs, state, events)
}

// applied is the state after the entry, whose events were read.
func (k *kept) applied(rs *rules.Ruleset, state *rules.State, events []rules.Event) (*rules.State, error) {
	next, err := rs.Apply(state, events)
	if err != nil {
		first, _, _ := strings.Cut(err.Error(), "\n")
		return nil, fmt.Errorf("entry %d (%s) does not fit the tables, which have changed since: %s; put that back, or play in another folder for sessions", k.seq, k.payload().Title, first)
	}
	return next, nil
}

// payload is the command of an entry, read when somebody looks: of a long session only the end is ever looked at.
func (k *kept) payload() *payload {
	if k.command == nil {
		return &k.content
	}
	if err := json.Unmarshal(k.command, &k.content); err != nil {
		k.content = payload{Title: "an entry that cannot be read", Text: "an entry that cannot be read"}
	}
	for i, who := range k.content.Whose {
		if i < len(k.content.Dice) {
			k.content.Dice[i].Who = who
		}
	}
	k.command = nil
	return &k.content
}

// written is the events of an entry as the journal has them.
func (k *kept) written() ([]byte, error) {
	if k.raw != nil {
		return k.raw, nil
	}
	data, err := json.Marshal(k.events)
	if err != nil {
		return nil, fmt.Errorf("write the events down: %w", err)
	}
	return data, nil
}

// settled is the events of an entry, read when they are needed.
func (k *kept) settled() ([]rules.Event, error) {
	if k.events != nil || len(k.raw) == 0 {
		return k.events, nil
	}
	var events []rules.Event
	if err := json.Unmarshal(k.raw, &events); err != nil {
		return nil, unreadable(k.seq, err)
	}
	return events, nil
}

// prune lets go of what the newest standing entry makes old.
func (s *Session) prune() {
	old := s.tip()
	for i := 0; i < window && old != nil; i++ {
		old = old.before
	}
	if old != nil && old.depth%every != 0 {
		old.state = nil
	}
	s.forget(1)
}

// forget lets go of what the journal can give back, after so many new entries.
func (s *Session) forget(n int) {
	to := len(s.entries) - window
	for i := max(0, to-n); i < to && s.journal != nil && !s.astray; i++ {
		s.entries[i].events, s.entries[i].outcomes = nil, nil
	}
}

// Rules is the game that is played.
func (s *Session) Rules() *rules.Ruleset { return s.game.Rules }

// State is the present. It does not change; the next command makes a new one.
func (s *Session) State() *rules.State { return s.game.State }

// Campaign is what is played.
func (s *Session) Campaign() *campaign.Campaign { return s.game.Campaign }

// Durable reports whether the session is kept on disk at all.
func (s *Session) Durable() bool { return s.journal != nil }

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

// excess refuses typed dice that nothing asked for.
func excess(dice *commandDice) error {
	switch left := len(dice.typed) - dice.at; {
	case left <= 0:
		return nil
	case dice.at == 0:
		return refusal("this rolls no dice; leave them out")
	default:
		return refusal("this rolls %s; leave out the last %d", command.Plural(dice.at, "die", "dice"), left)
	}
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

// rollers is who rolled some dice.
func rollers(dice []rules.Die) []string {
	list := make([]string, len(dice))
	for i := range dice {
		list[i] = dice[i].Who
	}
	return list
}

// now is the time as the journal keeps it.
func (s *Session) now() time.Time { return s.clock().UTC().Truncate(time.Millisecond) }

// record writes an entry down.
func (s *Session) record(k *kept, r *journal.Record) (err error) {
	r.At, r.Session = k.at, k.evening
	k.kind, k.target = r.Kind, r.Target
	if s.journal == nil {
		return s.write(r)
	}
	if err := k.put(r); err != nil {
		return err
	}
	return s.write(r)
}

// put turns an entry into a record.
func (k *kept) put(r *journal.Record) (err error) {
	if r.Command = k.command; r.Command == nil {
		if r.Command, err = json.Marshal(k.content); err != nil {
			return fmt.Errorf("write the command down: %w", err)
		}
	}
	if r.Events, err = k.written(); err != nil {
		return err
	}
	if len(k.outcomes) > 0 {
		if r.Report, err = json.Marshal(k.outcomes); err != nil {
			return fmt.Errorf("write the steps down: %w", err)
		}
	}
	return nil
}

// write appends records to the journal, all or none; only then has anything happened. Where the journal's file is not
// there any more, they are kept all the same: in another file, or at least in memory.
func (s *Session) write(list ...*journal.Record) error {
	if s.journal == nil {
		s.number(list)
		return nil
	}
	err := s.keepSeeds()
	switch {
	case err != nil || s.astray:
	case len(list) == 1:
		err = s.journal.Append(list[0])
	default:
		err = s.journal.AppendAll(list)
	}
	if s.strays(err) {
		s.number(list)
		s.flee(list)
		return nil
	}
	if err != nil {
		s.broken = fmt.Errorf("not done, it could not be saved: %w", cause(err))
		return s.broken
	}
	s.broken, s.seq = nil, last(list).Seq
	return nil
}

// number gives records the next numbers.
func (s *Session) number(list []*journal.Record) {
	for _, r := range list {
		s.seq++
		r.Seq = s.seq
	}
}

// cause is an error of the journal without the path of its file, which is of no use at the table.
func cause(err error) error {
	if inner := errors.Unwrap(err); inner != nil {
		return inner
	}
	return err
}

// back undoes the last entry that stands, or brings the last undone one back; several with a number, all or none.
func (s *Session) back(l *command.Line, undo bool) (Entry, error) {
	times, err := s.times(l)
	if err != nil {
		return Entry{}, err
	}
	list := s.list(undo)
	switch {
	case len(list) == 0:
		return Entry{}, refusal("there is nothing to %s", l.Verb)
	case times > len(list):
		return Entry{}, refusal("there is less to %s: %s %d", l.Verb, l.Verb, len(list))
	}
	next, err := s.stepped(times, undo)
	if err != nil {
		return Entry{}, err
	}
	k := list[len(list)-times] // the farthest: a journal names it, and everything nearer goes with it
	kind := kindRedo
	if undo {
		kind = kindUndo
	}
	turn := &kept{evening: s.evening, at: s.now(), kind: kind, target: k.seq}
	r := &journal.Record{Session: turn.evening, At: turn.at, Kind: kind, Target: k.seq}
	if err := s.write(r); err != nil {
		return Entry{}, err
	}
	turn.seq = r.Seq
	s.undos = append(s.undos, turn)
	s.flip(times, undo)
	s.game.State = next
	if !undo {
		s.prune()
	}
	return s.entry(k), nil
}

// times is how many steps a line wants to go.
func (s *Session) times(l *command.Line) (int, error) {
	if len(l.Words) > 1 || len(l.Options) > 0 || l.Who != "" {
		return 0, refusal("%s takes at most a number: %s 2", l.Verb, l.Verb)
	}
	if len(l.Words) == 0 {
		return 1, nil
	}
	n, err := command.Amount(l.Words[0], l.Verb)
	if err == nil && (n < 1 || n != math.Trunc(n)) {
		err = refusal("%s needs a whole number from 1, not %s", l.Verb, l.Words[0])
	}
	return int(n), err
}

// stepped is the state after so many steps of undo or redo, which are not taken yet.
func (s *Session) stepped(times int, undo bool) (*rules.State, error) {
	if undo {
		return s.sum(last(s.stand[:len(s.stand)-times]), true)
	}
	return s.sum(s.undone[len(s.undone)-times], true)
}

// UndoLabel is what undo would take back; empty if there is nothing.
func (s *Session) UndoLabel() string { return label(s.stand) }

// RedoLabel is what redo would bring back; empty if there is nothing.
func (s *Session) RedoLabel() string { return label(s.undone) }

func label(list []*kept) string {
	if len(list) == 0 {
		return ""
	}
	return last(list).payload().Title
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

// told is the entry with what was read of it.
func (k *kept) told(events []rules.Event, outcomes []rules.Outcome) Entry {
	told := k.payload()
	return Entry{Seq: k.seq, At: k.at, Count: told.Count, Line: told.Line, Title: told.Title, Who: told.Who, Whom: told.Whom, Reason: told.Reason,
		Outcomes: outcomes, Events: events, Dice: told.Dice, Answers: told.Answers, Undone: k.undone}
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

// steps is how an entry went, read from the journal where it is no longer in memory.
func (k *kept) steps(j *journal.Journal) ([]rules.Outcome, error) {
	if k.outcomes != nil || j == nil || k.seq == 0 {
		return k.outcomes, nil
	}
	report, err := j.Report(k.seq)
	if err != nil || len(report) == 0 {
		return nil, err
	}
	var outcomes []rules.Outcome
	if err := json.Unmarshal(report, &outcomes); err != nil {
		return nil, fmt.Errorf("the steps of entry %d cannot be read: %w", k.seq, err)
	}
	return outcomes, nil
}

// commandDice is the dice of one command. Those typed ahead come first, then those of each who types; each other one is
// the one that fell in its place before the question, if there was one, else it is rolled.
type commandDice struct {
	typed  []int
	hands  hands
	who    string     // who rolls the next one
	first  rules.Dice // nil rolls from the seed alone
	seed   rules.Dice // nil rolls from the first alone
	fallen []tableDie
	at     int
}

// tableDie is a die that lies on the table.
type tableDie struct {
	faces, face int
	typed       bool
	stays       bool // it fell in its place and is not said again with the command
}

// diceFor is the dice of a command.
func (s *Session) diceFor(c *command.Command, l *command.Line) (*commandDice, error) {
	d := &commandDice{typed: append(append([]int(nil), c.Faces...), l.Faces...)}
	if s.pending.line == c.Line {
		d.fallen = append([]tableDie(nil), s.pending.dice...)
	}
	d.hands, d.first = handsOf(s, c, len(d.typed) > 0), s.rolled
	if s.rolled == nil || s.journal != nil {
		d.seed = &seededDice{session: s, dice: d}
	}
	return d, nil
}

// Rewind begins with the first die.
func (d *commandDice) Rewind() { d.at, d.hands.taken = 0, nil }

// Asks is told who rolls the next die.
func (d *commandDice) Asks(who string) { d.who = who }

// Roll gives the next die.
func (d *commandDice) Roll(faces int, purpose string) (int, bool, error) {
	if d.at < len(d.typed) {
		face, ok := rules.Shown(d.typed[d.at], faces)
		if !ok {
			return 0, false, refusal("die %d is a d%d for %s; %d is not on it, type 1 to %d", d.at+1, faces, strings.ToLower(purpose), face, faces)
		}
		d.lay(tableDie{faces, face, true, false})
		return face, true, nil
	}
	switch face, typed, err := d.hands.next(d.who, faces, purpose); {
	case err != nil:
		return 0, false, err
	case typed:
		d.lay(tableDie{faces, face, true, false})
		return face, true, nil
	}
	if d.at < len(d.fallen) {
		if before := d.fallen[d.at]; before.faces == faces && before.stays {
			d.at++
			return before.face, before.typed, nil
		}
	}
	die, err := d.roll(faces, purpose)
	if err != nil {
		return 0, false, err
	}
	d.lay(die)
	return die.face, die.typed, nil
}

// roll takes a die from the first source that has one.
func (d *commandDice) roll(faces int, purpose string) (tableDie, error) {
	if d.first != nil {
		face, typed, err := d.first.Roll(faces, purpose)
		var need *rules.Need
		if d.seed == nil || !errors.As(err, &need) {
			return tableDie{faces, face, typed, true}, err
		}
	}
	face, _, err := d.seed.Roll(faces, purpose)
	return tableDie{faces, face, false, false}, err
}

// lay puts a die in its place on the table.
func (d *commandDice) lay(die tableDie) {
	if d.at < len(d.fallen) {
		d.fallen[d.at] = die
	} else {
		d.fallen = append(d.fallen, die)
	}
	d.at++
}

// StateDir is the folder sessions are kept in when nobody says otherwise: $HYBRID_STATE, else the user's state folder.
func StateDir() (string, error) {
	if dir := os.Getenv("HYBRID_STATE"); dir != "" {
		return dir, nil
	}
	if dir := os.Getenv("XDG_STATE_HOME"); dir != "" {
		return filepath.Join(dir, "hybrid"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("find the folder for sessions: %w; set HYBRID_STATE", err)
	}
	return filepath.Join(home, ".local", "state", "hybrid"), nil
}
