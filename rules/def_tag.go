package rules

import (
	"cmp"
	"slices"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// Tags: words that describe a roll, stored as sets of bits. All words are collected before the formulas that read them are compiled.

// Tag is a word that describes a roll. With `when`, it applies automatically, depending on other tags.
type Tag struct {
	Head `yaml:",inline"`
	// A formula over the roll's other tags: the tag applies automatically if it is true, such as `tag.physical and is.unaware`.
	When   source.Text `yaml:"when" formula:"yes"`
	Secret bool        `yaml:"secret"` // True: only the game master sees rolls with it. Default: false.
	when   *Formula    // compiled form of When; nil if only entries that name the tag give it
	bit    int         // position in a tagSet
}

// DecodeNode reads a tag. A bare value becomes its text.
func (t *Tag) DecodeNode(n *source.Node, r *source.Report) {
	if n.Kind == source.Scalar {
		t.Text = n.Text
		return
	}
	type plain Tag
	source.Decode(n, (*plain)(t), r)
}

// HasSecretRolls reports whether the game has rolls that only the game master sees.
func (rs *Ruleset) HasSecretRolls() bool {
	return rs.secret != tagSet{} || slices.ContainsFunc(rs.Sequences.All, func(s *Sequence) bool { return s.Secret })
}

// collectWords collects the words that a roll can have as tags.
func (c *compiler) collectWords() {
	rs := c.rs
	c.words = slices.Concat(rs.Tags.Names(), rs.Skills.Names(), rs.Actions.Names(), rs.Items.Names(), rs.Hazards.Names())
	if rs.Order.sidesRollInitiative() {
		c.words = append(c.words, againInitiative)
	}
	for _, table := range rs.Tables.All {
		if table.Roll.Text != "" || table.Name == rs.Pack.Worn {
			for _, row := range table.Rows {
				c.words = append(c.words, row.Name)
			}
		}
	}
	c.wordSet = make(map[string]bool, len(c.words))
	for _, word := range c.words {
		c.wordSet[word] = true
	}
	c.collectFormerWords()
}

// collectFormerWords collects the former names of words that layers renamed. A former name that is now the name of another entry means that
// entry.
func (c *compiler) collectFormerWords() {
	rs := c.rs
	c.presentNames = map[string]string{}
	for _, heads := range [][]*Head{headsOf(rs.Tags), headsOf(rs.Skills), headsOf(rs.Actions), headsOf(rs.Items), headsOf(rs.Hazards)} {
		for _, head := range heads {
			for _, former := range head.Formerly {
				if !c.wordSet[former.Text] {
					c.presentNames[former.Text] = head.Name
				}
			}
		}
	}
	for former := range c.presentNames {
		c.wordSet[former] = true
	}
}

// headsOf returns the heads of a section's entries.
func headsOf[P interface{ head() *Head }](set Set[P]) []*Head {
	return collect.Map(set.All, P.head)
}

// currentWord returns the name that a word has now, if a layer renamed it, or else the word.
func (c *compiler) currentWord(word string) string {
	return cmp.Or(c.presentNames[word], word)
}

// wordIndex returns the index of the words that a roll can have as tags, for suggestions.
func (c *compiler) wordIndex() *message.Index {
	return c.nameIndex("", func() []string { return c.words })
}

// rolledSections are the sections whose names are tags of rolls.
var rolledSections = []string{"skills", "actions", "items", "hazards"}

// tagBit returns the bit of word in tag sets, adding it if necessary, or -1 after a mistake if there are too many.
func (c *compiler) tagBit(word string, pos source.Pos) int {
	word = c.currentWord(word)
	if bit, ok := c.tagBits[word]; ok {
		return bit
	}
	if len(c.tagBits) == maxWords {
		c.addMistake(source.OutOfRange, pos, "“%s” is one tag too many. Formulas can read %d tags.", word, maxWords)
		return -1
	}
	if c.wordSet[word] {
		c.tagBits[word] = len(c.tagBits)
		return c.tagBits[word]
	}
	// at is where the campaign excludes an entry with that name. A pack below the campaign may still name it.
	if at, below := c.stack.WhereExcluded(rolledSections, word, pos); at.Line == 0 {
		c.addMistake(source.UnknownName, pos, "%s", c.wordIndex().Unknown("tag, skill, action, item or row", word, ""))
	} else if !below {
		c.addMistake(source.UnknownName, pos, "“%s”%s%s leaves it out. Keep it, or change this too.", word, source.NeededHere, at)
	}
	c.tagBits[word] = len(c.tagBits) // also after a mistake, so that it is reported only once
	return c.tagBits[word]
}

// unknownTag returns the message that there is no tag of this name. Several words in one text are to be a list.
func (c *compiler) unknownTag(text string) message.Text {
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' })
	if len(words) > 1 && c.wordSet[words[0]] {
		return message.NotA(text, "one tag", "Write a list: ["+strings.Join(words, ", ")+"]")
	}
	return c.wordIndex().Unknown("tag", text, listTagsHint)
}

// listTagsHint is the end of a message about an unknown tag if no name is similar.
const listTagsHint = "`hybrid show tags` lists them."

// checkWords reports each word that is not a tag, at its position, and replaces former names in words with the current ones. A pack below
// the campaign may name entries that the campaign excludes.
func (c *compiler) checkWords(words []source.Text) {
	for i, word := range words {
		words[i].Text = c.currentWord(word.Text)
		if at, below := c.stack.WhereExcluded(rolledSections, word.Text, word.Pos); !c.wordSet[word.Text] && (at.Line == 0 || !below) {
			c.addMistake(source.UnknownName, word.Pos, "%s", c.unknownTag(word.Text))
		}
	}
}

// compileTags adds the bits of texts and of own to the set into, once all words are known. own is the name of the entry, or "" if the name
// isn't a tag. It reports unknown words, and replaces former names in texts with the current ones.
func (c *compiler) compileTags(into *tagSet, own string, texts []source.Text) {
	for i, text := range texts {
		texts[i].Text = c.currentWord(text.Text)
		if !c.wordSet[text.Text] {
			c.addMistake(source.UnknownName, text.Pos, "%s", c.unknownTag(text.Text))
		}
	}
	c.afterTags = append(c.afterTags, func() {
		if bit, ok := c.tagBits[own]; ok {
			into.add(bit)
		}
		for _, text := range texts {
			if bit, ok := c.tagBits[text.Text]; ok {
				into.add(bit)
			}
		}
	})
}

// maxWords is the highest number of different tags that the formulas of a pack can read.
const maxWords = 256

// tagSet is a set of tags, one bit each.
type tagSet [maxWords / 64]uint64

// has reports whether the set contains a tag; a negative bit is never in it.
func (s *tagSet) has(bit int) bool { return bit >= 0 && s[bit>>6]&(1<<(bit&63)) != 0 }

// add adds a tag, unless its bit is negative.
func (s *tagSet) add(bit int) {
	if bit >= 0 {
		s[bit>>6] |= 1 << (bit & 63)
	}
}

// remove removes a tag.
func (s *tagSet) remove(bit int) { s[bit>>6] &^= 1 << (bit & 63) }

// overlaps reports whether the two sets have a tag in common.
func (s *tagSet) overlaps(other *tagSet) bool {
	for i := range s {
		if s[i]&other[i] != 0 {
			return true
		}
	}
	return false
}

// addAll adds the tags of other.
func (s *tagSet) addAll(other *tagSet) {
	for i := range s {
		s[i] |= other[i]
	}
}
