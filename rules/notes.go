package rules

// notes collects terms while numbers are worked out. A list may begin within another one, as the parts of a term do;
// it ends first. A nil *notes collects nothing.
type notes struct {
	open   []Term      // of the lists that have not ended, one behind the other
	inputs slab[Input] // what they read; kept with them
}

// begin is where a list begins.
func (n *notes) begin() int {
	if n == nil {
		return 0
	}
	return len(n.open)
}

func (n *notes) add(t Term) { n.open = append(n.open, t) }

// end is the list that began at from; it may be kept.
func (n *notes) end(from int) []Term {
	if n == nil || len(n.open) == from {
		return nil
	}
	list := make([]Term, len(n.open)-from)
	copy(list, n.open[from:])
	n.open = n.open[:from]
	return list
}
