package tables

import "embed"

// Files has one folder for each pack, with the name of the pack. It is read-only.
//
//go:embed hybrid wastelands tombs laboratories
var Files embed.FS

// Languages has one file for each language of the game's sentences. It is read-only.
//
//go:embed languages
var Languages embed.FS
