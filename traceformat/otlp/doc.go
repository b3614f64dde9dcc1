// Package otlp reads the spans that OpenTelemetry exporters and collectors write
// as JSON: one document, or one a line, with traces, with the log records that
// carry messages apart, or single spans as the SDKs' console exporters print
// them.
package otlp
