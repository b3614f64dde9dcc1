package httpguard

import (
	"cmp"
	"net/http"

	"github.com/sequitur-go/sequitur/tool"
)

// Name is the default name of the tool that a request is a call of: its method
// and its host, as in "GET api.example.com".
func Name(req *http.Request) string {
	return cmp.Or(req.Method, http.MethodGet) + " " + req.URL.Host
}

// Tools returns what HTTP itself says of the tools that [Name] names, for a
// guard's configuration: GET, HEAD and OPTIONS read, PUT and DELETE write but
// may be repeated, POST and PATCH write. Without it a guard takes every request
// for a write that must not be repeated. Each host is an upstream of its own.
func Tools(hosts ...string) []tool.Spec {
	var specs []tool.Spec
	for _, host := range hosts {
		for _, m := range methodTable {
			specs = append(specs, tool.Spec{
				Name: m.name + " " + host, Upstream: host, Access: m.access, Idempotent: m.idempotent,
				EmptyIsNormal: m.silent,
			})
		}
	}
	return specs
}

// methodTable is what RFC 9110 says of methods.
var methodTable = [...]struct {
	name       string
	access     tool.Access
	idempotent bool
	silent     bool // no content means nothing
}{
	{http.MethodGet, tool.AccessRead, true, false},
	{http.MethodHead, tool.AccessRead, true, true},
	{http.MethodOptions, tool.AccessRead, true, true},
	{http.MethodPut, tool.AccessWrite, true, true},
	{http.MethodDelete, tool.AccessWrite, true, true},
	{http.MethodPost, tool.AccessWrite, false, true},
	{http.MethodPatch, tool.AccessWrite, false, true},
}
