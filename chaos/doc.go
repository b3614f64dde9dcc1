// Package chaos puts faults in front of anybody's tools by plan, and keeps what
// came of them: what the agent asked for, what it was told, and what really
// reached the server. It loses answers; it never makes or repeats a call.
package chaos
