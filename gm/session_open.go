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

// Opening a session: finding, locking and reading its file, rescuing a damaged one, and working out the present.

// Options says how to open a session. The zero value keeps it in memory, with dice of its own.
type Options struct {
	Dir   string     // the folder sessions are kept in; empty keeps this one in memory
	Dice  rules.Dice // comes before the seed kept with the session: on disk, that has what this asks for (*rules.Need)
	Clock func() time.Time
	Read  bool // only to look at it: nothing is written, and another program may be playing it meanwhile
	Past  bool // likewise, and only at what was played: the present is not worked out, its state is empty

	// Progress is told now and then how many entries were gone through, of how many: 0 while that is not known. Most that takes
	// long tells it, for as long as the session is open; see OnProgress.
	Progress func(done, of int)

	// Ask asks a question that is answered with yes or no, before the session is opened; without it a question is a
	// refusal.
	Ask func(question string) (bool, error)
}

// Open opens the session of a campaign where it was left, or begins one. A file that is damaged is set aside under a
// dated name, and what was before the damage is there. The notice is Notices in one line.
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

// Copy returns a function that opens the session as it is now, in memory. That may be called in another goroutine, and what it returns be
// looked at and amended there, while this session goes on; new dice come from the same seeds, or from those of dice where they were
// scripted.
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

// reason returns what the system says of a file that can't be written, without what was being done.
func reason(err error) error {
	var number syscall.Errno
	if errors.As(err, &number) {
		return number
	}
	return err
}

// rescue puts what is whole of a damaged session, up to the first entry that is not, in its place, and sets the damaged
// file aside. What a backup has of it is taken from there. The notice says what came back and what is missing.
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

// attach opens the journal and reads it. While that may still fail, nothing of the file is changed.
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

// ready makes sure that there is something to roll.
func (s *Session) ready() error {
	if s.scriptedDice != nil {
		return nil
	}
	return s.newSeed()
}

// load reads the journal and works out the present.
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
		upto = 0 // the newest entry was decided by these rules
	}
	s.defaults.find(s.game.Campaign.Rules, upto)
	if s.past {
		return nil
	}
	s.game.State, err = s.sum(s.game.Rules, s.tip())
	return err
}

// remember makes the rules that are played have what the history names and the campaign's do not have.
func (s *Session) remember() (err error) {
	own := s.game.Campaign.Rules
	if s.game.Rules != own {
		return nil // it was found before
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

// learn writes down how everything is called that may be played with from now on.
func (s *Session) learn() error {
	if !s.missing.learn(s.game.Campaign.Rules) {
		return nil
	}
	return s.keepSetting(settingLabels, s.missing.labels)
}
