package gm

import "errors"

// read reads the journal, without applying the events.
func (s *Session) read() error {
	l := loader{s: s}
	if err := errors.Join(l.settings(), s.journal.After(0, l.take)); err != nil {
		return err
	}
	s.evenings.sit(l.last, s.clock)
	s.rulesetHashes.last = s.ruledLast()
	return nil
}

// settings reads the settings stored next to the entries.
func (l *loader) settings() error {
	s := l.s
	return errors.Join(s.setting(settingNotes, &s.evenings.notes), s.setting(settingSeeds, &s.seeds.list), s.setting(settingTypists, &s.typists),
		s.setting(settingAhead, &s.thrown), s.setting(settingSeats, &s.seating), s.setting(settingProposals, &s.proposed), s.setting(settingAsked, &s.asks),
		s.setting(settingJotted, &s.jotted), s.setting(settingChances, &s.chances), s.setting(settingTurns, &s.turns))
}
