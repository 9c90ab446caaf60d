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

// RecentWays is the number of recent phrasings that are avoided as long as others remain: those of about a dozen blows.
const RecentWays = 32

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
	oldest := len(t.passage.Lately)
	for i := range n {
		way := ways[(first+i)%n]
		if at := collect.LastIndex(t.passage.Lately, hashPattern(way)); at < oldest {
			chosen, oldest = way, at
		}
	}
	t.passage.Lately = append(slices.Clip(t.passage.Lately), hashPattern(chosen))
	return chosen
}

// currentPattern returns the pattern of a phrasing that applies now.
func (t *teller) currentPattern(way *phrase.Say) *phrase.Pattern {
	lately := t.passage.Lately
	pattern, _, _ := t.findPattern(way)
	t.passage.Lately = lately
	return pattern
}

// introducesSomeone reports whether a pattern casually introduces a person whom the reader knows by looks: one who acts after another
// person does, or one whose looks are shortened or repeat the word next to them: “from the man from the docks”.
func (t *teller) introducesSomeone(pattern *phrase.Pattern) bool {
	if pattern == nil {
		return false
	}
	isNew := func(role phrase.Role) bool { // the person in the role is known by looks and wasn't mentioned yet
		who := t.personInRole(role)
		return t.looksOf(who) != "" && !t.passage.People[who].You && !t.passage.People[who].Unknown && !slices.Contains(t.seen, who)
	}
	if last, start := len(t.clauses)-1, &pattern.Clauses[0]; last >= 0 && t.clauses[last].f.Kind == Hold && // it continues from the previous clause, against someone
		(t.clauses[last].subject != t.personInRole(start.Subject) || t.other > 0 && !slices.Contains(slices.Collect(namedRoles(start.Rest)), phrase.RoleOther)) {
		return true
	}
	if isNew(phrase.RoleWho) && !t.passage.People[t.who].Told && len(t.clauses) == 0 { // that person comes first, and is seen to act
		acts := slices.ContainsFunc(pattern.Clauses, func(c phrase.Clause) bool { return c.Subject == phrase.RoleWho && c.Verb.Named })
		if !acts || pattern.Clauses[0].Subject != phrase.RoleWho {
			return true
		}
	}
	return t.mentionsUnclearly(pattern, isNew)
}

// mentionsUnclearly reports whether a pattern doesn't mention a new person plainly the first time: with shortened looks, or next to a word
// of the looks. isNew reports whether the person in a role is new.
func (t *teller) mentionsUnclearly(pattern *phrase.Pattern, isNew func(role phrase.Role) bool) bool {
	met := map[phrase.Role]bool{}
	for i := range pattern.Clauses {
		c := &pattern.Clauses[i]
		met[c.Subject] = true
		for j, p := range c.Rest {
			if p.Kind == phrase.PiecePossessive && t.hasPossessiveName(t.personInRole(p.Role)) {
				return true
			}
			if p.Role == phrase.NoRole || met[p.Role] || !isNew(p.Role) {
				continue
			}
			met[p.Role] = true
			looks := t.looksOf(t.personInRole(p.Role))
			if _, noun := BareLooks(t.rs, looks); p.Kind == phrase.PiecePossessive && !strings.HasSuffix(looks, noun) {
				return true
			}
			var neighbours []string
			if before := strings.Fields(c.Rest[max(0, j-1)].Text); j > 0 && len(before) > 0 {
				neighbours = before[len(before)-1:]
			}
			if j+1 < len(c.Rest) {
				after, _, _ := strings.Cut(strings.TrimSpace(c.Rest[j+1].Text), " ")
				neighbours = append(slices.Clip(neighbours), after)
			}
			if slices.ContainsFunc(neighbours, func(word string) bool { return slices.Contains(strings.Fields(looks), word) }) {
				return true
			}
		}
	}
	return false
}

// hasPossessiveName reports whether a person's name contains a possessive, as in “the hut's warrior's blow”.
func (t *teller) hasPossessiveName(who int) bool {
	return who > 0 && slices.ContainsFunc(t.language.Possessive, func(rule []string) bool {
		return len(rule) == 2 && strings.Contains(t.passage.People[who].Name, rule[1]+" ")
	})
}

// repeatsName reports whether a pattern names one of the two people of the deed again where no pronoun is possible.
func (t *teller) repeatsName(pattern *phrase.Pattern) (again bool) {
	if pattern == nil || len(pattern.Clauses) == 0 {
		return false
	}
	sharePronoun := t.who != t.other && t.pronounSet(t.who) == t.pronounSet(t.other)
	mentioned := map[phrase.Role]bool{}                        // roles mentioned so far
	mention := func(role phrase.Role, isPronounUnclear bool) { // records a mention; it repeats the name if a pronoun would be unclear
		if who := t.personInRole(role); who > 0 && !t.passage.People[who].You {
			again = again || mentioned[role] && isPronounUnclear
			mentioned[role] = true
		}
	}
	subject := phrase.NoRole
	if last := len(t.clauses) - 1; last >= 0 && pattern.Clauses[0].Joint != "" { // it continues from the previous clause
		mentioned[phrase.RoleWho], mentioned[phrase.RoleOther] = true, true
		switch t.clauses[last].subject {
		case t.who:
			subject = phrase.RoleWho
		case t.other:
			subject = phrase.RoleOther
		}
	}
	if last := len(t.clauses) - 1; last >= 0 && pattern.Clauses[0].Joint == " "+t.language.And+" " { // it continues from another person's deed or state
		again = pattern.Clauses[0].Subject != subject || t.clauses[last].endsWithClause()
	}
	if (sharePronoun || t.isThing(t.who)) && pattern.Clauses[0].Subject != phrase.RoleWho && t.actsAgain() { // “it” would be the blow, or the other
		return true
	}
	for i := range pattern.Clauses {
		c := &pattern.Clauses[i]
		again = again || t.echoesLooks(c)
		if c.Subject != phrase.NoRole && c.Subject != subject {
			mention(c.Subject, sharePronoun || t.pronounForm(t.personInRole(c.Subject), formWho) == "")
		}
		subject = c.Subject
		for role := range namedRoles(c.Rest) {
			if role != subject {
				mention(role, sharePronoun && subject == phrase.NoRole)
			}
		}
	}
	return again
}

// actsAgain reports whether the actor of the current step rolls once more after it.
func (t *teller) actsAgain() bool {
	at := slices.IndexFunc(t.passage.Facts, func(f Fact) bool { return f == *t.fact })
	return at >= 0 && t.fact.Kind == Step && slices.ContainsFunc(t.passage.Facts[at+1:], func(f Fact) bool { return f.Kind == Step && f.Who == t.fact.Who && f.Degree != "" && !f.Theirs })
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
