"""Plays the steps of a file against a server's command, with the official client."""

import asyncio
import json
import sys
from datetime import timedelta

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from pydantic import AnyUrl


async def call(session, step, stubborn):
    """Calls a tool; a stubborn client repeats what failed once, and goes on.

    One that is stubborn about "errors" repeats what got no answer, and believes
    a result that says so."""
    try:
        result = await session.call_tool(step["tool"], step["args"])
        failed = stubborn != "errors" and getattr(result, "is_error", getattr(result, "isError", False))
    except Exception:  # an error of the protocol, or an answer that the client refuses
        if not stubborn:
            raise
        failed = True
    if failed and stubborn:
        try:
            await session.call_tool(step["tool"], step["args"])
        except Exception:
            pass


async def main(steps, command):
    server = StdioServerParameters(command=command[0], args=command[1:])
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        await session.list_tools()
        for step in steps["calls"]:
            await call(session, step, steps.get("stubborn"))
        if steps.get("resources"):
            listed = await session.list_resources()
            uri = listed.resources[0].uri
            await session.read_resource(uri if isinstance(uri, str) else AnyUrl(str(uri)))
        if steps.get("prompts"):
            listed = await session.list_prompts()
            await session.get_prompt(listed.prompts[0].name)


with open(sys.argv[1], encoding="utf-8") as file:
    asyncio.run(asyncio.wait_for(main(json.load(file), sys.argv[2:]), timedelta(minutes=2).total_seconds()))
