package disk

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// The folder in which sessions are stored.

// StateDir returns the default folder of sessions: $HYBRID_STATE, or else a folder in the operating system's directory for application
// state.
func StateDir() (string, error) {
	return stateDir(runtime.GOOS, os.Getenv, func(dir string) bool {
		info, err := os.Stat(dir)
		return err == nil && info.IsDir()
	})
}

// stateDir returns the result of StateDir for system, a GOOS value. env looks up an environment variable, and isFolder reports whether a
// folder exists. Earlier versions used the same folder in the home directory on every system; if it exists and the usual one doesn't, it
// is kept.
func stateDir(system string, env func(string) string, isFolder func(string) bool) (string, error) {
	if dir := env("HYBRID_STATE"); dir != "" {
		return dir, nil
	}
	if dir := env("XDG_STATE_HOME"); dir != "" {
		return filepath.Join(dir, "hybrid"), nil
	}
	variable := "HOME"
	if system == "windows" {
		variable = "USERPROFILE"
	}
	home := env(variable)
	if home == "" {
		return "", fmt.Errorf("No folder for campaign logs: %s isn't set. Set HYBRID_STATE.", variable)
	}
	earlier := filepath.Join(home, ".local", "state", "hybrid") // also the usual folder on other systems
	usual := earlier
	switch system {
	case "windows":
		if usual = env("LOCALAPPDATA"); usual == "" {
			usual = filepath.Join(home, "AppData", "Local")
		}
		usual = filepath.Join(usual, "hybrid")
	case "darwin", "ios":
		usual = filepath.Join(home, "Library", "Application Support", "hybrid")
	}
	if !isFolder(usual) && isFolder(earlier) {
		return earlier, nil
	}
	return usual, nil
}
