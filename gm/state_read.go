package gm

import "errors"

// read reads the journal, apart from what the events come to; of a past with what they name, where that is asked for.
func (s *Session) read(names bool) error {
	l := loader{s: s, file: s.packer.add}
	entries := func() error { return s.journal.Each(l.take) }
	if s.past {
		lazy := newLazyEntries(s.journal)
		l.file = lazy.put
		entries = func() error { return lazy.heads(&l, names) }
	}
	if err := errors.Join(l.settings(), entries()); err != nil {
		return err
	}
	s.evenings.sit(l.last, s.clock)
	s.rulesetHashes.last = s.ruledLast()
	return nil
}

// settings reads what is kept beside the entries.
func (l *loader) settings() error {
	s := l.s
	return errors.Join(s.setting(settingNotes, &s.evenings.notes), s.setting(settingSeeds, &s.seeds.list), s.setting(settingTypists, &s.typists), s.setting(settingAhead, &s.thrown), s.setting(settingSeats, &s.seating), s.setting(settingProposals, &s.proposed))
}
