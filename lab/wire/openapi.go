package wire

import "net/http"

// page describes the tools as an OpenAPI document.
func (t *trial) page(w http.ResponseWriter, r *http.Request) {
	type object = map[string]any
	paths := make(object)
	for _, spec := range t.World.Specs() {
		paths["/tools/"+spec.Name] = object{"post": object{
			"operationId": spec.Name, "description": spec.Description,
			"requestBody": object{"required": true, "content": object{"application/json": object{"schema": spec.Input}}},
			"responses": object{
				"200":     object{"description": "The result."},
				"default": object{"description": "The tool failed.", "content": object{"application/json": object{"schema": object{"type": "object"}}}},
			},
		}}
	}
	write(w, http.StatusOK, object{
		"openapi": "3.1.0",
		"info":    object{"title": "The lab's tools", "version": "1"},
		"servers": []object{{"url": "/t/" + r.PathValue("trial")}},
		"paths":   paths,
	})
}
