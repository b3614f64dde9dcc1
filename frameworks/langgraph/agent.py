"""LangGraph: the prebuilt agent on chat completions; an exception of a tool ends the run, unless a middleware tells the model of it."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import worker  # first: it turns telemetry off

from langchain.agents import create_agent
from langchain.agents.middleware import ToolErrorMiddleware
from langchain_core.tools import StructuredTool
from langchain_openai import ChatOpenAI


def run(trial):
    model = ChatOpenAI(model=trial.model, base_url=trial.model_url + "/v1", api_key="lab")
    tools = [StructuredTool.from_function(f) for f in trial.functions()]
    middleware = [ToolErrorMiddleware(lambda error, _: worker.told(error))] if trial.text else []
    agent = create_agent(model, tools, system_prompt=trial.system, middleware=middleware)
    result = agent.invoke({"messages": [{"role": "user", "content": trial.question}]})
    return result["messages"][-1].text


if __name__ == "__main__":
    worker.serve("langgraph", ["langgraph", "langchain", "langchain-openai"], run)
