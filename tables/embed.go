package tables

import "embed"

// Files has a folder of YAML files for each pack, with the name of the pack. It is read-only.
//
//go:embed hybrid wastelands tombs laboratories
var Files embed.FS

// Languages has a YAML file for each language of the program's sentences, in the folder languages. It is read-only.
//
//go:embed languages
var Languages embed.FS

// NewGame has the folder new_game: the campaign of a small game, which a designer can change into a game of their own. It is read-only.
//
//go:embed new_game
var NewGame embed.FS
