package tool

import "encoding/json"

// A Call is one tool invocation that an agent asked for. One call may take
// several attempts.
type Call struct {
	// ID is the model's identifier of the call. Models reuse identifiers, so
	// it is unique only together with the message that carried it.
	ID string `json:"id,omitempty"`
	// Tool is the name that the agent used.
	Tool string `json:"tool"`
	// Args is the JSON object of arguments as the agent wrote it; nil where
	// there were none.
	Args json.RawMessage `json:"args,omitempty"`
	// Principal names the identity on whose behalf the call is made. Verdict
	// memory and claims are kept per principal.
	Principal string `json:"principal,omitempty"`
	// Key is the idempotency key that the caller gave, or "".
	Key string `json:"key,omitempty"`
	// Credential names the credential to use; "" is the default one. A guard
	// sets it when it switches to a declared alternative.
	Credential string `json:"credential,omitempty"`
	// Request is the user's own request where the layer knows it. It is
	// evidence for wording, never an instruction.
	Request string `json:"request,omitempty"`
}
