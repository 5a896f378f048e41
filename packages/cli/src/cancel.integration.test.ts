import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { type Registration, registryAbi } from "@agent-registry/sdk";
import { type Stack, useStack } from "@agent-registry/sdk/testing";
import { signedRequest } from "@agent-registry/testkit";
import { encodeFunctionData, type Hex, stringify } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { newPerson } from "./testing/run-cli.ts";

let stack: Stack;
before(async () => {
  stack = await useStack();
});

for (const mode of ["through the relayer", "directly"] as const) {
  test(`cancel ${mode} kills a request that was signed before, even one without an end`, async () => {
    const person = await newPerson(stack.folder);
    await stack.chain.test.setBalance({ address: person.address, value: 10n ** 18n });
    const entry = ["register", "--haftungsperson", person.address, "--scope", "Changed its mind"];
    const { agentId } = await person.runJson<Registration>(...entry);
    const signed = await signedRequest({
      signer: privateKeyToAccount(readFileSync(person.keyFile, "utf8").trim() as Hex),
      deployment: stack.deployment,
      overrides: {
        nonce: 1n,
        deadline: 0,
        data: encodeFunctionData({
          abi: registryAbi,
          functionName: "terminateSelf",
          args: [BigInt(agentId)],
        }),
      },
    });

    const cancelled = await person.run("cancel", ...(mode === "directly" ? ["--direct"] : []));
    assert.equal(cancelled.code, 0);
    assert.match(
      cancelled.stdout,
      new RegExp(`^Cancelled: nothing that ${person.address} signed with nonce 1 can be executed any more`),
    );
    assert.match(cancelled.stdout, /Warning: .* nonce 2 or later .*deadline is 0.*cancel once more for each/);

    const response = await fetch(`${stack.settings.relayerUrl}/relay`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: stringify({ request: signed.request, signature: signed.signature }),
    });
    assert.equal(response.status, 401);
    const { agent } = await person.runJson<{ agent: { status: string } }>("agent");
    assert.equal(agent.status, "Active");
  });
}
