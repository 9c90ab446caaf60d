package rules

import "hybrid/rules/formula"

// Sets of tags of rolls. Each is met once and then known by its key, so that its consequences are not worked out again.

// tagKey is a set of tags of rolls with the derived tags that follow from it. They are worked out when it is met the second time, as
// many sets are met only once.
type tagKey struct {
	words   tagSet
	next    *tagKey // with the same place in tagKeys
	known   bool
	tags    tagSet
	dynamic bool // whether some derived tags depend on play or are not worked out yet, so that nothing can be specialised
	whens   []stepWhen
}

// tagKeys holds the sets of tags that were met. It depends on the rules alone and is kept from run to run.
type tagKeys struct {
	met   [tagKeyPlaces]*tagKey
	count int
}

// tagKeyPlaces is a prime number, so that any bit of the tags moves a key to another place.
const tagKeyPlaces = 251

// maxTagKeys is the highest number of sets that are kept.
const maxTagKeys = 1 << 10

// stepWhen is the condition of a step for rolls with a tag key. It is specialised when it is evaluated the second time.
type stepWhen struct {
	asked bool
	known bool
	never bool
	by    flagFunc // nil if it always holds
}

// addDerivedTags adds the derived tags to those of the frame's roll.
func (f *Frame) addDerivedTags() {
	if f.run.unknown != nil {
		f.tagKey = nil
		f.addDerivedOrUnknown()
		return
	}
	if f.tagKey = f.run.tagKeys.keyOf(f); !f.tagKey.dynamic {
		f.tags = f.tagKey.tags
		return
	}
	f.tagKey = nil
	for _, tag := range f.rs.derived {
		if f.isTrue(tag.when) {
			f.tags.add(tag.bit)
		}
	}
}

// keyOf returns the key of the tags of a frame's roll, and adds it to all if it is new.
func (all *tagKeys) keyOf(f *Frame) *tagKey {
	words := &f.tags
	at := &all.met[(words[0]^words[1]*3^words[2]*5^words[3]*7)%tagKeyPlaces]
	for k := *at; k != nil; k = k.next {
		if k.words == *words {
			if !k.known {
				k.deriveTags(f)
			}
			return k
		}
	}
	if all.count++; all.count > maxTagKeys {
		*all = tagKeys{count: 1}
	}
	*at = &tagKey{words: *words, next: *at, dynamic: true}
	return *at
}

// deriveTags works out the derived tags for those of a frame's roll.
func (k *tagKey) deriveTags(f *Frame) {
	k.known, k.dynamic = true, false
	for _, tag := range f.rs.derived {
		holds, fixed := specialiseTags(tag.when, f).Const()
		k.dynamic = k.dynamic || !fixed
		if holds == 1 {
			f.tags.add(tag.bit)
		}
	}
	k.tags, f.tags = f.tags, k.words
}

// specialiseTags specialises the parts of a formula that depend only on the tags of the frame's roll.
func specialiseTags(by *Formula, f *Frame) *Formula {
	return by.Specialise(func(read formula.Read[*Frame]) scopeValue {
		if read.Of == (ofTags{}) {
			return constantValue(read.Value, f)
		}
		return read.Value
	})
}

// shouldRun reports whether a step runs.
func (s *Step) shouldRun(f *Frame) bool {
	if f.tagKey == nil || s.when == nil {
		return f.isTrue(s.when)
	}
	if f.tagKey.whens == nil {
		f.tagKey.whens = make([]stepWhen, f.rs.counted.steps)
	}
	w := &f.tagKey.whens[s.id]
	if !w.known {
		if !w.asked {
			w.asked = true
			return f.isTrue(s.when)
		}
		by := specialiseTags(s.when, f)
		w.by, w.known = by.Flags(), true
		if holds, fixed := by.Const(); fixed {
			w.by, w.never = nil, holds == 0
		}
	}
	return !w.never && (w.by == nil || f.testFlag(w.by))
}
