package gm

// progressFunc is told how far something is that takes long. Of a plan, which has changed nothing yet, it says whether to leave it.
type progressFunc func(done, of int, plan bool) (leave bool)

// OnProgress puts a function in the place of Options.Progress. It is told the same, and with plan whether that is a past being
// decided again, which has changed nothing yet: that is left where the function reports true.
func OnProgress(s *Session, attend func(done, of int, plan bool) (leave bool)) {
	s.progressFunc = attend
}

// report tells how many entries were gone through.
func (a progressFunc) report(done, of int) {
	if a != nil {
		a(done, of, false)
	}
}

// planning reports progress on a plan; it returns a *rules.Refusal if the plan was cancelled.
func (a progressFunc) planning(done, of int) error {
	if a != nil && a(done, of, true) {
		return refusal("Cancelled. The past is unchanged.")
	}
	return nil
}
