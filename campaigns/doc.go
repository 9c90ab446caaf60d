/*
Package campaigns holds the sample campaigns that come with the program, a folder for each, in [Files]. It knows nothing of
what they say: gm/campaign reads them, and step 1 of the manual (`hybrid help step 1`) makes one from nothing.

# A campaign's folder

	campaign.yaml     what it is called, its pack, its cast, the choices it makes for rulings
	encounters/       a file for each scene: who takes part, on which side, what holds for everybody
	characters/       a file for each character of its own; others are taken from package characters
	tables/           what it lays over the pack, entry by entry; `hybrid help layers` says how
	pictures/         pictures that can be shown to players, and handouts/ with plain texts

Only campaign.yaml has to be there.

# The campaigns

saltmarket is the one that opens where none is named: a harbour town, played by the pack as it is, without tables of its
own. Its encounter warehouse is the fight of the README, of most transcripts and of the dashboard's golden frames.

cold_lantern shows how far data alone goes: starships, with skills, arms and armour of their own, plasma that burns on,
suits that leak, air that is counted, minds that seize minds, another table of degrees and another ruling. All of it
stands in its tables, to be read beside those of the pack.

catacombs is of another game, the pack tombs: a dungeon in turns of two sides. Squares and sight stay on the table; a quest
is an encounter, whose sides say when they have won.

heresiarch is of the pack laboratories: a skirmish of two players, who take turns with one fighter each. Squares, sight,
cards and counters stay on the table: what follows from them is ticked, or said as points with the line.

# Where to begin

	go run ./cmd/hybrid play cold_lantern
	go run ./cmd/hybrid vet --campaign campaigns/cold_lantern
	go run ./cmd/hybrid try changes --campaign campaigns/cold_lantern

The last one lists what the tables of a campaign change. A new campaign that is to come along is a folder here, named in
the go:embed line of embed.go; TestEveryCampaignLoads in package tables then loads it, and `hybrid vet` without a path
reads it with the others.
*/
package campaigns
