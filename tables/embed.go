package tables

import "embed"

// Files has one folder for each pack, named after it. It is read-only.
//
//go:embed hybrid wastelands tombs laboratories
var Files embed.FS

// Languages has one file for each language in which play can be told. It is read-only.
//
//go:embed languages
var Languages embed.FS
