package main

import (
	"runtime"
	"runtime/debug"
)

// versionName is the name of the flag that shows the version.
const versionName = "version"

// versionLine returns the version of the program and of Go, and the platform it was built for.
func versionLine() string {
	info, _ := debug.ReadBuildInfo()
	return versionText(info) + ", " + runtime.Version() + ", " + runtime.GOOS + "/" + runtime.GOARCH
}

// versionText describes a build by its version or, if it has none, by the commit that it was built from. The text follows “hybrid ”.
func versionText(info *debug.BuildInfo) string {
	if info == nil {
		return "of unknown version"
	}
	settings := map[string]string{}
	for _, setting := range info.Settings {
		settings[setting.Key] = setting.Value
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	commit := settings["vcs.revision"]
	if commit == "" {
		return "built from its folder"
	}
	const shortHash = 12
	text := "commit " + commit[:min(len(commit), shortHash)]
	if settings["vcs.modified"] == "true" {
		text += " with changes"
	}
	if time := settings["vcs.time"]; len(time) >= len("2006-01-02") {
		text += " of " + time[:len("2006-01-02")]
	}
	return text
}
