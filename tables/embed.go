package tables

import "embed"

// Files has one folder for each pack, named after it. It is read-only.
//
//go:embed hybrid wastelands tombs laboratories
var Files embed.FS
