/*
Package story tells entries in sentences: "Kira swings her sabre at Grell; he fails to parry and is hit in the right lower leg. He is
hurt." It contains no words of a language and no names of a game: the pack has the sentence patterns, under `say`, and tables/languages
has the words of each language.

An entry becomes a [Passage]: facts, in the order in which they are told, and the people in them by number. [Collect] computes it for
one reader, whose knowledge a [Veil] decides; [GMVeil] is the veil of the game master. A [Fact] holds no actor and no state, so
that a sentence can't reveal more than the veil allows. [Tell] writes the sentences of a passage, in the same way for every reader.

# How a passage becomes sentences

For each fact a teller finds the pattern of the nearest entry that has one: the step, an outer step, the action, the condition, or the
language. A pattern yields clauses. The clause of the deed is postponed until a fact tells the whole deed or follows it. Equal clauses
of several people are merged; clauses of the same subject become a list with one verb each. The clauses are then joined to
sentences, with names at the first mention and with pronouns if they are unambiguous.

fact.go defines facts, collect.go and change.go create them, tell.go finds the patterns, phrasing.go chooses among
phrasings, word.go fills the patterns, people.go names people, and sentence.go joins the clauses.
*/
package story
