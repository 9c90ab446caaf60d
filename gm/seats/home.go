package seats

import (
	_ "embed"
	"fmt"
	"net/http"
)

// The web app manifest and icon, with which a phone can install the page as an app on its home screen.

// icon is the app icon, as PNG.
//
//go:embed icon.png
var icon []byte

// Paths of the icon and of the manifest, to which every page links.
const (
	iconPath     = "/icon.png"
	manifestPath = "/app.webmanifest"
)

// registerHomeRoutes registers the files that a phone loads when it puts the page on its home screen. None of them depends on a seat, so a
// browser may cache them for a day.
func (s *Server) registerHomeRoutes(handle func(pattern string, answer http.HandlerFunc)) {
	file := func(path, kind string, data []byte) {
		handle("GET "+path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			w.Header().Set("Cache-Control", "private, max-age=86400")
			_, _ = w.Write(data)
		})
	}
	file(iconPath, "image/png", icon)
	file("/favicon.ico", "image/png", icon)
	file(manifestPath, "application/manifest+json", fmt.Appendf(nil, `{"name": "Hybrid", "short_name": "Hybrid", "start_url": "/", "display": "standalone",
"background_color": "#0e1216", "theme_color": "#0e1216", "icons": [{"src": %q, "sizes": "512x512", "type": "image/png", "purpose": "any maskable"}]}`, iconPath))
}
