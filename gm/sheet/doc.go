/*
Package sheet works out what a character sheet shows: one model, a [Sheet], for every layout. Terminal and JSON are laid out in
cmd/hybrid; the page that prints is sheet.html ([Sheet.WriteHTML]).

sheet.go has statistics, pools, skills, gear and armour; fight.go attacks and defences with their chances, before anything of
the other side, as players' phones have them.
*/
package sheet
