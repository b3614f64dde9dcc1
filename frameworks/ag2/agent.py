"""AG2: an agent on chat completions; an exception of a tool reaches the model as a traceback."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import worker  # first: it turns telemetry off

from ag2 import Agent, tool
from ag2.config import OpenAIConfig


async def run(trial):
    config = OpenAIConfig(trial.model, api_key="lab", base_url=trial.model_url + "/v1")
    agent = Agent("assistant", prompt=trial.system, config=config, tools=[tool(f) for f in trial.functions()])
    return (await agent.ask(trial.question)).body


if __name__ == "__main__":
    worker.serve("ag2", ["ag2", "openai"], run)
