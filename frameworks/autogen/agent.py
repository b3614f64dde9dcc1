"""AutoGen: an assistant on chat completions. Out of the box it ends after one round of tools, and their text is the answer."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import worker  # first: it turns telemetry off

from autogen_agentchat.agents import AssistantAgent
from autogen_ext.models.openai import OpenAIChatCompletionClient

INFO = {"vision": False, "function_calling": True, "json_output": True, "family": "unknown", "structured_output": True}


async def run(trial):
    client = OpenAIChatCompletionClient(
        model=trial.model, base_url=trial.model_url + "/v1", api_key="lab", model_info=INFO,
    )
    options = {"max_tool_iterations": 10} if trial.text else {}
    agent = AssistantAgent("assistant", client, tools=trial.functions(), system_message=trial.system, **options)
    return (await agent.run(task=trial.question)).messages[-1].to_text()


if __name__ == "__main__":
    worker.serve("autogen", ["autogen-agentchat", "autogen-ext", "openai"], run)
