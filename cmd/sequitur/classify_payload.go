package main

import (
	"io"
	"net/http"
	"net/http/httputil"
	"regexp"
	"strconv"
	"strings"

	"github.com/sequitur-go/sequitur/tool"
)

// payloadCase makes a failure of one payload. Nothing is known of the tool.
func payloadCase(text string) failure {
	if out, ok := httpResponse(text); ok {
		return failure{out: out}
	}
	return failure{out: tool.Outcome{Channel: tool.ChannelText, Body: text}}
}

const statusLine = `^HTTP/[0-9](?:\.[0-9])? ([1-5][0-9]{2})(?: [^\r\n]*)?\r?\n`

// httpResponse reads a response as "curl -i" prints it. Where several came, after
// redirects or through a proxy, the last one counts. The body is taken as it is:
// it may be cut, and then its stated length is wrong.
func httpResponse(text string) (tool.Outcome, bool) {
	pattern := regexp.MustCompile(statusLine)
	match := pattern.FindStringSubmatch(text)
	if match == nil {
		return tool.Outcome{}, false
	}
	for {
		status, err := strconv.Atoi(match[1])
		if err != nil {
			return tool.Outcome{}, false
		}
		header, body := splitHeader(text[len(match[0]):])
		if match = pattern.FindStringSubmatch(body); match != nil {
			text = body
			continue
		}
		out := tool.Outcome{
			Channel: tool.ChannelHTTP, Phase: tool.PhaseAnswered, Flag: statusFlag(status), Status: status, Header: header, Body: body,
		}
		if strings.EqualFold(http.Header(header).Get("Transfer-Encoding"), "chunked") {
			// curl prints the body decoded; what comes straight off the wire is not.
			if data, err := io.ReadAll(httputil.NewChunkedReader(strings.NewReader(body))); err == nil {
				out.Body = string(data)
			}
		}
		return out, true
	}
}

// splitHeader reads header lines up to the empty one. A line that is none is left
// out, since one odd field must not hide the others.
func splitHeader(text string) (tool.Header, string) {
	header := http.Header{}
	for text != "" {
		line, rest, _ := strings.Cut(text, "\n")
		text = rest
		line = strings.TrimSuffix(line, "\r")
		if line == "" {
			break
		}
		if name, value, ok := strings.Cut(line, ":"); ok {
			header.Add(strings.TrimSpace(name), strings.TrimSpace(value))
		}
	}
	return tool.Header(header), text
}

// statusFlag is what the protocol says by a status.
func statusFlag(status int) tool.Flag {
	switch {
	case status == 0:
		return tool.FlagNone
	case status < http.StatusBadRequest:
		return tool.FlagSuccess
	default:
		return tool.FlagFailure
	}
}
