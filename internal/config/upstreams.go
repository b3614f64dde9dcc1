package config

import (
	"maps"
	"net/netip"
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
		d.oauth(path, u)
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

// oauth checks how a server's token is asked for.
func (d *decoder) oauth(path string, u Upstream) {
	o := u.OAuth
	if o == nil {
		return
	}
	at := path + ".oauth"
	if u.URL == "" {
		d.problem(d.at[at], at, "a command takes its secrets from its environment", "must stand beside url")
	}
	if u.Token != "" {
		d.problem(d.at[at], at, "keep one", "must not stand beside token")
	}
	if o.ClientID == "" || o.ClientSecret == "" || o.TokenURL == "" {
		d.problem(d.at[at], at, "", "must set token_url, client_id, client_secret")
	}
	d.secret(at+".client_secret", o.ClientSecret)
	if o.TokenURL == "" {
		return
	}
	if page, err := url.Parse(o.TokenURL); err != nil || page.Host == "" || page.Scheme != "https" && (page.Scheme != "http" || !thisMachine(page.Hostname())) {
		d.problem(d.at[at+".token_url"], at+".token_url", "the secret is sent there", "must be an https address, or an http one of this machine")
	}
}

func thisMachine(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
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
