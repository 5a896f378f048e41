import assert from "node:assert/strict";
import { it } from "node:test";
import { startChain } from "@agent-registry/testkit";
import { failAtEnd } from "./run-services.ts";

it("says that the local chain is gone, and by which signal", async () => {
  const chain = await startChain();
  const ended = failAtEnd({ child: chain.process, name: "local chain" });
  chain.process.kill("SIGKILL");
  await assert.rejects(ended, {
    name: "StackError",
    message: "The local chain ended by itself (killed by SIGKILL).",
  });
});
