package source

import (
	"bytes"
	"sync"
)

// parsedFile is a file without a mistake, and what it was parsed to.
type parsedFile struct {
	data []byte
	node *Node
}

// maxRead is how many files are remembered; a large game with its campaign has about a hundred.
const maxRead = 256

// parsedFiles is what the files that were read last were parsed to, by name: when one file of a game changes, and where several
// campaigns stand on one pack, the same ones are read again.
var parsedFiles struct {
	sync.Mutex
	files map[string]parsedFile
}

// parseAgain parses f, or returns the node of the last time if the file has not changed since.
func parseAgain(f File, r *Report) *Node {
	parsedFiles.Lock()
	parsed := parsedFiles.files[f.Name]
	parsedFiles.Unlock()
	if parsed.node != nil && bytes.Equal(parsed.data, f.Data) {
		return parsed.node
	}
	node := Parse(f.Name, f.Data, r)
	if node == nil {
		return node
	}
	parsedFiles.Lock()
	defer parsedFiles.Unlock()
	if parsedFiles.files == nil || len(parsedFiles.files) >= maxRead {
		parsedFiles.files = map[string]parsedFile{}
	}
	parsedFiles.files[f.Name] = parsedFile{bytes.Clone(f.Data), node}
	return node
}
