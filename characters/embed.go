package characters

import "embed"

// Files has a file NAME.yaml for each character in its top folder, and their pictures in the folder portraits. It is read-only.
//
//go:embed *.yaml portraits
var Files embed.FS
