/*
Package campaigns embeds the program's sample campaigns in [Files], one folder for each. It doesn't parse them; gm/campaign does. Step 1
of the manual (`hybrid help step 1`) creates a campaign from scratch.

A campaign is played by the rules of a pack, such as tombs (package tables), and can change them by tables of its own.

# A campaign's folder

	campaign.yaml     the campaign's name, pack, cast and choices among variants of the rules (rulings)
	encounters/       a file for each scene: the combatants, their sides, and the situations that apply to all of them
	characters/       a file for each of the campaign's own characters; others come from package characters
	tables/           additions and changes to the pack, entry by entry; see `hybrid help layers`
	pictures/         pictures that can be shown to players, and handouts/ with plain texts

Only campaign.yaml is required.

# The campaigns

saltmarket is the default campaign: a harbour town, played by the pack as it is. Its encounter warehouse is the fight in the README, in most
transcripts (recorded sessions that tests replay) and in the golden frames (expected screens of the dashboard).

cold_lantern shows how much data alone can change: starships with their own skills, arms and armour, plasma that keeps burning, suits that
leak, a limited supply of air, minds that control other minds, a different table of degrees and a different ruling. All of it is in the
campaign's tables, which can be compared with those of the pack.

catacombs is a different game, the pack tombs: a dungeon in which two sides take turns. Squares and lines of sight are handled at the
table. A quest is an encounter whose sides have conditions for victory.

heresiarch uses the pack laboratories: a skirmish of two players who take turns with one fighter each. Squares, lines of sight, cards and
counters are handled at the table; the game master ticks their consequences, or adds points to the command.

two_tribes uses the pack wastelands: two tribes fight over a map in a series of battles, with an intermission after each. The board, the map
and most cards are handled at the table.

# Where to begin

	go run ./cmd/hybrid play cold_lantern
	go run ./cmd/hybrid vet --campaign campaigns/cold_lantern
	go run ./cmd/hybrid try changes --campaign campaigns/cold_lantern

The last command lists what the campaign's tables change. To add a campaign to the program, create its folder here and name it in the
go:embed line of embed.go. Then TestEveryCampaignLoads in package tables loads it, and `hybrid vet` without a path checks it, too.
*/
package campaigns
