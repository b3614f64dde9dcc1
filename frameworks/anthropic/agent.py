"""Anthropic: the SDK's tool runner on messages, with the whole history in each request."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import worker  # first: it turns telemetry off

from anthropic import Anthropic, beta_tool


def run(trial):
    client = Anthropic(base_url=trial.model_url, api_key="lab")
    message = client.beta.messages.tool_runner(
        model=trial.model, max_tokens=1024, system=trial.system, tools=[beta_tool(f) for f in trial.functions()],
        messages=[{"role": "user", "content": trial.question}],
        thread=False,  # else the service would keep the history
    ).until_done()
    return "".join(block.text for block in message.content if block.type == "text")


if __name__ == "__main__":
    worker.serve("anthropic", ["anthropic"], run)
