package disk

import (
	"path/filepath"
	"slices"
	"testing"
)

// Sessions are kept where each system keeps such things; those from before are found where they lie.
func TestStateDir(t *testing.T) {
	const old = "/home/ana/.local/state/hybrid"
	for _, row := range []struct {
		name, system string
		env          map[string]string
		there        []string
		want         string
	}{
		{"linux", "linux", map[string]string{"HOME": "/home/ana"}, nil, old},
		{"linux, said", "linux", map[string]string{"HOME": "/home/ana", "XDG_STATE_HOME": "/srv"}, nil, "/srv/hybrid"},
		{"said for this program", "windows", map[string]string{"HYBRID_STATE": "/evenings", "LOCALAPPDATA": "/local"}, nil, "/evenings"},
		{"macOS", "darwin", map[string]string{"HOME": "/home/ana"}, nil, "/home/ana/Library/Application Support/hybrid"},
		{"macOS, from before", "darwin", map[string]string{"HOME": "/home/ana"}, []string{old}, old},
		{"macOS, with both", "darwin", map[string]string{"HOME": "/home/ana"}, []string{old, "/home/ana/Library/Application Support/hybrid"}, "/home/ana/Library/Application Support/hybrid"},
		{"Windows", "windows", map[string]string{"USERPROFILE": "/home/ana", "LOCALAPPDATA": "/local"}, nil, "/local/hybrid"},
		{"Windows, without the variable", "windows", map[string]string{"USERPROFILE": "/home/ana"}, nil, "/home/ana/AppData/Local/hybrid"},
		{"Windows, from before", "windows", map[string]string{"USERPROFILE": "/home/ana", "LOCALAPPDATA": "/local"}, []string{old}, old},
		{"nowhere", "linux", nil, nil, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			dir, err := stateDir(row.system, func(name string) string { return row.env[name] }, func(dir string) bool { return slices.Contains(row.there, filepath.ToSlash(dir)) })
			if filepath.ToSlash(dir) != row.want || (err != nil) != (row.want == "") {
				t.Errorf("got %s, %v, want %s", dir, err, row.want)
			}
		})
	}
}
