package draw

import "testing"

func TestWhichTerminalsLackSigns(t *testing.T) {
	for _, row := range []struct {
		name, system, charset string
		env                   map[string]string
		want                  bool
	}{
		{"a terminal", "linux", "UTF-8", map[string]string{"TERM": "xterm-256color"}, false},
		{"the Linux console", "linux", "UTF-8", map[string]string{"TERM": "linux"}, true},
		{"a locale with few letters", "linux", "US-ASCII", map[string]string{"TERM": "xterm"}, true},
		{"one of western Europe", "linux", "ISO8859-1", map[string]string{"TERM": "xterm"}, true},
		{"macOS", "darwin", "UTF-8", map[string]string{"TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"}, false},
		{"Windows Terminal", "windows", "UTF-16LE", map[string]string{"WT_SESSION": "1b2c"}, false},
		{"an editor on Windows", "windows", "UTF-16LE", map[string]string{"TERM_PROGRAM": "vscode"}, false},
		{"ConEmu", "windows", "UTF-16LE", map[string]string{"ConEmuPID": "4711"}, false},
		{"the old console of Windows", "windows", "UTF-16LE", nil, true},
		{"not known yet", "linux", "", map[string]string{"TERM": "xterm"}, false},
	} {
		if got := LacksSigns(row.system, func(name string) string { return row.env[name] }, row.charset); got != row.want {
			t.Errorf("%s: %v", row.name, got)
		}
	}
}
