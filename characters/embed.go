package characters

import "embed"

// Files has one file NAME.yaml for each character, at its top, and their pictures in the folder portraits. It is read-only.
//
//go:embed *.yaml portraits
var Files embed.FS
