// Package characters holds the sample characters that come with the program, one YAML file each, and knows nothing of what they say.
package characters

import "embed"

// Files has one file NAME.yaml for each character, at its top. It is read-only.
//
//go:embed *.yaml
var Files embed.FS
