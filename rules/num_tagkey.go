package rules

import "hybrid/rules/formula"

// Caches of facts that depend only on the tags of a roll. Each set of tags has a key that holds them, so that they are calculated once. A
// derived tag is one with a formula; it applies automatically.

// tagKey is a set of tags of a roll, with the derived tags that follow from it. Derived tags are calculated at the second occurrence of the
// set, since many sets occur only once.
type tagKey struct {
	words   tagSet     // tags without derived ones
	next    *tagKey    // next key in the same bucket of tagKeys; nil for none
	known   bool       // whether derived tags were calculated
	tags    tagSet     // tags with derived ones
	dynamic bool       // whether some derived tags depend on play or are not calculated yet, which rules out specialising
	whens   []stepWhen // conditions of steps, by step id; nil until one is evaluated
}

// tagKeys is a hash table of the sets of tags that have occurred. It depends only on the rules and is kept from run to run.
type tagKeys struct {
	buckets [1 << tagKeyBits]*tagKey // first key by hash; nil for an empty bucket
	count   int                      // number of keys
}

// tagKeyBits is the binary logarithm of the number of buckets.
const tagKeyBits = 9

// maxTagKeys is the highest number of sets that are kept.
const maxTagKeys = 1 << 10

// stepWhen is the condition of a step for rolls with a tag key. It is specialised at its second evaluation.
type stepWhen struct {
	wasEvaluated  bool     // whether it was evaluated before
	isSpecialised bool     // whether it is specialised
	isNeverTrue   bool     // whether it is always false
	condition     flagFunc // specialised condition; nil if it is always true or always false
}

// addDerivedTags adds the derived tags to the tags of the frame's roll.
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

// keyOf returns the key for the tags of a frame's roll, and adds it to the table if it is new.
func (table *tagKeys) keyOf(f *Frame) *tagKey {
	words := &f.tags
	// a multiplicative hash; the multiplier is 2^64 divided by the golden ratio
	bucket := &table.buckets[(words[0]^words[1]*3^words[2]*5^words[3]*7)*0x9e3779b97f4a7c15>>(64-tagKeyBits)]
	for k := *bucket; k != nil; k = k.next {
		if k.words == *words {
			if !k.known {
				k.deriveTags(f)
			}
			return k
		}
	}
	if table.count++; table.count > maxTagKeys {
		*table = tagKeys{count: 1} // empty the table; the new key is added below
	}
	*bucket = &tagKey{words: *words, next: *bucket, dynamic: true}
	return *bucket
}

// deriveTags calculates the derived tags for the tags of a frame's roll.
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
func specialiseTags(condition *Formula, f *Frame) *Formula {
	return condition.Specialise(func(read formula.ReadName[*Frame]) scopeValue {
		if read.Data == (tagsInput{}) {
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
	if !w.isSpecialised {
		if !w.wasEvaluated {
			w.wasEvaluated = true
			return f.isTrue(s.when)
		}
		condition := specialiseTags(s.when, f)
		w.condition, w.isSpecialised = condition.FlagFunc(), true
		if holds, fixed := condition.Const(); fixed {
			w.condition, w.isNeverTrue = nil, holds == 0
		}
	}
	return !w.isNeverTrue && (w.condition == nil || f.testFlag(w.condition))
}
