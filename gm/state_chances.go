package gm

// Whether the desk shows how likely each side wins.

// settingChances is the setting that says so.
const settingChances = "chances"

// ShowsChances reports whether the desk shows how likely each side wins.
func (s *Session) ShowsChances() bool { return s.chances }

// ShowChances keeps whether the desk shows how likely each side wins. Of a session that is only looked at it isn't written down.
func (s *Session) ShowChances(shown bool) error {
	if !s.readOnly {
		if err := s.keepSetting(settingChances, shown); err != nil {
			return err
		}
	}
	s.chances = shown
	return nil
}
