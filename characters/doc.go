/*
Package characters holds the sample characters that come with the program, a YAML file for each, in [Files]. It knows
nothing of what they say: rules reads them ([hybrid/rules.Ruleset.ReadSheet]), and any campaign may name them in its cast.

# A character's file

	character: {name: Kira Vance, player: Ana, notes: "…"}
	stats:     {PST: 14, PEN: 13, …}              # those that are given; the others follow from them
	adjust:    {PFT: {plus: 3}}                   # plus, times or value, of any number
	skills:    {sword: 8, knife: 6}               # ranks
	pools:     {shared: [blades]}                 # pools of skills
	gear:      [sabre, dagger]                    # the first is in hand
	armour:    {head: padded_cap, chest: chain_on_leather}

`hybrid help character` lists all keys. The name of the file is what a command and an encounter call the character by.

# The characters

kira, dov, ilse, bram, sefa and yann are the party of the sample campaign. grell leads the Low Tide gang; dock_cutter,
door_warden, loft_shooter, harpooner, bruiser, roof_runner and lantern_lad are its people. madame_orlo, mute_porter,
brass_warden and excise_agent are the other powers of the town.

# Where to begin

	go run ./cmd/hybrid sheet kira
	go run ./cmd/hybrid new character Rook --skill juggling=6 --campaign FOLDER

A new character is a file here; it is embedded by its ending, and TestEveryCharacterLoads in package tables loads it. The
party's numbers stand in transcripts and golden frames, so a change of them shows there.
*/
package characters
