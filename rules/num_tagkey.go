package rules

import "hybrid/rules/formula"

// Sets of words that rolls are about, each met once and then known by its key, so that what follows from the words is not
// worked out again.

// tagKey is one set of words that rolls are about, as far as these bring all others with them. What it brings is worked
// out the second time that it is met: many are never met again.
type tagKey struct {
	words   tagSet
	known   bool
	tags    tagSet
	dynamic bool // some words depend on what happens, or it is not known whether they do: nothing may be worked out beforehand
	whens   []stepWhen
}

// tagKeys are the sets of words that were met, which a memory keeps from run to run: they depend on the rules alone.
type tagKeys map[tagSet]*tagKey

// maxTagKeys is how many are kept at the most.
const maxTagKeys = 1 << 10

// stepWhen is the condition of a step for rolls with a tag key. It is specialised the second time that it is asked.
type stepWhen struct {
	asked bool
	known bool
	never bool
	by    flagFunc // nil if it always holds
}

// follow adds to the words of the frame's roll those that follow from them, and from what has happened.
func (f *Frame) follow() {
	if f.run.unknown != nil {
		f.tagKey = nil
		f.followUnknown()
		return
	}
	if f.tagKey = f.run.tagKeys.of(f); !f.tagKey.dynamic {
		f.tags = f.tagKey.tags
		return
	}
	f.tagKey = nil
	for _, tag := range f.rs.derived {
		if f.holds(tag.when) {
			f.tags.add(tag.bit)
		}
	}
}

// of finds the key of the tags of a frame's roll.
func (all *tagKeys) of(f *Frame) *tagKey {
	k := (*all)[f.tags]
	switch {
	case k == nil:
		if *all == nil || len(*all) >= maxTagKeys {
			*all = tagKeys{}
		}
		k = &tagKey{words: f.tags, dynamic: true}
		(*all)[f.tags] = k
	case !k.known:
		k.learn(f)
	}
	return k
}

// learn finds the tags that follow from those of a frame's roll.
func (k *tagKey) learn(f *Frame) {
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

// specialiseTags specialises what depends on the words of the frame's roll alone.
func specialiseTags(by *Formula, f *Frame) *Formula {
	return by.Specialise(func(read formula.Read[*Frame]) scopeValue {
		if read.Of == (ofTags{}) {
			return constantValue(read.Value, f)
		}
		return read.Value
	})
}

// holds reports whether a step is carried out.
func (s *Step) holds(f *Frame) bool {
	if f.tagKey == nil || s.when == nil {
		return f.holds(s.when)
	}
	if f.tagKey.whens == nil {
		f.tagKey.whens = make([]stepWhen, f.rs.counted.steps)
	}
	w := &f.tagKey.whens[s.id]
	if !w.known {
		if !w.asked {
			w.asked = true
			return f.holds(s.when)
		}
		by := specialiseTags(s.when, f)
		w.by, w.known = by.Flags(), true
		if holds, fixed := by.Const(); fixed {
			w.by, w.never = nil, holds == 0
		}
	}
	return !w.never && (w.by == nil || f.test(w.by))
}
