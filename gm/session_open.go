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

// Opening a session: finding, locking and reading its file, rescuing a damaged one, and computing the current state. A refuge is a file
// that was written while the session's own file was missing (log_refuge.go). Labels and placeholders serve entries of the rules to which
// the history refers but which the campaign no longer has (state_gone.go).

// Options holds the options for opening a session. The zero value keeps it in memory, with its own dice.
type Options struct {
	Dir      string           // folder of the sessions; empty keeps this one in memory
	Dice     rules.Dice       // dice tried first; when they return a *rules.Need, a stored session uses its seed; nil to use only the seed
	Clock    func() time.Time // clock; nil for the system's
	ReadOnly bool             // whether to open it read-only: nothing is written, and another program may be playing it
	PastOnly bool             // whether to open it read-only and only for its past: the current state isn't computed and stays empty

	// Progress receives the number of entries processed and their total, 0 while that is unknown. Most long operations report it, for as
	// long as the session is open; see OnProgress.
	Progress func(done, of int)

	// Ask asks a yes-or-no question before the session is opened; if it is nil, Open refuses instead of asking.
	Ask func(question string) (bool, error)
}

// Open opens the session of a campaign where it was left, or begins one. It sets a damaged file aside under a dated name, and recovers the
// entries before the damage. notice is the text of Notices in one line.
func Open(c *campaign.Campaign, o Options) (s *Session, notice string, err error) {
	o.ReadOnly = o.ReadOnly || o.PastOnly
	s = newSession(c, o)
	if o.Dir == "" {
		s.evenings.setCurrent(time.Time{}, s.clock)
		return s, "", s.ensureDice()
	}
	if s.path, err = resolveSession(c, s.path, o); err != nil {
		return nil, "", wrapOpenError(c, o, err)
	}
	path, notice, err := restoreRefuge(s.path, o.ReadOnly, s.clock)
	if err != nil {
		return nil, "", wrapOpenError(c, o, err)
	}
	s.addNotice(notice, nil)
	err = s.openJournal(path, o.ReadOnly)
	if errors.Is(err, journal.ErrDamaged) && !o.ReadOnly {
		before, notice := s.notices, ""
		if notice, err = rescueDamaged(c, o, path, err); err == nil {
			s = newSession(c, o)
			s.notices = append(before, notice)
			err = s.openJournal(path, false)
		}
	}
	if err != nil {
		return nil, "", wrapOpenError(c, o, err)
	}
	if (o.PastOnly || !o.ReadOnly) && s.journal.DiffersFromClosed() {
		s.addNotice(rollbackNotice(path, s.journal.Len()), nil)
	}
	if !o.ReadOnly {
		s.beginPlay(c)
	}
	return s, strings.Join(s.notices, "; "), nil
}

// wrapOpenError returns err as the error of opening a session: a refusal as it is, an error of writing with advice, and any other error
// with the campaign's name.
func wrapOpenError(c *campaign.Campaign, o Options, err error) error {
	var refused *rules.Refusal
	if errors.As(err, &refused) {
		return err
	}
	var number syscall.Errno
	if errors.Is(err, fs.ErrPermission) || !o.ReadOnly && errors.As(err, &number) {
		return fmt.Errorf("Can't write in %s: %w. Set HYBRID_STATE to another folder.", o.Dir, systemError(err))
	}
	return fmt.Errorf("open the session of %s: %w", c.Label, err)
}

// beginPlay prepares a session that was read for play: it stores the campaign, its labels and the defaults of its rules, makes a backup if
// an evening begins, ensures that there is a seed, and opens the question that was open when the session was closed. Errors become notices.
func (s *Session) beginPlay(c *campaign.Campaign) {
	if err := errors.Join(s.storeOwner(ownerFrom(c)), s.storeLabels(), s.updateDefaults()); err != nil {
		s.addNotice("the campaign's name couldn't be written to the log", err)
	}
	if s.evenings.isNew {
		if err := s.backUp(); err != nil {
			s.addNotice("no backup was made", err)
		}
	}
	if err := s.ensureDice(); err != nil {
		s.addNotice("the dice's seed isn't saved yet", err)
	}
	var question keptQuestion
	if err := s.readSetting(settingQuestion, &question); err != nil {
		s.addNotice("the open question can't be read", err)
	}
	s.reopenQuestion(question)
}

// PrepareCopy returns a function that opens the session as it is now, in memory. It can be called in another goroutine, and its result
// viewed and amended there, while this session continues. New dice use the same seeds, or dice if they were scripted.
func (s *Session) PrepareCopy(dice rules.Dice) (open func() (*Session, error)) {
	list, c := s.records(), newSession(s.game.Campaign, Options{Clock: s.clock})
	c.game.Rules, c.evenings, c.seeds.list, c.typists = s.game.Rules, s.evenings, slices.Clone(s.seeds.list), s.Typists()
	c.evenings.notes = maps.Clone(s.evenings.notes)
	if s.scriptedDice != nil {
		c.scriptedDice = dice
	}
	return func() (_ *Session, err error) {
		l := loader{s: c}
		for _, r := range list {
			if err := l.addRecord(*r, nil); err != nil {
				return nil, err
			}
		}
		c.game.State, err = c.computeState(c.game.Rules, c.lastInForce())
		return c, err
	}
}

// systemError returns the system's message for a file that can't be written, without the operation.
func systemError(err error) error {
	var number syscall.Errno
	if errors.As(err, &number) {
		return number
	}
	return err
}

// rescueDamaged replaces a damaged session with its intact part, up to the first damaged entry, and sets the damaged file aside. Missing
// entries are taken from backups. why is the error that reported the damage. The notice lists the recovered and the missing entries.
func rescueDamaged(c *campaign.Campaign, o Options, path string, why error) (notice string, err error) {
	found, err := journal.Salvage(path, isReadable)
	if err != nil {
		return "", err
	}
	backups := ListBackups(path)
	var copied []*journal.SalvagedPages
	for _, name := range backups {
		if backup, err := journal.Salvage(name, isReadable); err == nil {
			copied = append(copied, backup)
		}
	}
	taken := found.Fill(copied...)
	list := found.ContiguousRecords()
	if found.Settings[settingSeeds], err = markLostSeeds(found.Settings[settingSeeds], list); err != nil {
		return "", err
	}
	rebuiltTo := ""
	// if an entry can't be decoded, the next attempt has only the entries before it
	for rebuiltTo == "" {
		if rebuiltTo, err = writeRebuilt(path, list, found.Settings, newSession(c, o).clock()); err != nil {
			return "", err
		}
		err := newSession(c, o).openJournal(rebuiltTo, true)
		var bad *entryError
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
	moved, err := journal.SetAside(path, newSession(c, o).clock())
	if err == nil {
		err = journal.Move(rebuiltTo, path)
	}
	if err != nil {
		return "", fmt.Errorf("set the damaged session aside: %w", err)
	}
	return rescueNotice(found, list, taken, moved, why, backups), nil
}

// newSession returns a session that has read nothing yet.
func newSession(c *campaign.Campaign, o Options) *Session {
	s := &Session{game: command.Game{Rules: c.Rules, Campaign: c, State: &rules.State{}, Verbs: verbs.Table}, scriptedDice: o.Dice}
	s.pastOnly = o.PastOnly
	s.snapshot, s.clock, s.rulesetHashes.current = s, o.Clock, c.Fingerprint()
	if o.Progress != nil {
		OnProgress(s, func(done, of int, _ bool) bool { o.Progress(done, of); return false })
	}
	if s.clock == nil {
		s.clock = time.Now
	}
	s.evenings = evenings{zone: s.clock().Location(), notes: map[int64]string{}}
	if o.Dir != "" {
		s.path = SessionPath(o.Dir, c)
	}
	return s
}

// openJournal opens the journal, for reading only if readOnly is set, and reads it. Until that has succeeded, the file is not changed.
func (s *Session) openJournal(path string, readOnly bool) (err error) {
	if !readOnly {
		_, err = journal.OpenIf(path, func(j *journal.Journal) error {
			s.journal = j
			return s.loadJournal()
		})
		return err
	}
	s.readOnly = true
	_, err = journal.OpenReadOnlyIf(path, func(j *journal.Journal) error {
		s.journal = j
		return s.loadJournal()
	})
	return err
}

// ensureDice ensures that there is a source of dice.
func (s *Session) ensureDice() error {
	if s.scriptedDice != nil {
		return nil
	}
	return s.ensureSeed()
}

// loadJournal reads the journal and computes the current state.
func (s *Session) loadJournal() (err error) {
	if err := errors.Join(s.readSetting(settingLabels, &s.missingRefs.labels), s.readJournal()); err != nil {
		return err
	}
	if err := s.addPlaceholders(); err != nil {
		return err
	}
	if err := s.readSetting(settingDefaults, &s.defaults); err != nil {
		return err
	}
	upto := s.journal.Len()
	if s.rulesetHashes.newest == s.rulesetHashes.current {
		upto = 0 // the newest entry was decided under these rules
	}
	s.defaults.findChanges(s.game.Campaign.Rules, upto)
	if s.pastOnly {
		return nil
	}
	s.game.State, err = s.computeState(s.game.Rules, s.lastInForce())
	return err
}

// addPlaceholders adds placeholders to the session's rules for entries that the history refers to but the campaign lacks.
func (s *Session) addPlaceholders() (err error) {
	own := s.game.Campaign.Rules
	if s.game.Rules != own {
		return nil // already known
	}
	if err := s.missingRefs.findMissing(&s.tree, own, s.rulesetHashes.newest != s.rulesetHashes.current); err != nil {
		return err
	}
	rs, err := s.missingRefs.withPlaceholders(s.game.Campaign)
	if err == nil {
		s.game.Rules = rs
	}
	return err
}

// storeLabels stores the labels of all entries of the campaign's current rules.
func (s *Session) storeLabels() error {
	if !s.missingRefs.addLabels(s.game.Campaign.Rules) {
		return nil
	}
	return s.keepSetting(settingLabels, s.missingRefs.labels)
}
