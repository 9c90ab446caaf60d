/*
Package sheet computes the contents of a character sheet: one model, a [Sheet], for every layout. Its sections are tables of labels,
numbers and chances, with the same order and words in all layouts. [New] computes it from a state, which is complete or reduced to a
player's knowledge.

It has four layouts: text and JSON of cmd/hybrid, the printable sheet.html ([Sheet.WriteHTML]), a page of gm/dashboard, and a part of
the page that gm/seats sends to players' phones.

sheet.go has the model and most sections; fight.go has attacks and defences with their chances, without the effects of opponents.
*/
package sheet
