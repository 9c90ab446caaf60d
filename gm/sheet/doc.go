/*
Package sheet works out what a character sheet shows: one model, a [Sheet], for every layout. Its sections are tables of labels, numbers
and chances, in the order and with the words of all layouts. [New] makes it of a state, either as it is or as a player knows it.

Four layouts show it: text and JSON of cmd/hybrid, sheet.html that prints ([Sheet.WriteHTML]), a page of gm/dashboard, and a part of
the page that gm/seats sends to players' phones.

sheet.go has the model and most sections; fight.go attacks and defences with their chances, before anything of the other side.
*/
package sheet
