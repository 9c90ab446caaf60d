package rules

// termTrace collects terms while numbers are worked out. A list may begin within another one, as the parts of a term do;
// it ends first. A nil *termTrace collects nothing.
type termTrace struct {
	open   []Term            // of the lists that have not ended, one behind the other
	inputs arenaSlice[Input] // what they read; kept with them
}

// begin is where a list begins.
func (trace *termTrace) begin() int {
	if trace == nil {
		return 0
	}
	return len(trace.open)
}

func (trace *termTrace) add(t Term) { trace.open = append(trace.open, t) }

// end is the list that began at from; it may be kept.
func (trace *termTrace) end(from int) []Term {
	if trace == nil || len(trace.open) == from {
		return nil
	}
	list := make([]Term, len(trace.open)-from)
	copy(list, trace.open[from:])
	trace.open = trace.open[:from]
	return list
}
