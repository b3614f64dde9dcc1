"""Pydantic AI: an agent on chat completions; an exception of a tool ends the run."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import worker  # first: it turns telemetry off

from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider


async def run(trial):
    provider = OpenAIProvider(base_url=trial.model_url + "/v1", api_key="lab")
    agent = Agent(OpenAIChatModel(trial.model, provider=provider), system_prompt=trial.system, tools=trial.functions())
    return (await agent.run(trial.question)).output


if __name__ == "__main__":
    worker.serve("pydantic_ai", ["pydantic-ai-slim", "openai"], run)
