/*
Package campaign reads campaigns: folders of YAML with the tables that change their pack, characters, encounters and
choices for rulings. It knows files and their contents, but no session, screen or prompt.

# Parts

A [Campaign] holds the contents of a folder: its rules, compiled from the pack and all tables on top of it, its cast, and its
encounters. It is immutable; after an edit the folder is read again. [Open] loads a built-in campaign by its name, or a folder, and
returns all mistakes at once, each with its position.

  - campaign.go reads campaign.yaml and the tables next to it
  - character.go reads characters' files
  - encounter.go reads encounters; an [Encounter] has its [Combatant]s
  - scene.go reads the secrets, threads and clocks of encounters
  - encounterfile.go writes the file of an encounter; rewrite.go keeps the unchanged parts of an existing file, and
    diff.go previews the changes
  - files.go reads files safely: no pipes or devices, nothing too large
  - vet.go reports every mistake and warns of likely ones; it tries each choice of each ruling
  - since.go lists the differences between two states of a campaign
  - draft.go creates characters: a [Draft] is an unfinished one, limited to the points that the rules allow
  - fingerprint.go computes hashes of a campaign's rules, to tell under which an entry was decided
  - schema.go lists the keys of the files, for schemas

# Bounds

Only files in the campaign's folder or its pack are read. A path that leads out of them is a mistake. An unreadable file is a
mistake, too, and never silently skipped, since vanished house rules are worse than a program that does not start.

# Where to begin

[Open], then Campaign.readOwnFile for the campaign's own file and Campaign.readFiles for the files that it refers to.
A new key of campaign.yaml is a field of campaignFile; a new key of an encounter is one of encounterFile. Schemas and vet follow from
the types.
*/
package campaign
