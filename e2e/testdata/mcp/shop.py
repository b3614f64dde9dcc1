"""An MCP server whose only tool writes an order, once for each key.

The folder that it is given outlives it: each order is a file, made in one step,
whose name is the order's number and key.
"""

import json
import os
import sys

folder = sys.argv[1]
with open(os.path.join(folder, "pid"), "w", encoding="utf-8") as file:
    file.write(str(os.getpid()))

TOOL = {"name": "order", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": False}}


def run(params):
    name = "ran-%d-%s" % (params["arguments"]["n"], params["_meta"]["key"])
    try:
        os.close(os.open(os.path.join(folder, name), os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        pass  # this key's order is written


for text in sys.stdin:
    message = json.loads(text)
    if "id" not in message:
        continue
    result = {}
    if message["method"] == "initialize":
        result = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "shop", "version": "1"}}
    elif message["method"] == "tools/list":
        result = {"tools": [TOOL]}
    elif message["method"] == "tools/call":
        run(message["params"])
        result = {"content": [{"type": "text", "text": "ordered"}]}
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}) + "\n")
    sys.stdout.flush()
