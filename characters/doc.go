/*
Package characters embeds the program's sample characters in [Files], one YAML file for each. It doesn't parse them; package rules does
([hybrid/rules.Ruleset.ReadSheet]). Any campaign can name them in its cast.

# A character's file

	character: {name: Kira Vance, player: Ana, notes: "…"}
	stats:     {PST: 14, PEN: 13, …}              # the given statistics; the others are derived from them
	adjust:    {PFT: {plus: 3}}                   # changes a derived number: plus, times or value
	skills:    {sword: 8, knife: 6}               # ranks
	pools:     {shared: [blades]}                 # skill pools, whose skills are learnt together
	gear:      [sabre, dagger]                    # the first item is in hand
	armour:    {head: padded_cap, chest: chain_on_leather}

`hybrid help character` lists all keys. Commands and encounters refer to a character by the name of its file.

# The characters

kira, dov, ilse, bram, sefa and yann are the party of the sample campaign. grell leads the Low Tide gang; dock_cutter,
door_warden, loft_shooter, harpooner, bruiser, roof_runner and lantern_lad are its members. madame_orlo, mute_porter,
brass_warden and excise_agent are the other powers of the town.

# Where to begin

	go run ./cmd/hybrid sheet kira
	go run ./cmd/hybrid new character Rook --skill juggling=6 --campaign FOLDER

To add a character, create its YAML file here. TestEveryCharacterLoads in package tables loads it. The party's numbers are part of
transcripts (recorded sessions that tests replay) and golden frames (expected screens of the dashboard), so a change to them appears there.
*/
package characters
