/*
Package campaign reads campaigns: folders of YAML with the tables that change their pack, characters, encounters and
choices for rulings. It knows files and what stands in them, but nothing of a session, a screen or the prompt.

# Parts

A [Campaign] is one that was read: its rules, compiled with all that is laid over the pack, who belongs to it, and its
encounters. It never changes; a folder that was edited is read again. [Open] loads one by name, a campaign that comes
along or a folder, and gives all mistakes at once, each with its place.

  - campaign.go reads campaign.yaml and the tables beside it
  - character.go reads characters' files
  - encounter.go reads encounters; an [Encounter] has its [Combatant]s
  - scene.go reads what encounters prepare beside people: secrets, threads, clocks
  - encounterfile.go writes the file of an encounter; rewrite.go keeps what is not changed in one that is there, and
    diff.go shows what would be
  - files.go reads files in bounds: no pipes or devices, nothing too large
  - vet.go looks for every mistake and warns of what is likely one; each choice of each ruling is tried
  - since.go compares a campaign with an earlier state of it, and says what differs
  - draft.go makes characters: a [Draft] is one being made, held to what the rules let it spend
  - fingerprint.go tells states of a campaign apart: under which rules something was decided
  - schema.go says which keys the files have, for schemas

# Bounds

All that is read is within the campaign's folder or its pack. A path that leads out is a mistake and is not read. What
cannot be read is a mistake too, never left out in silence, since house rules that vanish are worse than a program that
does not start.

# Where to begin

[Open], then Campaign.readOwnFile for the file itself and Campaign.readFiles for what is loaded by it. A new key of campaign.yaml is a
field of campaignFile; a new key of an encounter one of encounterFile. Schemas and vet follow from the types.
*/
package campaign
