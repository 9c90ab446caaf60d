/*
Package story tells what was played in sentences: "Kira swings her sabre at Grell; he fails to parry and is hit in the right
lower leg. He is hurt." It knows no word of any language and no name of any game: the patterns stand in the pack, under say, and
the words of the language in tables/languages.

An entry becomes a [Passage]: facts, in the order in which they are told, and the people in them by number. [Collect] makes it, for
one reader, and asks a [Veil] for everything that the reader may know; [Everything] is that of the game master. A [Fact] holds no
actor and no state, so that a sentence cannot say more than the veil let through. [Tell] makes sentences of a passage, the same way
for every reader.

# How a passage becomes sentences

A teller finds for each fact the pattern of the nearest thing that says it: the step, an outer step that says it for its inner
ones, the action, the condition, or the language. The pattern gives clauses. The deed waits until something tells it as a whole
or follows it. Clauses that several do alike become one; those of the same subject become a list with one verb each; then come the
sentences, with names at the first mention and pronouns where only one person can be meant.

fact.go has the facts, collect.go and change.go make them, tell.go finds the patterns, word.go fills them, people.go names people,
and sentence.go joins the clauses.
*/
package story
