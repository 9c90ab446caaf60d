package campaign

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io/fs"
	"maps"
	"path"
	"slices"
	"sync"

	"hybrid/campaigns"
)

// Fingerprints: short hashes of a campaign's files, by which a session recognises entries that were decided under other rules.

// engineEdition is a part of every fingerprint. Increase it whenever the engine decides something differently although the files are the
// same, so that entries of older sessions are recognised as decided by other rules and aren't replayed.
const engineEdition = "3"

// Fingerprint returns a hash of the campaign's rules: of every file of the packs and of its own tables, of its choices for rulings, and of
// engineEdition. Each entry of a session stores the fingerprint of the rules that decided it. It does not depend on the path of the folder.
func (c *Campaign) Fingerprint() string {
	h := sha256.New()
	hashNamedPart(h, "engine", []byte(engineEdition))
	for _, layer := range c.sources {
		for _, file := range layer.Files {
			hashNamedPart(h, path.Base(file.Name), file.Data)
		}
		if layer.Selection != nil {
			hashNamedPart(h, "taking", []byte(layer.Selection.Text()))
		}
		hashNamedPart(h, "", nil) // separates the layers
	}
	for _, name := range slices.Sorted(maps.Keys(c.choices)) {
		hashNamedPart(h, name, []byte(c.choices[name]))
	}
	return shortHash(h)
}

// PeopleFingerprint returns a hash of the campaign's characters and encounters. The entries of a session that bring in an actor depend on
// these.
func (c *Campaign) PeopleFingerprint() string {
	h := sha256.New()
	for _, dir := range yamlFolders[1:] { // without the tables, which belong to the rules
		for _, name := range fileNames(c.folder, dir) {
			if data, err := Read(c.folder, path.Join(dir, name+".yaml")); err == nil {
				hashNamedPart(h, dir+"/"+name+".yaml", data)
			}
		}
	}
	return shortHash(h)
}

// hashNamedPart adds a part with a name to h, with the lengths of both, so that different sequences of parts never have the same bytes.
func hashNamedPart(h hash.Hash, name string, data []byte) {
	fmt.Fprintf(h, "%d %s %d ", len(name), name, len(data))
	h.Write(data)
}

// shortHash returns the first 8 bytes of a hash in hex, enough to distinguish thousands of states of a campaign.
func shortHash(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)[:8]) }

// IsBuiltIn reports whether name is the name of a built-in campaign.
func IsBuiltIn(name string) bool {
	_, err := fs.Stat(campaigns.Files, name)
	return err == nil
}

// BuiltInFingerprint returns the fingerprint of the built-in campaign with the given name, without choices on the command line, or "" if it
// can't be loaded.
func BuiltInFingerprint(name string) string {
	folder, err := fs.Sub(campaigns.Files, name)
	if err != nil {
		return ""
	}
	c := &Campaign{Name: name, folder: folder, prefix: "campaigns/" + name, portraits: &sync.Map{}}
	if _, err := c.readFiles(loadRules); err != nil || c.Rules == nil {
		return ""
	}
	return c.Fingerprint()
}
