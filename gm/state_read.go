package gm

import "errors"

// readJournal reads the journal, without applying the events.
func (s *Session) readJournal() error {
	l := loader{s: s}
	if err := errors.Join(l.readSettings(), s.journal.After(0, l.addRecord)); err != nil {
		return err
	}
	s.evenings.setPresent(l.last, s.clock)
	s.rulesetHashes.last = s.lastRulesHash()
	return nil
}

// readSettings reads the settings stored next to the entries.
func (l *loader) readSettings() error {
	s := l.s
	return errors.Join(s.readSetting(settingNotes, &s.evenings.notes), s.readSetting(settingSeeds, &s.seeds.list), s.readSetting(settingTypists, &s.typists),
		s.readSetting(settingAhead, &s.thrown), s.readSetting(settingSeats, &s.seating), s.readSetting(settingProposals, &s.proposed), s.readSetting(settingAsked, &s.asks),
		s.readSetting(settingJotted, &s.jotted), s.readSetting(settingChances, &s.chances), s.readSetting(settingTurns, &s.turns))
}
