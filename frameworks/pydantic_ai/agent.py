"""Pydantic AI: an agent on chat completions; an exception of a tool ends the run, unless a hook tells the model of it."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import worker  # first: it turns telemetry off

from pydantic_ai import Agent
from pydantic_ai.capabilities import Hooks
from pydantic_ai.exceptions import ToolFailed
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider


async def tell(ctx, *, call, tool_def, args, error):
    raise ToolFailed(worker.told(error))


async def run(trial):
    provider = OpenAIProvider(base_url=trial.model_url + "/v1", api_key="lab")
    hooks = Hooks()
    if trial.text:
        hooks.on.tool_execute_error(tell)
    agent = Agent(
        OpenAIChatModel(trial.model, provider=provider), system_prompt=trial.system, tools=trial.functions(),
        capabilities=[hooks] if trial.text else [],
    )
    return (await agent.run(trial.question)).output


if __name__ == "__main__":
    worker.serve("pydantic_ai", ["pydantic-ai-slim", "openai"], run)
