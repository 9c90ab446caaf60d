package gm

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/journal"
	"hybrid/gm/verbs"
	"hybrid/rules"
)

// Opening a session: finding, locking and reading its file, rescuing a damaged one, and computing the present.

// Options says how to open a session. The zero value keeps it in memory, with dice of its own.
type Options struct {
	Dir   string     // folder of the sessions; empty keeps this one in memory
	Dice  rules.Dice // source used before the session's seed; on disk the seed is used when it returns a *rules.Need
	Clock func() time.Time
	Read  bool // whether to open it read-only: nothing is written, and another program may be playing it
	Past  bool // whether to open it read-only and for its past alone: the present state isn't computed and stays empty

	// Progress receives the number of entries processed and their total, 0 while that is unknown. Most long operations report it, for as
	// long as the session is open; see OnProgress.
	Progress func(done, of int)

	// Ask asks a yes-or-no question before the session is opened; if it is nil, a question is a refusal.
	Ask func(question string) (bool, error)
}

// Open opens the session of a campaign where it was left, or begins one. It sets a damaged file aside under a dated name, and recovers the
// entries before the damage. The notice is Notices in one line.
func Open(c *campaign.Campaign, o Options) (s *Session, notice string, err error) {
	o.Read = o.Read || o.Past
	s = begun(c, o)
	if o.Dir == "" {
		s.evenings.sit(time.Time{}, s.clock)
		return s, "", s.ready()
	}
	fail := func(err error) (*Session, string, error) {
		var refused *rules.Refusal
		if errors.As(err, &refused) {
			return nil, "", err
		}
		var number syscall.Errno
		if errors.Is(err, fs.ErrPermission) || !o.Read && errors.As(err, &number) {
			return nil, "", fmt.Errorf("Can't write in %s: %w. Set HYBRID_STATE to another folder.", o.Dir, reason(err))
		}
		return nil, "", fmt.Errorf("open the session of %s: %w", c.Label, err)
	}
	if s.path, err = settle(c, s.path, o); err != nil {
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
	if (o.Past || !o.Read) && s.journal.DiffersFromClosed() {
		s.notice(rollbackNotice(path, s.journal.Len()), nil)
	}
	if o.Read {
		return s, strings.Join(s.notices, "; "), nil
	}
	if err := errors.Join(s.own(ownerOf(c)), s.learn(), s.learnDefaults()); err != nil {
		s.notice("the campaign's name couldn't be written to the log", err)
	}
	if s.evenings.anew {
		if err := s.backUp(); err != nil {
			s.notice("no backup was made", err)
		}
	}
	if err := s.ready(); err != nil {
		s.notice("the dice's seed isn't saved yet", err)
	}
	var question keptQuestion
	if err := s.setting(settingQuestion, &question); err != nil {
		s.notice("the open question can't be read", err)
	}
	s.askAgain(question)
	return s, strings.Join(s.notices, "; "), nil
}

// Copy returns a function that opens the session as it is now, in memory. It can be called in another goroutine, and its result viewed and
// amended there, while this session continues. New dice use the same seeds, or dice if they were scripted.
func (s *Session) Copy(dice rules.Dice) (open func() (*Session, error)) {
	list, c := s.records(), begun(s.game.Campaign, Options{Clock: s.clock})
	c.game.Rules, c.evenings, c.seeds.list, c.typists = s.game.Rules, s.evenings, slices.Clone(s.seeds.list), s.Typists()
	c.evenings.notes = maps.Clone(s.evenings.notes)
	if s.scriptedDice != nil {
		c.scriptedDice = dice
	}
	return func() (_ *Session, err error) {
		l := loader{s: c}
		for _, r := range list {
			if err := l.take(*r, nil); err != nil {
				return nil, err
			}
		}
		c.game.State, err = c.sum(c.game.Rules, c.tip())
		return c, err
	}
}

// reason returns the system's message for a file that can't be written, without the operation.
func reason(err error) error {
	var number syscall.Errno
	if errors.As(err, &number) {
		return number
	}
	return err
}

// rescue replaces a damaged session by its intact part, up to the first damaged entry, and sets the damaged file aside. Missing entries
// are taken from a backup. The notice says what was recovered and what is missing.
func rescue(c *campaign.Campaign, o Options, path string, why error) (notice string, err error) {
	found, err := journal.Salvage(path, entryWhole)
	if err != nil {
		return "", err
	}
	backups := Backups(path)
	var copied []*journal.Salvaged
	for _, name := range backups {
		if backup, err := journal.Salvage(name, entryWhole); err == nil {
			copied = append(copied, backup)
		}
	}
	taken := found.Fill(copied...)
	list := found.Upto()
	if found.Settings[settingSeeds], err = withLostSeeds(found.Settings[settingSeeds], list); err != nil {
		return "", err
	}
	rebuiltTo := ""
	for rebuiltTo == "" {
		if rebuiltTo, err = rebuilt(path, list, found.Settings, begun(c, o).clock()); err != nil {
			return "", err
		}
		err := begun(c, o).attach(rebuiltTo, true)
		var bad *broken
		if errors.As(err, &bad) && bad.seq >= 1 && bad.seq <= int64(len(list)) {
			list = list[:bad.seq-1]
			if err := os.Remove(rebuiltTo); err != nil {
				return "", err
			}
			rebuiltTo = ""
		} else if err != nil && !errors.Is(err, journal.ErrDamaged) {
			os.Remove(rebuiltTo)
			return "", err
		}
	}
	moved, err := journal.SetAside(path, begun(c, o).clock())
	if err == nil {
		err = journal.Move(rebuiltTo, path)
	}
	if err != nil {
		return "", fmt.Errorf("set the damaged session aside: %w", err)
	}
	return cameBack(found, list, taken, moved, why, backups), nil
}

// begun returns a session that has read nothing yet.
func begun(c *campaign.Campaign, o Options) *Session {
	s := &Session{game: command.Game{Rules: c.Rules, Campaign: c, State: &rules.State{}, Verbs: verbs.Table}, scriptedDice: o.Dice}
	s.past = o.Past
	s.all, s.clock, s.rulesetHashes.now = s, o.Clock, c.Fingerprint()
	if o.Progress != nil {
		OnProgress(s, func(done, of int, _ bool) bool { o.Progress(done, of); return false })
	}
	if s.clock == nil {
		s.clock = time.Now
	}
	s.evenings = evenings{zone: s.clock().Location(), notes: map[int64]string{}}
	if o.Dir != "" {
		s.path = Path(o.Dir, c)
	}
	return s
}

// attach opens the journal and reads it. Until that has succeeded, the file is not changed.
func (s *Session) attach(path string, read bool) (err error) {
	if !read {
		_, err = journal.OpenIf(path, func(j *journal.Journal) error {
			s.journal = j
			return s.load()
		})
		return err
	}
	s.readOnly = true
	_, err = journal.OpenReadOnlyIf(path, func(j *journal.Journal) error {
		s.journal = j
		return s.load()
	})
	return err
}

// ready ensures that there is a source of dice.
func (s *Session) ready() error {
	if s.scriptedDice != nil {
		return nil
	}
	return s.newSeed()
}

// load reads the journal and computes the present.
func (s *Session) load() (err error) {
	if err := errors.Join(s.setting(settingLabels, &s.missing.labels), s.read()); err != nil {
		return err
	}
	if err := s.remember(); err != nil {
		return err
	}
	if err := s.setting(settingDefaults, &s.defaults); err != nil {
		return err
	}
	upto := s.journal.Len()
	if s.rulesetHashes.last == s.rulesetHashes.now {
		upto = 0 // the newest entry was decided under these rules
	}
	s.defaults.find(s.game.Campaign.Rules, upto)
	if s.past {
		return nil
	}
	s.game.State, err = s.sum(s.game.Rules, s.tip())
	return err
}

// remember adds placeholders to the session's rules for references of the history that the campaign lacks.
func (s *Session) remember() (err error) {
	own := s.game.Campaign.Rules
	if s.game.Rules != own {
		return nil // already known
	}
	if err := s.missing.find(&s.tree, own, s.rulesetHashes.last != s.rulesetHashes.now); err != nil {
		return err
	}
	rs, err := s.missing.with(s.game.Campaign)
	if err == nil {
		s.game.Rules = rs
	}
	return err
}

// learn stores the labels of everything that may be played with from now on.
func (s *Session) learn() error {
	if !s.missing.learn(s.game.Campaign.Rules) {
		return nil
	}
	return s.keepSetting(settingLabels, s.missing.labels)
}
