package gm

import "errors"

// readJournal reads the journal, without applying the events.
func (s *Session) readJournal() error {
	l := loader{s: s}
	if err := errors.Join(l.readSettings(), s.journal.EachAfter(0, l.addRecord)); err != nil {
		return err
	}
	s.evenings.setCurrent(l.last, s.clock)
	s.rulesetHashes.newest = s.lastRulesHash()
	return nil
}

// readSettings reads the settings stored next to the entries.
func (l *loader) readSettings() error {
	s := l.s
	return errors.Join(s.readSetting(settingNotes, &s.evenings.notes), s.readSetting(settingSeeds, &s.seeds.list), s.readSetting(settingTypists, &s.typists),
		s.readSetting(settingAhead, &s.aheadRolls), s.readSetting(settingSeats, &s.seats), s.readSetting(settingProposals, &s.proposals), s.readSetting(settingAsked, &s.askedChecks),
		s.readSetting(settingPlayerNotes, &s.playerNotes), s.readSetting(settingChances, &s.showsChances), s.readSetting(settingTurningPoints, &s.turningPoints))
}
