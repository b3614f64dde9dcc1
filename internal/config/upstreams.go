package config

import (
	"maps"
	"net/url"
	"slices"
	"strings"
)

// upstreams checks the servers of a gateway, and that no secret is written out.
func (d *decoder) upstreams(f File) {
	d.secret("gateway.token", f.Gateway.Token)
	d.webhook(f.Escalation.Webhook)
	for _, name := range slices.Sorted(maps.Keys(f.Upstreams)) {
		u, path := f.Upstreams[name], join("upstreams", name)
		if (len(u.Command) > 0) == (u.URL != "") {
			d.problem(d.at[path], path, "command: [npx, -y, a-server], or url: https://…", "must set exactly one of command, url")
		}
		d.secret(path+".token", u.Token)
		for _, field := range slices.Sorted(maps.Keys(u.Headers)) {
			d.secret(join(path+".headers", field), u.Headers[field])
		}
	}
}

// webhook checks where escalations go.
func (d *decoder) webhook(w Webhook) {
	const path = "escalation.webhook"
	d.secret(path+".secret", w.Secret)
	switch u, err := url.Parse(w.URL); {
	case w.URL == "" && w.Secret != "":
		d.problem(d.at[path], path, "url: https://…", "must set url")
	case w.URL == "":
	case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http":
		d.problem(d.at[path+".url"], path+".url", "for instance https://alerts.example.com/sequitur", "must be an address, got %q", w.URL)
	}
}

// secret checks that a text says where a secret is. It is not shown: it may be
// the secret itself.
func (d *decoder) secret(path, source string) {
	if source == "" {
		return
	}
	for _, kind := range []string{"env:", "file:", "command:"} {
		if place, ok := strings.CutPrefix(source, kind); ok && place != "" {
			return
		}
	}
	d.problem(d.at[path], path, "a file is read by others: write where the secret is", "must be env:NAME, file:PATH or command:COMMAND LINE")
}
