package source

import (
	"bytes"
	"sync"
)

// A cache of parsed files, since the same files are read repeatedly.

// parsedFile is a file without mistakes.
type parsedFile struct {
	data []byte // content, to detect changes of the file
	node *Node  // result of parsing it
}

// maxCachedFiles is the highest number of cached files; a large game with its campaign has about a hundred. When it is reached, the
// cache is emptied.
const maxCachedFiles = 256

// parsedFiles caches the last parsed files by name. The same files are read again when one file of a game changes, and when several
// campaigns use the same pack.
var parsedFiles struct {
	sync.Mutex
	files map[string]parsedFile
}

// parseCached returns the cached node of f if the file has not changed, else parses it.
func parseCached(f File, r *Report) *Node {
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
	if parsedFiles.files == nil || len(parsedFiles.files) >= maxCachedFiles {
		parsedFiles.files = map[string]parsedFile{}
	}
	parsedFiles.files[f.Name] = parsedFile{bytes.Clone(f.Data), node}
	return node
}
