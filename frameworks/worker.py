"""What all framework workers share: the protocol, the tools, and no telemetry.

A worker serves many trials, one after the other. It reads one JSON object a
line from its standard input and writes one a line to its standard output:

    out  {"ready": true, "framework": "...", "python": "3.11.7", "versions": {"...": "..."}}
    in   {"id": "...", "arm": "box", "model_url": "http://HOST/t/ID", "model": "...", "world_url": "http://HOST/t/ID",
          "system": "...", "question": "...", "tools": [{"name", "description", "inputSchema"}], "tool_timeout": 5}
    out  {"id": "...", "answer": "...", "error": null}
    out  {"id": "...", "answer": "", "error": {"type": "...", "text": "..."}}

The arm says how the agent is made: "box" as the framework makes it, "text" with
the framework's own switch that hands a tool's error to the model as text.

An error is an exception that left the framework: the run has crashed. Whatever
else a framework prints goes to standard error.
"""

import asyncio
import importlib.metadata
import inspect
import json
import os
import platform
import sys

# Before any framework is imported: nothing is reported to anybody.
os.environ.update({
    "OPENAI_AGENTS_DISABLE_TRACING": "1",
    "CREWAI_DISABLE_TELEMETRY": "true",
    "CREWAI_TRACING_ENABLED": "false",
    "CREWAI_TESTING": "true",
    "CREWAI_DISABLE_VERSION_CHECK": "true",
    "OTEL_SDK_DISABLED": "true",
    "LANGSMITH_TRACING": "false",
    "LANGCHAIN_TRACING_V2": "false",
    "ANONYMIZED_TELEMETRY": "false",
    "AUTOGEN_DISABLE_RUNTIME_TRACING": "true",
})
for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
    os.environ[name] = "lab"  # never a real one

KINDS = {"string": str, "integer": int, "number": float, "boolean": bool, "array": list, "object": dict}


class Trial:
    """One trial, as it was asked for."""

    def __init__(self, message):
        self.id = message["id"]
        self.text = message.get("arm", "box") == "text"
        self.model_url = message["model_url"]
        self.model = message.get("model", "lab")
        self.world_url = message["world_url"]
        self.system = message["system"]
        self.question = message["question"]
        self.tools = message["tools"]
        self.tool_timeout = message.get("tool_timeout", 5)

    def functions(self):
        """The tools as typed Python functions, which is what frameworks take."""
        return [function(tool, self.world_url, self.tool_timeout) for tool in self.tools]


def function(tool, base, timeout):
    """A plain function that calls one tool, as somebody writes it: httpx and raise_for_status()."""
    import httpx

    properties = tool["inputSchema"].get("properties", {})
    required = tool["inputSchema"].get("required", [])
    parameters = [
        inspect.Parameter(
            name, inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=KINDS.get(schema.get("type"), str),
            default=inspect.Parameter.empty if name in required else None,
        )
        for name, schema in properties.items()
    ]
    signature = inspect.Signature(parameters, return_annotation=str)

    def call(*args, **kwargs):
        arguments = signature.bind(*args, **kwargs).arguments
        response = httpx.post(f"{base}/tools/{tool['name']}", json=arguments, timeout=timeout)
        response.raise_for_status()
        return response.text

    lines = [f"    {name}: {schema.get('description', '')}" for name, schema in properties.items()]
    call.__name__ = call.__qualname__ = tool["name"]
    call.__doc__ = tool["description"] + "\n\nArgs:\n" + "\n".join(lines)
    call.__signature__ = signature
    call.__annotations__ = {p.name: p.annotation for p in parameters} | {"return": str}
    return call


def told(error):
    """An error in words, as the text arms hand it to the model."""
    return f"{type(error).__name__}: {error}"


def versions(packages):
    return {name: importlib.metadata.version(name) for name in packages}


def serve(framework, packages, run):
    """Serve trials until standard input ends. run is a function, or a coroutine function, of a Trial."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a framework prints is no answer

    def tell(message):
        out.write(json.dumps(message, ensure_ascii=False) + "\n")
        out.flush()

    tell({"ready": True, "framework": framework, "python": platform.python_version(), "versions": versions(packages)})
    for line in sys.stdin:
        if not line.strip():
            continue
        trial = Trial(json.loads(line))
        try:
            answer = run(trial)
            if inspect.isawaitable(answer):
                answer = asyncio.run(awaited(answer))
            tell({"id": trial.id, "answer": answer if isinstance(answer, str) else str(answer or ""), "error": None})
        except Exception as error:  # the framework's crash is the trial's result
            tell({"id": trial.id, "answer": "", "error": {"type": type(error).__name__, "text": str(error)}})


async def awaited(answer):
    return await answer
