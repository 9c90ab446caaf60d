package rules

import "strings"

// termTrace collects terms while numbers are worked out. A list may begin within another one, as the parts of a term do;
// it ends first. A nil *termTrace collects nothing.
type termTrace struct {
	open   []Term // of the lists that have not ended, one behind the other
	terms  slab[Term]
	inputs slab[Input] // what they read
	text   strings.Builder
}

// keptText is how many bytes of text lie side by side.
const keptText = 512

// copyText returns text as a string that may outlive the run.
func (trace *termTrace) copyText(text []byte) string {
	if trace.text.Len()+len(text) > trace.text.Cap() {
		trace.text.Reset()
		trace.text.Grow(max(keptText, len(text)))
	}
	from := trace.text.Len()
	trace.text.Write(text)
	return trace.text.String()[from:]
}

// begin returns where a new list begins.
func (trace *termTrace) begin() int {
	if trace == nil {
		return 0
	}
	return len(trace.open)
}

func (trace *termTrace) add(t Term) { trace.open = append(trace.open, t) }

// end returns the list that began at from; it may outlive the run.
func (trace *termTrace) end(from int) []Term {
	if trace == nil || len(trace.open) == from {
		return nil
	}
	list := trace.terms.allocN(len(trace.open) - from)
	copy(list, trace.open[from:])
	trace.open = trace.open[:from]
	return list
}

// slab hands out zeroed memory that is kept, from pieces that lie side by side.
type slab[T any] struct{ free []T }

// slabSize is how many pieces a slab gets at once.
const slabSize = 16

// allocN returns n zeroed values that lie side by side.
func (s *slab[T]) allocN(n int) []T {
	if n > len(s.free) {
		s.free = make([]T, max(n, slabSize))
	}
	list := s.free[:n:n]
	s.free = s.free[n:]
	return list
}
