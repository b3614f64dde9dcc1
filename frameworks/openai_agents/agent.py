"""OpenAI Agents: an agent on the Responses API, with its default error function or one that tells the error."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import worker  # first: it turns telemetry off

from agents import Agent, OpenAIResponsesModel, Runner, function_tool
from openai import AsyncOpenAI


async def run(trial):
    client = AsyncOpenAI(base_url=trial.model_url + "/v1", api_key="lab")
    options = {"failure_error_function": lambda _, error: worker.told(error)} if trial.text else {}
    agent = Agent(
        name="assistant", instructions=trial.system, model=OpenAIResponsesModel(trial.model, client),
        tools=[function_tool(f, **options) for f in trial.functions()],
    )
    return (await Runner.run(agent, trial.question)).final_output


if __name__ == "__main__":
    worker.serve("openai_agents", ["openai-agents", "openai"], run)
