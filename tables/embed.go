// Package tables holds the rule packs that come with the program, one folder of YAML each, and knows nothing of what they say.
package tables

import "embed"

// Files has one folder for each pack, named after it. It is read-only.
//
//go:embed hybrid
var Files embed.FS
