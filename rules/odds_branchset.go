package rules

import (
	"math"
	"math/bits"
	"slices"
)

// Merging of branches of an explorer (odds_explorer.go) that can only continue in the same way, because they differ in nothing that a later
// step reads. The results that later steps read, the live ones, are determined when the game is compiled (run_dependencies.go).

// branchSet is a set of branches at the same step in which branches with equal live state are merged.
type branchSet struct {
	list   []*branch          // branches, in the order in which they were added
	byHash map[uint64]*branch // last branch for each hash; nil while the set has fewer than two branches
}

// add adds b to the set. If the set has an equal branch, b is merged into it and released.
func (l *branchSet) add(x *explorer, b *branch) {
	if b.previous = nil; len(l.list) == 0 {
		l.list = append(l.list, b)
		return
	}
	if l.byHash == nil {
		l.byHash = map[uint64]*branch{x.hashBranch(l.list[0]): l.list[0]}
	}
	hash := x.hashBranch(b)
	for same := l.byHash[hash]; same != nil; same = same.previous {
		if x.equalBranches(same, b) {
			same.mergeFrom(b)
			x.releaseBranch(b)
			return
		}
	}
	b.previous, l.byHash[hash], l.list = l.byHash[hash], b, append(l.list, b)
}

// mergeEqual merges equal branches.
func (x *explorer) mergeEqual(branches []*branch) []*branch {
	if len(branches) < 3 { // not worth the hashes
		return branches
	}
	var l branchSet
	for _, b := range branches {
		l.add(x, b)
	}
	return l.list
}

// hashBranch returns a hash that is equal for equal branches.
func (x *explorer) hashBranch(b *branch) uint64 {
	h := hash(0)
	for i, a := range b.actors {
		if a != nil {
			h.addBits(x.hashActor(i, a))
		}
	}
	for depth := range b.frames {
		for _, row := range b.frames[depth].rows {
			h.addFloat(row.From)
		}
		h.addResults(b.frames[depth].results, x.live[depth].steps)
	}
	if b.row != nil {
		h.addFloat(b.row.From)
	}
	return uint64(h)
}

// hash is a running 64-bit hash.
type hash uint64

// addBits mixes 64 bits into the hash.
func (h *hash) addBits(v uint64) {
	// Two arbitrary odd constants with well-mixed bits.
	high, low := bits.Mul64(uint64(*h)^v^0x2d358dccaa6c78a5, 0x9e3779b97f4a7c15)
	*h = hash(high ^ low)
}

// addFloat mixes a number into the hash. 0 and −0 are equal.
func (h *hash) addFloat(v float64) { h.addBits(math.Float64bits(v + 0)) }

// hashedActor caches the hash of the last *Actor seen at an index; branches share actors.
type hashedActor struct {
	actor *Actor // last actor seen; nil for none
	hash  uint64 // its hash
}

// hashActor returns a hash of the actor a with index i in Run.copies, which is equal for equal actors. Of the fields that
// Actor.hasEqualState compares, it covers only the few that differ most often between branches.
func (x *explorer) hashActor(i int, a *Actor) uint64 {
	for len(x.hashed) <= i {
		x.hashed = append(x.hashed, hashedActor{})
	}
	cached := &x.hashed[i]
	if cached.actor == a {
		return cached.hash
	}
	h := hash(i)
	for _, level := range a.Levels {
		h.addFloat(level.Now)
		h.addFloat(level.Carry)
	}
	for k := range a.Conditions {
		h.addBits(uint64(a.Conditions[k].Condition.index))
		h.addFloat(a.Conditions[k].Number)
	}
	for k := range a.Cards { // the lengths and first letters of the names are enough to tell most cards apart
		h.addBits(uint64(len(a.Cards[k].Name)+len(a.Cards[k].Pile)<<8) + uint64(a.Cards[k].Name[0])<<16)
	}
	cached.actor, cached.hash = a, uint64(h)
	return cached.hash
}

// equalBranches reports whether two branches agree in everything that can still affect the odds.
func (x *explorer) equalBranches(a, b *branch) bool {
	if a.row != b.row || a.hasFirstRoll != b.hasFirstRoll || a.ended != b.ended || len(a.frames) != len(b.frames) || !slices.Equal(a.liftedFilters, b.liftedFilters) {
		return false
	}
	for i := range max(len(a.actors), len(b.actors)) {
		if p, q := a.actorCopy(i), b.actorCopy(i); p != q && (p == nil || q == nil || !p.hasEqualState(q)) {
			return false
		}
	}
	for depth := range a.frames {
		if !x.equalFrames(&a.frames[depth], &b.frames[depth], depth) {
			return false
		}
	}
	return true
}

// equalFrames reports whether the frames a and b, at the given depth of the stack, agree in everything that is still read.
func (x *explorer) equalFrames(a, b *branchFrame, depth int) bool {
	if !slices.Equal(a.rows, b.rows) || a.sides != b.sides && !equalSides(a.sides, b.sides) {
		return false
	}
	for i := range a.args {
		if x.live[depth].params&(1<<i) != 0 && a.args[i] != b.args[i] {
			return false
		}
	}
	return equalResults(a.results, b.results, x.live[depth].steps)
}

// equalResults reports whether the results a and b of a sequence agree in everything that is listed in reads.
func equalResults(a, b []stepResult, reads []stepRead) bool {
	for _, read := range reads {
		p, q := &a[read.step], &b[read.step]
		// These parts of a result count for any reader; margin and roll count only if they are read raw.
		if p.row != q.row || p.side != q.side || p.total != q.total || p.chosen != q.chosen || p.tool != q.tool || p.check.degree != q.check.degree ||
			p.check.success != q.check.success || (p.faces^q.faces)&read.faces != 0 || faceCounts(p.check.roll^q.check.roll)&read.faces != 0 || !slices.Equal(p.losses, q.losses) {
			return false
		}
		if read.isRaw && p.check != q.check {
			return false
		}
		if p.sub != q.sub && !equalNested(p.sub, q.sub) {
			return false
		}
	}
	return true
}

// equalNested reports whether the results a and b of a nested sequence agree in everything that is read outside it. Either can be nil.
func equalNested(a, b *stepResults) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.seq == b.seq && equalResults(a.results, b.results, a.seq.outsideReads)
}

// addResults mixes the results listed in reads into the hash.
func (h *hash) addResults(results []stepResult, reads []stepRead) {
	for _, read := range reads {
		result := &results[read.step]
		if h.addFloat(result.total); read.faces != 0 {
			h.addBits(uint64((result.faces | faceCounts(result.check.roll)) & read.faces))
		}
		if result.row != nil {
			h.addFloat(result.row.From)
		}
		if result.check.degree != nil {
			h.addBits(uint64(result.check.degree.index))
		}
		if result.sub != nil {
			h.addBits(result.sub.hash)
		}
	}
}
