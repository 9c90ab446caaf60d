/*
Package campaign reads campaigns: folders of YAML files with tables that change a pack, with characters and encounters, and with choices among
variants of the rules (rulings). It knows files and their contents, but no session, screen or prompt.

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
  - fingerprint.go computes hashes of a campaign's rules, which identify the rules under which an entry of a session was decided
  - schema.go lists the keys of the files, for schemas

# Limits

Only files in the campaign's folder or its pack are read. A path that leads out of them is a mistake. An unreadable file is a
mistake, too, and never silently skipped, since vanished house rules are worse than a program that does not start.

# Where to begin

Read [Open], then Campaign.readOwnFile for the campaign's own file and Campaign.readFiles for the files that it refers to. To add a key to
campaign.yaml, add a field to campaignFile; for a key of an encounter, add one to encounterFile. Schemas and vet are derived from these types.
*/
package campaign
