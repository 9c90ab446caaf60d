package gm

// progressFunc receives the progress of a long operation (done entries out of total), and reports whether to cancel it. Only a plan, which
// has changed nothing yet, can be cancelled.
type progressFunc func(done, total int, plan bool) (cancel bool)

// OnProgress replaces Options.Progress with report. plan is true while a past is being replayed; if report then returns true, the plan is
// cancelled.
func OnProgress(s *Session, report func(done, total int, plan bool) (cancel bool)) {
	s.progressFunc = report
}

// reportProgress reports that done entries out of total have been processed. a may be nil.
func (a progressFunc) reportProgress(done, total int) {
	if a != nil {
		a(done, total, false)
	}
}

// reportPlan reports progress on a plan. It returns a *rules.Refusal if the plan was cancelled.
func (a progressFunc) reportPlan(done, total int) error {
	if a != nil && a(done, total, true) {
		return refusal("Cancelled. The past is unchanged.")
	}
	return nil
}
