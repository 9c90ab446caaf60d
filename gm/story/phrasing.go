package story

import (
	"hash/fnv"
	"io"
	"iter"
	"slices"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/phrase"
)

// Choice among several phrasings of a fact. A Say is what a rule has to say about a fact: one pattern, several phrasings (Variants), or a
// pattern for each case. A role stands for one of the two people of a fact: the one who acts (RoleWho) or the other (RoleOther). Looks are
// the description by which the reader knows a person without a name, such as “a big man”.

// RecentPhrasings is the number of recent phrasings that are avoided as long as others remain: those of about a dozen blows.
const RecentPhrasings = 32

// choosePhrasing chooses one of several phrasings, by the number of the passage, which reveals nothing that the reader doesn't know. It
// avoids the reader's latest phrasings as long as others remain; otherwise it takes the one read longest ago. The search begins at the sum
// of the number's digits in base n, for n phrasings; that sequence has no period, so that no one reads the same phrasing every turn. A
// phrasing that would repeat a name or a word of one, or introduce a person by shortened looks, is the last choice.
func (t *teller) choosePhrasing(ways []*phrase.Say) *phrase.Say {
	for _, unfit := range []func(*phrase.Pattern) bool{t.introducesSomeone, t.repeatsName} {
		if fit := collect.Filter(ways, func(way *phrase.Say) bool { return !unfit(t.currentPattern(way)) }); len(fit) > 0 {
			ways = fit
		}
	}
	// first is where the search begins; it differs from deed to deed and from passage to passage
	n := len(ways)
	first := int(hashText(t.fact.Of) >> 8)
	for x := t.passage.Number; x > 0 && n > 1; x /= int64(n) {
		first += int(x % int64(n))
	}
	var chosen *phrase.Say
	oldest := len(t.passage.LatestPhrasings)
	for i := range n {
		way := ways[(first+i)%n]
		if at := collect.LastIndex(t.passage.LatestPhrasings, hashPattern(way)); at < oldest {
			chosen, oldest = way, at
		}
	}
	t.passage.LatestPhrasings = append(slices.Clip(t.passage.LatestPhrasings), hashPattern(chosen))
	return chosen
}

// currentPattern returns the pattern of a phrasing that applies now.
func (t *teller) currentPattern(way *phrase.Say) *phrase.Pattern {
	lately := t.passage.LatestPhrasings
	pattern, _, _ := t.findPattern(way)
	t.passage.LatestPhrasings = lately
	return pattern
}

// introducesSomeone reports whether a pattern casually introduces a person whom the reader knows by looks: one who acts after another
// person does, or one whose looks are shortened or repeat the word next to them: “from the man from the docks”.
func (t *teller) introducesSomeone(pattern *phrase.Pattern) bool {
	if pattern == nil {
		return false
	}
	start := &pattern.Clauses[0]
	// after “draws a knife and”, the pattern must have the same subject and name the other person
	if last := len(t.clauses) - 1; last >= 0 && t.clauses[last].fact.Kind == Hold {
		namesOther := slices.Contains(slices.Collect(namedRoles(start.Rest)), phrase.RoleOther)
		if t.clauses[last].subject != t.personInRole(start.Subject) || t.other > 0 && !namesOther {
			return true
		}
	}
	// a new person must come first and be seen to act
	if len(t.clauses) == 0 && t.isNewByLooks(phrase.RoleWho) && !t.passage.People[t.who].Mentioned {
		acts := slices.ContainsFunc(pattern.Clauses, func(c phrase.Clause) bool { return c.Subject == phrase.RoleWho && c.Verb.IsTagged })
		if !acts || start.Subject != phrase.RoleWho {
			return true
		}
	}
	return t.mentionsUnclearly(pattern)
}

// isNewByLooks reports whether the person in a role is known by looks and wasn't mentioned yet.
func (t *teller) isNewByLooks(role phrase.Role) bool {
	who := t.personInRole(role)
	return t.looksOf(who) != "" && !t.passage.People[who].You && !t.passage.People[who].Unknown && !slices.Contains(t.mentioned, who)
}

// mentionsUnclearly reports whether a pattern's first mention of a new person is unclear: with shortened looks, or next to a word of the
// looks.
func (t *teller) mentionsUnclearly(pattern *phrase.Pattern) bool {
	met := map[phrase.Role]bool{} // roles mentioned so far
	for i := range pattern.Clauses {
		c := &pattern.Clauses[i]
		met[c.Subject] = true
		for j, p := range c.Rest {
			if p.Kind == phrase.PiecePossessive && t.hasPossessiveName(t.personInRole(p.Role)) {
				return true
			}
			if p.Role == phrase.NoRole || met[p.Role] || !t.isNewByLooks(p.Role) {
				continue
			}
			met[p.Role] = true
			looks := t.looksOf(t.personInRole(p.Role))
			if _, noun := BareLooks(t.rs, looks); p.Kind == phrase.PiecePossessive && !strings.HasSuffix(looks, noun) {
				return true
			}
			if slices.ContainsFunc(neighbouringWords(c.Rest, j), func(word string) bool { return slices.Contains(strings.Fields(looks), word) }) {
				return true
			}
		}
	}
	return false
}

// neighbouringWords returns the last word of the piece before the one at an index, and the first word of the piece after it.
func neighbouringWords(pieces []phrase.Piece, at int) (list []string) {
	if at > 0 {
		if before := strings.Fields(pieces[at-1].Text); len(before) > 0 {
			list = append(list, before[len(before)-1])
		}
	}
	if at+1 < len(pieces) {
		after, _, _ := strings.Cut(strings.TrimSpace(pieces[at+1].Text), " ")
		list = append(list, after)
	}
	return list
}

// hasPossessiveName reports whether a person's name contains a possessive, as in “the hut's warrior's blow”.
func (t *teller) hasPossessiveName(who int) bool {
	return who > 0 && slices.ContainsFunc(t.language.Possessive, func(rule []string) bool {
		return len(rule) == 2 && strings.Contains(t.passage.People[who].Name, rule[1]+" ")
	})
}

// mentions records which roles a text has mentioned, to find names that it would repeat.
type mentions struct {
	t       *teller              // teller of the text
	roles   map[phrase.Role]bool // roles mentioned so far
	repeats bool                 // whether a name was repeated
}

// add records a mention of a role. If the role was mentioned before and a pronoun would be unclear, the name is repeated.
func (m *mentions) add(role phrase.Role, isPronounUnclear bool) {
	who := m.t.personInRole(role)
	if who <= 0 || m.t.passage.People[who].You {
		return
	}
	m.repeats = m.repeats || m.roles[role] && isPronounUnclear
	m.roles[role] = true
}

// repeatsName reports whether a pattern names one of the two people of the deed again where no pronoun is possible.
func (t *teller) repeatsName(pattern *phrase.Pattern) bool {
	if pattern == nil || len(pattern.Clauses) == 0 {
		return false
	}
	start := &pattern.Clauses[0]
	sharePronoun := t.who != t.other && t.pronounSet(t.who) == t.pronounSet(t.other)
	m := &mentions{t: t, roles: map[phrase.Role]bool{}}
	subject := phrase.NoRole                                        // role of the previous clause's subject
	if last := len(t.clauses) - 1; last >= 0 && start.Joint != "" { // it continues from the previous clause, which mentioned both
		m.roles[phrase.RoleWho], m.roles[phrase.RoleOther] = true, true
		switch t.clauses[last].subject {
		case t.who:
			subject = phrase.RoleWho
		case t.other:
			subject = phrase.RoleOther
		}
		if start.Joint == " "+t.language.And+" " { // it must continue that person's deed or state
			m.repeats = start.Subject != subject || t.clauses[last].endsWithClause()
		}
	}
	if (sharePronoun || t.isThing(t.who)) && start.Subject != phrase.RoleWho && t.actsAgain() { // “it” would be the blow, or the other
		return true
	}
	for i := range pattern.Clauses {
		c := &pattern.Clauses[i]
		m.repeats = m.repeats || t.echoesLooks(c)
		if c.Subject != phrase.NoRole && c.Subject != subject {
			m.add(c.Subject, sharePronoun || t.pronounForm(t.personInRole(c.Subject), formWho) == "")
		}
		subject = c.Subject
		for role := range namedRoles(c.Rest) {
			if role != subject {
				m.add(role, sharePronoun && subject == phrase.NoRole)
			}
		}
	}
	return m.repeats
}

// actsAgain reports whether the actor of the current step rolls once more after it.
func (t *teller) actsAgain() bool {
	at := slices.IndexFunc(t.passage.Facts, func(f Fact) bool { return f == *t.fact })
	rollsAgain := func(f Fact) bool { return f.Kind == Step && f.Who == t.fact.Who && f.Degree != "" && !f.RolledByOther }
	return at >= 0 && t.fact.Kind == Step && slices.ContainsFunc(t.passage.Facts[at+1:], rollsAgain)
}

// echoesLooks reports whether the verb of a clause repeats a word of its subject's looks: “the shooter shoots”.
func (t *teller) echoesLooks(c *phrase.Clause) bool {
	if c.Subject == phrase.NoRole {
		return false
	}
	verb, _ := t.conjugateVerb(c.Verb, 2)
	return slices.ContainsFunc(strings.Fields(t.looksOf(t.personInRole(c.Subject))), func(word string) bool { return strings.HasPrefix(word, verb) })
}

// namedRoles iterates over the roles of pieces that name a person, in order.
func namedRoles(pieces []phrase.Piece) iter.Seq[phrase.Role] {
	return func(yield func(phrase.Role) bool) {
		for _, p := range pieces {
			if p.Role != phrase.NoRole && !yield(p.Role) {
				return
			}
			for role := range namedRoles(p.Parts) {
				if !yield(role) {
					return
				}
			}
		}
	}
}

// hashPattern returns the hash of the pattern of a phrasing or, if it has cases, of its first pattern.
func hashPattern(way *phrase.Say) uint32 {
	if way.Pattern == nil {
		way = way.Leaves()[0]
	}
	return hashText(way.Pattern.Text)
}

// hashText returns the hash of a text.
func hashText(text string) uint32 {
	h := fnv.New32a()
	io.WriteString(h, text)
	return h.Sum32()
}
