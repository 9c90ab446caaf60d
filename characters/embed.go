package characters

import "embed"

// Files has one file NAME.yaml for each character, at its top. It is read-only.
//
//go:embed *.yaml
var Files embed.FS
