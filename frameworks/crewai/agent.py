"""CrewAI: one agent without a crew, on chat completions with native function calling."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import worker  # first: it turns telemetry off

from crewai import LLM, Agent
from crewai.tools import tool


def run(trial):
    llm = LLM(model="openai/" + trial.model, base_url=trial.model_url + "/v1", api_key="lab", custom_openai=True)
    agent = Agent(
        role="assistant", goal="Answer the question.", backstory=trial.system,
        tools=[tool(f.__name__)(f) for f in trial.functions()], llm=llm,
    )
    return agent.kickoff(trial.question).raw


if __name__ == "__main__":
    worker.serve("crewai", ["crewai", "openai"], run)
