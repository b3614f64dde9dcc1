// Plays the steps of a file against a server's command, with the official client.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(process.argv[2] + "/");
const { Client } = require("@modelcontextprotocol/sdk/client/index.js");
const { StdioClientTransport } = require("@modelcontextprotocol/sdk/client/stdio.js");

const steps = JSON.parse(readFileSync(process.argv[3], "utf8"));
const [command, ...args] = process.argv.slice(4);
const client = new Client({ name: "e2e", version: "1" }, { capabilities: {} });
await client.connect(new StdioClientTransport({ command, args, env: process.env }));
await client.listTools();
for (const step of steps.calls) {
  await client.callTool({ name: step.tool, arguments: step.args }, undefined, { onprogress: () => {} });
}
if (steps.resources) {
  const { resources } = await client.listResources();
  await client.readResource({ uri: resources[0].uri });
}
if (steps.prompts) {
  const { prompts } = await client.listPrompts();
  await client.getPrompt({ name: prompts[0].name });
}
await client.close();
