package campaigns

import "embed"

// Files has one folder for each campaign, with its campaign.yaml and its encounters. It is read-only.
//
//go:embed saltmarket cold_lantern two_tribes catacombs heresiarch
var Files embed.FS
