import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { registryAbi } from "@agent-registry/protocol";
import { deployLocally, devAccounts, type LocalChain, startChain } from "@agent-registry/testkit";
import {
  type Address,
  concat,
  custom,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  type Hex,
  type LocalAccount,
  numberToHex,
  pad,
  serializeErc6492Signature,
  size,
  zeroHash,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { type AgentRegistry, createAgentRegistry } from "../create-agent-registry.ts";
import { craftSignature } from "../testing/craft-signature.ts";
import { longRunningNonceStore } from "../testing/provider-adapters.ts";
import { answerOf } from "../testing/signed-requests.ts";
import type { AdmissionOptions } from "./create-admission.ts";
import { withCompliantAgent } from "./fetch.ts";

/**
 * A minimal wallet that is a contract, assembled by hand. `isValidSignature` (ERC-1271) takes what its owner's key signed,
 * and reverts otherwise. Anything else that the owner sends is an address, in 32 bytes, and what to call there.
 */
function toWalletCode(owner: Address): Hex {
  const pushOwner: Hex = `0x73${owner.slice(2).toLowerCase()}`;
  return concat([
    // if (selector == isValidSignature) goto 48
    "0x5f3560e01c631626ba7e14604857",
    // if (caller != owner) revert
    ...(["0x33", pushOwner, "0x14602b575f5ffd5b"] as const),
    // if (!call(calldata[0], calldata[32..])) revert; stop
    "0x6020360360205f37",
    "0x5f5f602036035f5f5f355af16046575f5ffd5b00",
    // 48: memory = hash, v, r, s
    "0x5b6004355f5260a4355f1a602052606435604052608435606052",
    // if (ecrecover(memory) != owner) revert
    "0x6020608060805f60015afa608051",
    ...([pushOwner, "0x14608c575f5ffd5b"] as const),
    // return the selector of isValidSignature
    "0x631626ba7e60e01b5f5260205ff3",
  ]);
}

/** Returns what stands behind these ten bytes. */
const toDeployment = (code: Hex): Hex =>
  concat(["0x61", numberToHex(size(code), { size: 2 }), "0x80600a3d393df3", code]);

/** A factory that deploys whatever it is called with, by CREATE2 and without a salt. */
const FACTORY_CODE = "0x365f5f375f365f5ff55f5260205ff3";

/** A wallet that takes any signature once it was called with anything else. */
const CARELESS_CODE = concat([
  // if (selector == isValidSignature) goto 19
  "0x5f3560e01c631626ba7e14601357",
  // storage[0] = 1; stop
  "0x60015f5500",
  // 19: return the selector of isValidSignature * storage[0]
  "0x5b5f54631626ba7e0260e01b5f5260205ff3",
]);

const host = "api.example.com";
const owner = privateKeyToAccount(generatePrivateKey());
const plain = privateKeyToAccount(generatePrivateKey());
/** Its key's account is delegated to the contract (EIP-7702) once it is registered. */
const delegated = privateKeyToAccount(generatePrivateKey());
let chain: LocalChain;
let registryAddress: Address;
let contract: Address;
let factory: Address;
let careless: Address;
/** Registered, but not deployed. */
let undeployed: Address;
const state = { isDown: false };

before(async () => {
  chain = await startChain();
  ({ registryAddress } = await deployLocally(chain));
  const code = toWalletCode(owner.address);
  contract = await deploy(toDeployment(code));
  factory = await deploy(toDeployment(FACTORY_CODE));
  careless = await deploy(toDeployment(CARELESS_CODE));
  undeployed = getContractAddress({
    opcode: "CREATE2",
    from: factory,
    salt: zeroHash,
    bytecode: toDeployment(code),
  });
  for (const { address } of [owner, plain, delegated])
    await chain.test.setBalance({ address, value: 10n ** 18n });
  await enter(plain.address, (agentId) => connect(plain).confirm({ agentId }));
  await enter(delegated.address, (agentId) => connect(delegated).confirm({ agentId }));
  await enter(undeployed);
  await enter(careless);
  await enter(contract, confirmByContract);
  await chain.test.setCode({ address: delegated.address, bytecode: concat(["0xef0100", contract]) });
});
after(() => chain.stop());

async function deploy(data: Hex): Promise<Address> {
  const hash = await chain.wallet().sendTransaction({ data });
  const { contractAddress } = await chain.reader.waitForTransactionReceipt({ hash });
  return getAddress(contractAddress ?? assert.fail("nothing was deployed"));
}

function connect(account: LocalAccount): AgentRegistry {
  return createAgentRegistry({ registryAddress, rpcUrl: chain.rpcUrl, chainId: chain.chainId, account });
}

async function enter(agentWallet: Address, confirm?: (agentId: number) => Promise<unknown>): Promise<void> {
  const haftungsperson = devAccounts.haftungsperson;
  const { agentId } = await connect(devAccounts.owner).register({
    agentWallet,
    haftungsperson: haftungsperson.address,
    operationalScope: "Customer",
  });
  await connect(haftungsperson).confirm({ agentId });
  await confirm?.(agentId);
}

/** As every contract does: by a transaction of its own, without the relayer. */
async function confirmByContract(agentId: number): Promise<void> {
  const data = encodeFunctionData({
    abi: registryAbi,
    functionName: "confirmAgent",
    args: [BigInt(agentId)],
  });
  const hash = await chain
    .wallet(owner as never)
    .sendTransaction({ to: contract, data: concat([pad(registryAddress), data]), gas: 500_000n });
  assert.equal((await chain.reader.waitForTransactionReceipt({ hash })).status, "success");
}

function start(options: Partial<AdmissionOptions> = {}, asked: string[] = []) {
  const request = async (call: { method: string }) => {
    asked.push(call.method);
    if (state.isDown) throw new Error("node down");
    return chain.reader.request(call as never);
  };
  const transport = custom({ request }, { retryCount: 0 });
  const registry = createAgentRegistry({ registryAddress, chainId: chain.chainId, transport });
  const nonceStore = longRunningNonceStore();
  return withCompliantAgent(
    { registry, hosts: [host], accounts: "universal", nonceStore, ...options },
    () => new Response("served"),
  );
}

type Signer = Parameters<typeof craftSignature>[0]["signer"];

async function craft({ signer, wallet }: { signer: Signer; wallet: Address }): Promise<Request> {
  const issuedAt = Math.floor(Date.now() / 1000);
  const headers = await craftSignature({ signer, wallet, host, issuedAt, onChain: chain.chainId });
  return new Request(`https://${host}/jobs`, { method: "POST", body: "work", headers });
}

const BAD = "401 invalid-proof bad_signature";

describe("a provider that takes signatures of contracts", () => {
  test("serves a contract whose owner signed, and nobody else in its name", async () => {
    const handle = start();
    assert.equal(await answerOf(await handle(await craft({ signer: owner, wallet: contract }))), "served");
    assert.equal(await answerOf(await handle(await craft({ signer: plain, wallet: contract }))), BAD);
  });

  test("serves a key without a contract, and nobody else in its name", async () => {
    const handle = start();
    const { address } = plain;
    assert.equal(await answerOf(await handle(await craft({ signer: plain, wallet: address }))), "served");
    assert.equal(await answerOf(await handle(await craft({ signer: owner, wallet: address }))), BAD);
  });

  test("leaves it to the contract of a delegated account who signs for it", async () => {
    const handle = start();
    const { address } = delegated;
    assert.equal(await answerOf(await handle(await craft({ signer: owner, wallet: address }))), "served");
    assert.equal(await answerOf(await handle(await craft({ signer: delegated, wallet: address }))), BAD);
  });

  test("serves a contract that is not deployed yet, if its owner signed (ERC-6492)", async () => {
    const handle = start({ policy: { consents: [] } });
    const wrap = (signer: LocalAccount): Signer => ({
      address: undeployed,
      signMessage: async (message) =>
        serializeErc6492Signature({
          address: factory,
          data: toDeployment(toWalletCode(owner.address)),
          signature: await signer.signMessage(message),
        }),
    });
    const answer = async (signer: Signer) =>
      answerOf(await handle(await craft({ signer, wallet: undeployed })));
    assert.equal(await answer(wrap(owner)), "served");
    assert.equal(await answer(wrap(plain)), BAD);
    assert.equal(await answer(owner), BAD);
    assert.equal(await chain.reader.getCode({ address: undeployed }), undefined);
  });

  test("makes no call that a signature names for a contract that is deployed (ERC-6492)", async () => {
    const handle = start({ policy: { consents: [] } });
    const wrap = (wallet: Address, signer: LocalAccount): Signer => ({
      address: wallet,
      signMessage: async (message) =>
        serializeErc6492Signature({
          address: wallet,
          data: "0x01",
          signature: await signer.signMessage(message),
        }),
    });
    const answer = async (wallet: Address, signer: Signer) =>
      answerOf(await handle(await craft({ signer, wallet })));
    assert.equal(await answer(careless, wrap(careless, plain)), BAD);
    assert.equal(await answer(contract, wrap(contract, owner)), "served", "the signature inside counts");
    assert.equal(await answer(contract, wrap(contract, plain)), BAD);
    const unreadable = async () => concat([numberToHex(1, { size: 64 }), `0x${"6492".repeat(16)}`]);
    assert.equal(await answer(contract, { address: contract, signMessage: unreadable }), BAD);
  });

  test("asks its node about strangers so many times a second; those who are served are not held up", async () => {
    const asked: string[] = [];
    const time = { now: Math.floor(Date.now() / 1000) };
    const handle = start({ strangersPerSecond: 3, now: () => time.now }, asked);
    const send = async (signer: Signer, wallet: Address) =>
      answerOf(await handle(await craft({ signer, wallet })));
    assert.equal(await send(owner, contract), "served");
    const stranger = () => privateKeyToAccount(generatePrivateKey());
    const first = stranger();
    // Having code and a signature is two questions, so one of three is left.
    assert.equal(await send(first, first.address), "403 not-registered");
    asked.length = 0;
    const second = stranger();
    assert.equal(await send(second, second.address), "429 too-many-requests");
    assert.deepEqual(asked, []);
    assert.equal(await send(owner, contract), "served");
    // After a signature that is not the contract's, the wallet counts as a stranger again, so that strangers
    // cannot have the node asked in its name without end.
    assert.equal(await send(plain, contract), BAD);
    assert.equal(await send(plain, contract), "429 too-many-requests");
    time.now += 1;
    assert.equal(await send(owner, contract), "served");
    assert.equal(await send(owner, contract), "served");
  });

  test("answers 503 if the node that knows the contract does not answer", async () => {
    const handle = start();
    const send = async () => answerOf(await handle(await craft({ signer: owner, wallet: contract })));
    assert.equal(await send(), "served");
    state.isDown = true;
    // The verdict is still known; only the signature is not.
    assert.equal(await send(), "503 register-unavailable");
    state.isDown = false;
    assert.equal(await send(), "served");
  });
});

test("a provider that takes signatures of keys alone refuses those of contracts, and serves a delegated account's key", async () => {
  const handle = start({ accounts: "eoa-only" });
  assert.equal(await answerOf(await handle(await craft({ signer: owner, wallet: contract }))), BAD);
  const { address } = delegated;
  assert.equal(await answerOf(await handle(await craft({ signer: delegated, wallet: address }))), "served");
});
