"""Drives `sheaf mcp` with the protocol's own client, which checks every message: in the version that begins with a greeting,
and in the one in which each request says who asks.

SHEAF is the program, NOTES the repository.
"""
import asyncio
import os

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp_types import Implementation

SERVER = StdioServerParameters(
    command=os.environ["SHEAF"],
    args=["-C", os.environ["NOTES"], "mcp", "--write", "Memo"],
    env={**os.environ},
)


async def speak(mode):
    name = f"client-{mode}"
    async with Client(stdio_client(SERVER), mode=mode, client_info=Implementation(name=name, version="1")) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(tools) >= {"search", "read", "list", "links", "tasks", "create", "edit"}, tools
        assert tools["search"].annotations.read_only_hint and not tools["edit"].annotations.read_only_hint

        found = await client.call_tool("search", {"query": "quokka"})
        assert not found.is_error
        assert [item["path"] for item in found.structured_content["items"]] == ["Memo/plan.md"]

        note = (await client.call_tool("read", {"note": "plan"})).structured_content
        edit = {"note": "plan", "hash": note["hash"], "edits": [{"old": "Quokka", "new": "Quokka!"}]}
        assert not (await client.call_tool("edit", edit)).is_error
        stale = await client.call_tool("edit", edit)
        assert stale.is_error and "has changed since it was read" in stale.content[0].text, stale

        resources = (await client.list_resources()).resources
        plan = next(resource for resource in resources if resource.name == "Memo/plan.md")
        read = await client.read_resource(plan.uri)
        assert "Quokka!" in read.contents[0].text
        assert (await client.list_resource_templates()).resource_templates

        wrong = await client.call_tool("search", {"query": 3})
        assert wrong.is_error
        assert not (await client.call_tool("undo", {})).is_error
        again = (await client.call_tool("read", {"note": "plan"})).structured_content
        assert again["hash"] == note["hash"]


async def main():
    await speak("legacy")
    await speak("auto")
    print("done")


asyncio.run(main())
