package gm

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/gm/disk"
	"hybrid/gm/journal"
)

// Search for the file of a campaign's session (the log of all evenings of play), even after the campaign was moved or renamed.

// SessionPath returns the path of a campaign's session file in dir. A built-in campaign uses its name, any other its folder's name
// and four letters that distinguish it from others of that name.
func SessionPath(dir string, c *campaign.Campaign) string {
	if c.Home() == "" {
		return filepath.Join(dir, c.Name+".db")
	}
	folder := c.Folder()
	sum := sha256.Sum256([]byte(folder))
	letters := strings.ToLower(base32.StdEncoding.EncodeToString(sum[:])[:4])
	return filepath.Join(dir, filepath.Base(folder)+"-"+letters+".db")
}

// settingFolder is the key of the setting with the campaign's folder. Its value is empty for a built-in campaign. Sessions of early
// versions of the program, in which folders could share a session, lack it.
const settingFolder = "folder"

// Claim is a session that might belong to a campaign which has none yet: the folder named in the session is gone, or the session is from
// an early version, in which folders could share a session.
type Claim struct {
	Path      string // path of the session's file
	Folder    string // missing folder; "" if the session names none
	isCertain bool   // whether it can't belong to another campaign
}

// Question returns the question to the game master: does the session belong to the campaign c?
func (f *Claim) Question(c *campaign.Campaign) string {
	if f.Folder == "" {
		return fmt.Sprintf("%s is older than logs by folder. Was it played in %s?", f.Path, c.Folder())
	}
	return fmt.Sprintf("%s was played in %s, which is gone. Was that folder moved to %s?", f.Path, f.Folder, c.Folder())
}

// FindSessionFile returns the path of a campaign's session file: the campaign's own path, or the path of another session that certainly
// belongs to it. If claim isn't nil, the user must be asked about it; file is then the path to use if the claimed session belongs to
// another campaign.
func FindSessionFile(dir string, c *campaign.Campaign) (file string, claim *Claim) {
	own := SessionPath(dir, c)
	if c.Home() == "" || HasSessionAt(own) {
		return own, nil
	}
	claim = findClaim(c, dir, own)
	if claim != nil && claim.isCertain {
		return claim.Path, nil
	}
	return own, claim
}

// HasSession reports whether there is a session of a campaign, or one that might belong to it.
func HasSession(dir string, c *campaign.Campaign) bool {
	file, claim := FindSessionFile(dir, c)
	return claim != nil || HasSessionAt(file)
}

// HasSessionAt reports whether there is a session file at path, or a saved or salvaged copy of one.
func HasSessionAt(path string) bool {
	_, err := os.Lstat(path)
	return err == nil || len(datedFiles(path, savedKind, stampLayout))+len(datedFiles(path, salvagedKind, stampLayout)) > 0
}

// findClaim searches dir, a folder of sessions, for a session that might be the campaign's. It skips own, the campaign's own path.
// Sessions that name the folder of their campaign, or that certainly belong to this campaign, take precedence.
func findClaim(c *campaign.Campaign, dir, own string) *Claim {
	names, _ := filepath.Glob(filepath.Join(dir, "*.db"))
	var found *Claim
	for _, name := range names {
		if name == own {
			continue
		}
		j, err := journal.OpenReadOnly(name)
		if err != nil {
			continue
		}
		claim := claimFrom(c, j, name)
		j.Close()
		if claim != nil && (found == nil || claim.Folder != "" || claim.isCertain) {
			found = claim
		}
	}
	return found
}

// claimFrom returns a claim if the session in the file with the given name might be the campaign's, else nil.
func claimFrom(c *campaign.Campaign, j *journal.Journal, name string) *Claim {
	data, err := j.Get(settingFolder)
	if err != nil {
		return nil
	}
	if data == nil {
		return claimFromOld(c, j, name)
	}
	var o owner
	if json.Unmarshal(data, &o) != nil || o.Folder == "" || filepath.Base(o.Folder) != c.Name && o.Label != c.Label {
		return nil
	}
	if _, err := os.Stat(filepath.Join(o.Folder, "campaign.yaml")); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return &Claim{Path: name, Folder: o.Folder}
}

// claimFromOld returns a claim on a session file that doesn't say to which campaign it belongs, or nil. If the file has the name of a
// built-in campaign, the rules with which the session was played can settle the question.
func claimFromOld(c *campaign.Campaign, j *journal.Journal, name string) *Claim {
	if filepath.Base(name) != c.Name+".db" {
		return nil
	}
	if !campaign.IsBuiltIn(c.Name) {
		return &Claim{Path: name, isCertain: true}
	}
	var t tree
	if err := j.Each(func(r journal.Record) error {
		t.entries = append(t.entries, &record{Record: r})
		return nil
	}); err != nil {
		return nil
	}
	switch played := t.lastRulesHash(); {
	case played != "" && played == campaign.BuiltInFingerprint(c.Name):
		return nil
	case played != "" && played == c.Fingerprint():
		return &Claim{Path: name, isCertain: true}
	}
	return &Claim{Path: name}
}

// renameSession renames a session's file, and its backups with it.
func renameSession(from, to string) error {
	if err := journal.Move(from, to); err != nil {
		return err
	}
	for _, c := range ListCopies(from) {
		if err := disk.Rename(c.Path, to+strings.TrimPrefix(c.Path, from)); err != nil {
			return fmt.Errorf("take over the backups: %w", err)
		}
	}
	return nil
}

// resolveSession returns the path of a campaign's session file. It renames a session that belongs to the campaign to own, the
// campaign's own path. Unless the session certainly belongs to the campaign, it asks first.
func resolveSession(c *campaign.Campaign, own string, o Options) (path string, err error) {
	file, claim := FindSessionFile(o.Dir, c)
	if claim != nil {
		if o.Ask == nil {
			return "", refusal("%s If so, `hybrid session restore %s`; else `hybrid session restore --none` starts a new log.", claim.Question(c), filepath.Base(claim.Path))
		}
		yes, err := o.Ask(claim.Question(c))
		if err != nil {
			return "", err
		}
		if yes {
			return own, renameSession(claim.Path, own)
		}
		j, err := journal.Open(own) // creates the session, so that the question isn't asked again
		if err != nil {
			return "", err
		}
		return own, j.Close()
	}
	if file == own || o.ReadOnly {
		return file, nil
	}
	return own, renameSession(file, own)
}

// owner is the campaign to which a session belongs, as stored in the session.
type owner struct {
	Folder string // folder of the campaign; "" for a built-in one
	Label  string // label of the campaign
}

// ownerFrom returns c as the owner of a session.
func ownerFrom(c *campaign.Campaign) owner { return owner{c.Folder(), c.Label} }

// storeOwner stores now as the campaign to which the session belongs.
func (s *store) storeOwner(now owner) error {
	var stored owner
	data, err := s.journal.Get(settingFolder)
	if err == nil && data != nil && json.Unmarshal(data, &stored) == nil && stored == now {
		return nil
	}
	return s.keepSetting(settingFolder, now)
}
