package gm

import (
	crand "crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"hybrid/gm/journal"
	"hybrid/rules"
)

// Command is one thing somebody wants done: a prompt line, and what is known beside it.
type Command struct {
	Line    string            `json:"line"`
	Answers map[string]string `json:"answers,omitempty"` // to rules.Need, by its key
	Faces   []int             `json:"-"`                 // typed dice, in order
	Typed   bool              `json:"-"`                 // ask for dice that are missing instead of rolling them
}

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
}

// stored is the part of an entry that the journal keeps as its command.
type stored struct {
	Command
	Dice   []rules.Die `json:"dice,omitempty"`
	Count  float64     `json:"count"`
	Title  string      `json:"title"`
	Who    string      `json:"who,omitempty"`
	Whom   string      `json:"whom,omitempty"`
	Reason string      `json:"reason,omitempty"`
}

// The kinds of records in a journal.
const (
	kindDo = iota
	kindUndo
	kindRedo
)

// kept is an entry in memory: enough to draw its line and to apply it again.
type kept struct {
	seq      int64
	at       time.Time
	stored   stored
	raw      []byte // its events, as in the journal
	events   []rules.Event
	outcomes []rules.Outcome // nil until somebody looks
	undone   bool
	state    *rules.State // after it; nil where it is worked out again
	text     string
}

// Session is a campaign being played: its entries, and the state they add up to. It is not for several goroutines.
type Session struct {
	campaign *Campaign
	rules    *rules.Ruleset
	journal  *journal.Journal // nil keeps everything in memory only
	clock    func() time.Time
	rolled   rules.Dice

	entries []*kept // every one that was ever decided, undone ones too
	stand   []*kept // those that stand, in order
	undone  []*kept // what redo brings back, last first
	state   *rules.State
	seq     int64
	log     []LogLine
	pending pending
	broken  error
}

// pending is a command that stopped at a question: the dice it drew so far, so that deciding it again draws the same.
type pending struct {
	line string
	dice []rules.Die
}

// Options says how to open a session. The zero value keeps it in memory, with dice of its own.
type Options struct {
	Dir   string // the folder sessions are kept in; empty keeps this one in memory
	Dice  rules.Dice
	Clock func() time.Time
}

// Path is the file that the sessions of a campaign are kept in.
func Path(dir string, c *Campaign) string { return filepath.Join(dir, c.Name+".db") }

// Open opens the session of a campaign where it was left, or begins one. A file that is damaged is set aside under a
// dated name, and said so in the returned notice.
func Open(c *Campaign, o Options) (s *Session, notice string, err error) {
	s = &Session{campaign: c, rules: c.Rules, clock: o.Clock, rolled: o.Dice, state: &rules.State{}}
	if s.clock == nil {
		s.clock = time.Now
	}
	if s.rolled == nil {
		var seed [32]byte
		if _, err := crand.Read(seed[:]); err != nil {
			return nil, "", fmt.Errorf("seed the dice: %w", err)
		}
		s.rolled = rules.NewRolled(seed)
	}
	if o.Dir == "" {
		return s, "", nil
	}
	path := Path(o.Dir, c)
	s.journal, err = journal.Open(path)
	if errors.Is(err, journal.ErrDamaged) {
		moved, aside := journal.SetAside(path, s.clock())
		if aside != nil {
			return nil, "", fmt.Errorf("set the damaged session aside: %w", aside)
		}
		notice = "the session was damaged and is set aside as " + moved
		s.journal, err = journal.Open(path)
	}
	if err != nil {
		return nil, "", fmt.Errorf("open the session of %s: %w", c.Label, err)
	}
	if err := s.load(); err != nil {
		s.journal.Close()
		return nil, "", fmt.Errorf("open the session of %s: %w", c.Label, err)
	}
	return s, notice, nil
}

// load reads the journal and works out the present.
func (s *Session) load() error {
	bySeq := map[int64]*kept{}
	err := s.journal.Each(func(r journal.Record) error {
		s.seq = r.Seq
		switch r.Kind {
		case kindDo:
			k := &kept{seq: r.Seq, at: r.At, raw: r.Events}
			if err := json.Unmarshal(r.Command, &k.stored); err != nil {
				return fmt.Errorf("entry %d: %w", r.Seq, err)
			}
			bySeq[r.Seq] = k
			s.keep(k)
		case kindUndo, kindRedo:
			k := bySeq[r.Target]
			if k == nil {
				return fmt.Errorf("entry %d undoes %d, which is not there", r.Seq, r.Target)
			}
			s.flip(k, r.Kind == kindUndo)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.restate(len(s.stand))
}

// keep adds an entry that stands.
func (s *Session) keep(k *kept) {
	s.entries, s.stand, s.undone = append(s.entries, k), append(s.stand, k), nil
	s.log = append(s.log, LogLine{session: s, kept: k})
}

// flip undoes an entry, or brings it back.
func (s *Session) flip(k *kept, undo bool) {
	k.undone = undo
	if undo {
		s.stand, s.undone = s.stand[:len(s.stand)-1], append(s.undone, k)
		return
	}
	s.stand, s.undone = append(s.stand, k), s.undone[:len(s.undone)-1]
}

// every is how often a state is kept for good; the last window of them are kept too.
const (
	every  = 512
	window = 1024
)

// restate works out the state after the first n standing entries, from the nearest one that is kept.
func (s *Session) restate(n int) error {
	from := n
	for from > 0 && s.stand[from-1].state == nil {
		from--
	}
	state := &rules.State{}
	if from > 0 {
		state = s.stand[from-1].state
	}
	for i := from; i < n; i++ {
		k := s.stand[i]
		events, err := k.settled()
		if err != nil {
			return err
		}
		if state, err = s.rules.Apply(state, events); err != nil {
			return fmt.Errorf("entry %d: %w", k.seq, err)
		}
		if i%every == 0 || i >= n-window {
			k.state = state
		}
	}
	s.state = state
	return nil
}

// settled is the events of an entry, read when they are needed.
func (k *kept) settled() ([]rules.Event, error) {
	if k.events != nil || len(k.raw) == 0 {
		return k.events, nil
	}
	var events []rules.Event
	if err := json.Unmarshal(k.raw, &events); err != nil {
		return nil, fmt.Errorf("entry %d: %w", k.seq, err)
	}
	return events, nil
}

// Rules is the game that is played.
func (s *Session) Rules() *rules.Ruleset { return s.rules }

// State is the present. It does not change; the next command makes a new one.
func (s *Session) State() *rules.State { return s.state }

// Campaign is what is played.
func (s *Session) Campaign() *Campaign { return s.campaign }

// Saved is nil while everything that was done is on disk.
func (s *Session) Saved() error { return s.broken }

// Durable tells whether the session is kept on disk at all.
func (s *Session) Durable() bool { return s.journal != nil }

// Close lets go of the session's file.
func (s *Session) Close() error {
	if s.journal == nil {
		return nil
	}
	return s.journal.Close()
}

// Do decides a command, writes it down durably and then makes it the present. A *rules.Need asks for something that
// must be known first: do it again with one more answer or die. A *rules.Refusal says in one line why not. After any
// error nothing has happened.
func (s *Session) Do(c Command) (Entry, error) {
	l, err := s.parse(c.Line)
	if err != nil {
		return Entry{}, err
	}
	switch l.verb {
	case "undo":
		return s.back(&l, true)
	case "redo":
		return s.back(&l, false)
	}
	dice := s.diceFor(&c, &l)
	work, err := s.decide(&c, &l, dice)
	if err != nil {
		var need *rules.Need
		if errors.As(err, &need) {
			s.pending = pending{c.Line, dice.drawn}
		} else {
			s.pending = pending{}
		}
		return Entry{}, err
	}
	s.pending = pending{}
	return s.commit(c, &l, work)
}

// work is a command decided but not yet written down.
type work struct {
	rules.Decision
	title     string
	who, whom string
}

// decide asks the rules, again and again as the answers in the line become due.
func (s *Session) decide(c *Command, l *line, dice *remembered) (work, error) {
	answers := map[string]string{}
	for key, answer := range c.Answers {
		answers[key] = answer
	}
	left := l.answers
	for {
		w, err := s.carry(l, rules.Known{Dice: dice.again(), Answers: answers})
		var need *rules.Need
		if err == nil || !errors.As(err, &need) || len(need.Choices) == 0 || len(left) == 0 {
			c.Answers = answers
			return w, err
		}
		answers[need.Key], left = left[0], left[1:]
	}
}

// commit writes a decided command down and makes it the present.
func (s *Session) commit(c Command, l *line, w work) (Entry, error) {
	next, err := s.rules.Apply(s.state, w.Events)
	if err != nil {
		return Entry{}, fmt.Errorf("apply the command: %w", err)
	}
	k := &kept{at: s.clock(), events: w.Events, outcomes: w.Outcomes, state: next,
		stored: stored{Command: c, Dice: w.Dice, Count: next.Count, Title: w.title, Who: w.who, Whom: w.whom, Reason: l.reason}}
	if err := s.write(k, kindDo, 0); err != nil {
		return Entry{}, err
	}
	s.keep(k)
	if n := len(s.stand) - window; n > 0 && (n-1)%every != 0 {
		s.stand[n-1].state = nil
	}
	s.state = next
	entry := s.entry(k)
	entry.Report = w.Report
	return entry, nil
}

// write appends to the journal; only then has anything happened.
func (s *Session) write(k *kept, kind int, target int64) error {
	if s.journal == nil {
		s.seq++
		k.seq = s.seq
		return nil
	}
	record := journal.Record{Session: 1, At: k.at, Kind: kind, Target: target}
	var err error
	if kind == kindDo {
		if record.Command, err = json.Marshal(k.stored); err != nil {
			return fmt.Errorf("write the command down: %w", err)
		}
		if record.Events, err = json.Marshal(k.events); err != nil {
			return fmt.Errorf("write the events down: %w", err)
		}
		if record.Report, err = json.Marshal(k.outcomes); err != nil {
			return fmt.Errorf("write the steps down: %w", err)
		}
	}
	s.broken = s.journal.Append(&record)
	if s.broken != nil {
		return fmt.Errorf("not done, it could not be saved: %w", s.broken)
	}
	k.seq, s.seq = record.Seq, record.Seq
	return nil
}

// back undoes the last entry that stands, or brings the last undone one back; several with a number.
func (s *Session) back(l *line, undo bool) (Entry, error) {
	times := 1
	if len(l.words) > 0 {
		n, err := amount(l.words[0], "undo")
		if err != nil {
			return Entry{}, err
		}
		times = int(n)
	}
	var entry Entry
	for range times {
		list := s.undone
		if undo {
			list = s.stand
		}
		if len(list) == 0 {
			return entry, refusal("there is nothing to %s", map[bool]string{true: "undo", false: "redo"}[undo])
		}
		k := list[len(list)-1]
		kind := kindRedo
		if undo {
			kind = kindUndo
		}
		mark := kept{at: s.clock()}
		if err := s.write(&mark, kind, k.seq); err != nil {
			return entry, err
		}
		s.flip(k, undo)
		if err := s.restate(len(s.stand)); err != nil {
			return entry, err
		}
		entry = s.entry(k)
	}
	return entry, nil
}

// UndoLabel is what undo would take back; empty if there is nothing.
func (s *Session) UndoLabel() string { return label(s.stand) }

// RedoLabel is what redo would bring back; empty if there is nothing.
func (s *Session) RedoLabel() string { return label(s.undone) }

func label(list []*kept) string {
	if len(list) == 0 {
		return ""
	}
	return list[len(list)-1].stored.Title
}

// Entry is an entry with its steps and terms, for whoever asks why.
func (s *Session) Entry(seq int64) (Entry, error) {
	for i := len(s.entries) - 1; i >= 0; i-- {
		if s.entries[i].seq == seq {
			return s.entry(s.entries[i]), nil
		}
	}
	return Entry{}, refusal("there is no entry %d", seq)
}

func (s *Session) entry(k *kept) Entry {
	events, _ := k.settled()
	return Entry{Seq: k.seq, At: k.at, Count: k.stored.Count, Line: k.stored.Line, Title: k.stored.Title, Who: k.stored.Who,
		Whom: k.stored.Whom, Reason: k.stored.Reason, Outcomes: s.outcomes(k), Events: events, Dice: k.stored.Dice, Answers: k.stored.Answers, Undone: k.undone}
}

// outcomes reads the steps of an entry from the journal when somebody looks at them.
func (s *Session) outcomes(k *kept) []rules.Outcome {
	if k.outcomes != nil || s.journal == nil {
		return k.outcomes
	}
	report, err := s.journal.Report(k.seq)
	if err != nil {
		return nil
	}
	if err := json.Unmarshal(report, &k.outcomes); err != nil {
		return nil
	}
	return k.outcomes
}

// remembered is dice that were drawn before, in the same order, then typed ones, then rolled ones.
type remembered struct {
	before []rules.Die
	typed  []int
	rolled rules.Dice // nil asks for every die that was not typed
	drawn  []rules.Die
	used   int
	faces  int
}

// diceFor is the dice of a command. A command that stopped at a question draws what it drew before.
func (s *Session) diceFor(c *Command, l *line) *remembered {
	d := &remembered{typed: append(append([]int(nil), c.Faces...), l.faces...)}
	if s.pending.line == c.Line {
		for _, die := range s.pending.dice {
			if !die.Typed {
				d.before = append(d.before, die)
			}
		}
	}
	if !c.Typed {
		d.rolled = s.rolled
	}
	return d
}

// again starts from the first die.
func (d *remembered) again() rules.Dice {
	if len(d.drawn) > 0 {
		d.before = nil
		for _, die := range d.drawn {
			if !die.Typed {
				d.before = append(d.before, die)
			}
		}
	}
	d.used, d.faces, d.drawn = 0, 0, nil
	return d
}

// Roll gives the next die. Typed dice come first; what they do not cover is rolled, the same as before.
func (d *remembered) Roll(faces int, purpose string) (int, bool, error) {
	if d.faces < len(d.typed) {
		face := d.typed[d.faces]
		if face > faces {
			return 0, false, refusal("a d%d for %s cannot show %d", faces, purpose, face)
		}
		d.faces++
		d.drawn = append(d.drawn, rules.Die{Result: face, Typed: true})
		return face, true, nil
	}
	if d.used < len(d.before) {
		face := d.before[d.used].Result
		d.used++
		if face <= faces {
			d.drawn = append(d.drawn, rules.Die{Result: face})
			return face, false, nil
		}
	}
	if d.rolled == nil {
		return 0, false, &rules.Need{Key: "dice", Die: faces, Text: fmt.Sprintf("%s: d%d", purpose, faces)}
	}
	face, _, err := d.rolled.Roll(faces, purpose)
	if err != nil {
		return 0, false, err
	}
	d.drawn = append(d.drawn, rules.Die{Result: face})
	return face, false, nil
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
