import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  deployLocally,
  devAccounts,
  findFreePort,
  type LocalChain,
  startChain,
} from "@agent-registry/testkit";
import { namesExternalChain, readExternalChain } from "./external-chain.ts";
import { parseOptions } from "./options.ts";
import { toServices } from "./services.ts";

describe("a chain that the environment names", () => {
  let chain: LocalChain;
  let env: Record<"RPC_URL" | "REGISTRY_ADDRESS" | "FORWARDER_ADDRESS" | "RELAYER_KEY", string>;
  before(async () => {
    chain = await startChain({ chainId: 4711 });
    const { registryAddress, forwarderAddress } = await deployLocally(chain);
    env = {
      RPC_URL: chain.rpcUrl,
      REGISTRY_ADDRESS: registryAddress,
      FORWARDER_ADDRESS: forwarderAddress,
      RELAYER_KEY: `0x${"ab".repeat(32)}`,
    };
  });
  after(() => chain.stop());

  const read = (changes: Record<string, string>) => {
    const changed = { ...env, ...changes };
    return readExternalChain(changed, parseOptions({ args: [], env: changed }));
  };

  it("is meant as soon as one of its variables is set, and not by empty ones", () => {
    for (const name of Object.keys(env)) assert.ok(namesExternalChain({ [name]: "x" }), name);
    assert.ok(!namesExternalChain({ RPC_URL: "", RELAYER_KEY: "", DATABASE_URL: "postgres://db" }));
  });

  it("is taken as it is named, with the id it says it has", async () => {
    const stack = await read({ API_PORT: "4000", REGISTRY_ADDRESS: env.REGISTRY_ADDRESS.toLowerCase() });
    assert.equal(stack.chainId, 4711);
    assert.equal(stack.registryAddress, env.REGISTRY_ADDRESS);
    assert.equal(stack.apiUrl, "http://127.0.0.1:4000");
    assert.ok(!stack.isLocal);
  });

  it("has a relayer that signs by a keystore or by a signer, if that is what is named", async () => {
    for (const [name, companion] of [
      ["RELAYER_KEYSTORE", "RELAYER_KEYSTORE_PASSWORD_FILE"],
      ["RELAYER_SIGNER_URL", "RELAYER_ADDRESS"],
    ] as const) {
      assert.ok(namesExternalChain({ [name]: "x" }), name);
      const given = { [name]: "given", [companion]: "given" };
      const stack = await read({ RELAYER_KEY: "", ...given });
      assert.deepEqual(stack.relayerSigning, given);
      const relayer = toServices(stack, {}).find((service) => service.name === "relayer");
      assert.equal(relayer?.env[name], "given");
      assert.ok(!("RELAYER_KEY" in (relayer?.env ?? {})));
    }
  });

  it("keeps all the nodes of a list, of which any may answer", async () => {
    const silent = `http://127.0.0.1:${await findFreePort()}`;
    for (const list of [`${chain.rpcUrl}, ${silent}`, `${silent},${chain.rpcUrl}`]) {
      const stack = await read({ RPC_URL: list });
      assert.equal(stack.rpcUrl, list);
      assert.equal(stack.chainId, 4711);
    }
  });

  for (const name of ["RPC_URL", "REGISTRY_ADDRESS", "FORWARDER_ADDRESS", "RELAYER_KEY"]) {
    it(`is refused without ${name}, which the refusal names`, async () => {
      await assert.rejects(read({ [name]: "" }), {
        name: "StackError",
        message: new RegExp(`; missing: ${name}\\.\nWithout any of them a local chain is started\\.$`),
      });
    });
  }

  for (const name of ["REGISTRY_ADDRESS", "FORWARDER_ADDRESS"]) {
    it(`is refused if ${name} is not an address`, async () => {
      await assert.rejects(read({ [name]: "0x1234" }), {
        name: "StackError",
        message: `${name} must be an address.`,
      });
    });
  }

  it("is refused if no Registry is at REGISTRY_ADDRESS", async () => {
    for (const wrong of [devAccounts.stranger.address, env.FORWARDER_ADDRESS]) {
      await assert.rejects(read({ REGISTRY_ADDRESS: wrong }), {
        name: "StackError",
        message: `There is no Registry at REGISTRY_ADDRESS (${wrong}) on chain 4711. Check the address and RPC_URL.`,
      });
    }
  });

  it("is refused if the Registry trusts another forwarder", async () => {
    await assert.rejects(read({ FORWARDER_ADDRESS: devAccounts.stranger.address }), {
      name: "StackError",
      message: new RegExp(`trusts the forwarder ${env.FORWARDER_ADDRESS}, .*: correct FORWARDER_ADDRESS`),
    });
  });

  it("is refused if RPC_URL is not the address of a node", async () => {
    for (const wrong of ["base-sepolia", "ws://127.0.0.1:1", `${chain.rpcUrl},base-sepolia`]) {
      await assert.rejects(read({ RPC_URL: wrong }), {
        name: "StackError",
        message: "RPC_URL must be an http:// or https:// address, or several separated by commas.",
      });
    }
  });

  it("is refused if no node answers, and the refusal does not show the node's address", async () => {
    const silent = `http://user:secret@127.0.0.1:${await findFreePort()}/key`;
    await assert.rejects(read({ RPC_URL: silent }), {
      name: "StackError",
      message: "The chain at RPC_URL does not answer. Check the address and start again.",
    });
  });
});
