package source

import (
	"strings"
	"testing"
)

// TestSet sets skills.sword to 9, skills.axe to 0 and pools_now.EEP to 12 in files of every style.
func TestSet(t *testing.T) {
	for _, test := range []struct{ name, file, want string }{
		{"block, with comments",
			"# Kira\nskills: # learnt\n  # blades\n  sword: 8   # with Orlo\n  knife: 6\n\n# what she carries\ngear: [sabre]\n",
			"# Kira\nskills: # learnt\n  # blades\n  sword: 9   # with Orlo\n  knife: 6\n  axe: 0\n\n# what she carries\ngear: [sabre]\npools_now: {EEP: 12}\n"},
		{"flow",
			"skills: {knife: 6, sword: 8} # two\npools_now: {}\ngear: [sabre]\n",
			"skills: {knife: 6, sword: 9, axe: 0} # two\npools_now: {EEP: 12}\ngear: [sabre]\n"},
		{"flow over lines",
			"skills: {\n  sword: 8, # first\n  knife: 6 # last\n}\n",
			"skills: {\n  sword: 9, # first\n  knife: 6, axe: 0 # last\n}\npools_now: {EEP: 12}\n"},
		{"odd indents, and no end of the last line",
			"pools_now:\n     PFT: 3\n     EEP:   'many'\nskills:\n sword:     8\n knife: 6",
			"pools_now:\n     PFT: 3\n     EEP:   12\nskills:\n sword:     9\n knife: 6\n axe: 0\n"},
		{"lines that end as on Windows",
			"skills:\r\n  sword: 8 # ä\r\n\r\ngear: [sabre]\r\n",
			"skills:\r\n  sword: 9 # ä\r\n  axe: 0\r\n\r\ngear: [sabre]\r\npools_now: {EEP: 12}\r\n"},
		{"letters of more bytes, quotes, an empty value",
			"{notes: \"ÄÖ: “x”\", skills: {\"knife\": \"6\", sword: '8'}, pools_now: {EEP: }}\n",
			"{notes: \"ÄÖ: “x”\", skills: {\"knife\": \"6\", sword: 9, axe: 0}, pools_now: {EEP: 12 }}\n"},
		{"nothing in a section",
			"skills:\npools_now:\n  EEP:\n",
			"skills:\n  sword: 9\n  axe: 0\npools_now:\n  EEP: 12\n"},
		{"a skill with values of its own",
			"skills:\n  sword: {rank: 3, difficulty: -1} # ours\n  knife: {difficulty: {plus: 1}}\n",
			"skills:\n  sword: {rank: 9, difficulty: -1} # ours\n  knife: {difficulty: {plus: 1}}\n  axe: 0\npools_now: {EEP: 12}\n"},
		{"skills with values of their own, in a line",
			"skills: {sword: {difficulty: -1}, knife: {bonus: {sword: 2, list: [a, b ]} }} # two\n",
			"skills: {sword: {difficulty: -1, rank: 9}, knife: {bonus: {sword: 2, list: [a, b ]} }, axe: 0} # two\npools_now: {EEP: 12}\n"},
		{"skills with values of their own, over lines",
			"skills:\n  sword:\n    difficulty: -1 # hard\n  knife:\n    rank: 2\n    bonus:\n      sword: 2 # last\n\ngear: [sabre]\n",
			"skills:\n  sword:\n    difficulty: -1 # hard\n    rank: 9\n  knife:\n    rank: 2\n    bonus:\n      sword: 2 # last\n  axe: 0\n\ngear: [sabre]\npools_now: {EEP: 12}\n"},
		{"no section at all", "character: {name: A}\n", "character: {name: A}\nskills: {sword: 9, axe: 0}\npools_now: {EEP: 12}\n"},
		{"indented as a whole", "  character: {name: A}\n", "  character: {name: A}\n  skills: {sword: 9, axe: 0}\n  pools_now: {EEP: 12}\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := SetValues("kira.yaml", []byte(test.file), set("skills", "sword", "9"), set("skills", "axe", "0"), set("pools_now", "EEP", "12"))
			if err != nil || string(got) != test.want {
				t.Errorf("got %q, %v\nwant %q", got, err, test.want)
			}
		})
	}
}

// TestSetRefused is files that are not changed, with what is said of them.
func TestSetRefused(t *testing.T) {
	for _, test := range []struct{ name, file, says string }{
		{"an anchor", "skills: &mine {sword: 8}\nother: *mine\n", "kira.yaml:1:9: "},
		{"a list", "skills: [sword]\n", "kira.yaml has skills.sword in a form that can't be changed here. Change it in an editor"},
		{"a value over lines", "skills:\n  sword: |\n    8\n", "can't be changed here"},
		{"a word for nothing", "skills: ~\n", "can't be changed here"},
		{"a map in a line with nothing behind it", "{character: {name: A}}\n", "can't be changed here"},
		{"no YAML", "skills: {sword: 8\n", "kira.yaml:"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := SetValues("kira.yaml", []byte(test.file), set("skills", "sword", "9"))
			if got != nil || err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("got %q, %v; want %s", got, err, test.says)
			}
		})
	}
}

// set returns a setting for a key whose own map would have the value as its rank.
func set(section, key, value string) Setting {
	return Setting{Section: section, Key: key, Value: value, Part: "rank"}
}
