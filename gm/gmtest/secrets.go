package gmtest

import (
	"os"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"hybrid/gm/campaign"
)

// Secret is a kind of secret that players must not learn, given as the difference between two sessions. Players must be shown the same in
// both. gm/testdata/secrets.yaml lists the kinds.
type Secret struct {
	Name   string                       // name of the test
	Before []string                     // prompt lines that both sessions run first
	First  []string                     // prompt lines of the first session alone
	Lines  []string                     // prompt lines of the second session alone, which contain the secret
	Late   string                       // key of an actor whose turn must come after the effect of the secret; "" for none
	Deed   string                       // text appended to the declarations of actions in the second session
	Both   map[string]map[string]string // replacements in the files of both sessions, by path and old text
	Files  map[string]map[string]string // replacements in the files of the second session alone, by path and old text
}

// Secrets returns the kinds of secrets. The working directory is that of a package below gm.
func Secrets(t testing.TB) (list []Secret) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(readFile(t, "../testdata/secrets.yaml")), &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// Campaigns returns the campaigns of the first and of the second session. plain is the campaign of SecretFiles, which is used for a
// session if k replaces none of its files.
func (k *Secret) Campaigns(t testing.TB, plain *campaign.Campaign) [2]*campaign.Campaign {
	t.Helper()
	files, pair := SecretFiles(t), [2]*campaign.Campaign{plain, plain}
	for i, texts := range []map[string]map[string]string{k.Both, k.Files} {
		if len(texts) > 0 {
			replaceTexts(t, files, texts)
			pair[1] = OpenFiles(t, files) // the second session also has the replacements of Both
			pair[i] = pair[1]
		}
	}
	return pair
}

// SecretFiles returns the files, by path, of the campaign in which the kinds of secrets are tested.
func SecretFiles(t testing.TB) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, name := range []string{"campaign.yaml", "encounters/hatch.yaml", "characters/mate.yaml", "pictures/map.png", "handouts/letter.txt"} {
		files[name] = readFile(t, "../testdata/secrets/"+name)
	}
	for _, name := range []string{"characters/harpooner.yaml", "characters/loft_shooter.yaml"} {
		files[name] = readFile(t, "../../"+name)
	}
	files["characters/loft_shooter.yaml"] += "conditions: [unseen]\n"
	return files
}

// replaceTexts replaces texts in files, by path and old text. An empty old text stands for the entire file.
func replaceTexts(t testing.TB, files map[string]string, texts map[string]map[string]string) {
	t.Helper()
	for name, replaced := range texts {
		for old, text := range replaced {
			switch {
			case old == "":
				files[name] = text
			case !strings.Contains(files[name], old):
				t.Fatalf("%s has no %q", name, old)
			default:
				files[name] = strings.Replace(files[name], old, text, 1)
			}
		}
	}
}

// OpenFiles writes files, given by path, to a temporary folder and opens it as a campaign.
func OpenFiles(t testing.TB, files map[string]string) *campaign.Campaign {
	t.Helper()
	c, err := campaign.Open(Folder(t, files), nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// readFile returns the text of a file, and fails the test if it can't be read.
func readFile(t testing.TB, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
