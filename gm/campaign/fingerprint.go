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

// engineEdition is increased whenever the engine decides the same files differently, so that entries of older sessions aren't replayed with
// different rules.
const engineEdition = "3"

// Fingerprint returns a hash of the rules: of every file of the pack and of the campaign's own tables, of the choices of its rulings, and
// of the engine's edition. It does not depend on the folder.
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
		hashNamedPart(h, "", nil)
	}
	for _, name := range slices.Sorted(maps.Keys(c.choices)) {
		hashNamedPart(h, name, []byte(c.choices[name]))
	}
	return shortHash(h)
}

// PeopleFingerprint returns a hash of the campaign's characters and encounters: the other files on which an entry depends if it brings an
// actor in.
func (c *Campaign) PeopleFingerprint() string {
	h := sha256.New()
	for _, dir := range yamlFolders[1:] {
		for _, name := range fileNames(c.folder, dir) {
			if data, err := Read(c.folder, path.Join(dir, name+".yaml")); err == nil {
				hashNamedPart(h, dir+"/"+name+".yaml", data)
			}
		}
	}
	return shortHash(h)
}

// hashNamedPart adds a named part to h so that different parts give different hashes.
func hashNamedPart(h hash.Hash, name string, data []byte) {
	fmt.Fprintf(h, "%d %s %d ", len(name), name, len(data))
	h.Write(data)
}

// shortHash shortens a hash to 8 bytes in hex, enough to distinguish thousands of states of a campaign.
func shortHash(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)[:8]) }

// IsBuiltIn reports whether a campaign is built in.
func IsBuiltIn(name string) bool {
	_, err := fs.Stat(campaigns.Files, name)
	return err == nil
}

// BuiltInFingerprint returns the fingerprint of a built-in campaign; "" if it can't be loaded.
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
