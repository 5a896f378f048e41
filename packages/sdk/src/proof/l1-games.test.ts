import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type Address,
  createPublicClient,
  custom,
  encodeAbiParameters,
  type Hex,
  hexToBytes,
  parseAbiParameters,
  toFunctionSelector,
} from "viem";
import { baseSepolia, mainnet } from "viem/chains";
import { RegistryError } from "../errors/registry-error.ts";
import { l1Games } from "./l1-games.ts";

/** Block 50,543,793 of Base. */
const BLOCK = {
  number: 50_543_793,
  hash: "0x5c29e3a12cd353c7466aaf91e62e0c6cd0f9da7a8d6af5a26e9afb3a3078ea18",
  stateRoot: hexToBytes("0x0040794d29a28d8bce9b2256570f46784d0b709de6f31fed1257bf4444578cd5"),
  withdrawalsRoot: hexToBytes("0x06c5e4eb5d0f6435617c603bafcf9fc1d52af39cf52ae11fe8d55e124a335103"),
} as const;
const OUTPUT_ROOT = "0x32a0ed6844851755a892f63f9de4669e347686ebf5c2ab6e27563d1caa5d35c3";
const NOW = 1_800_000_000;
const GAME = "0x1111111111111111111111111111111111111111";
const ANCHORS = "0x2222222222222222222222222222222222222222";
const PORTAL = baseSepolia.contracts.portal[11_155_111].address;
const FACTORY = baseSepolia.contracts.disputeGameFactory[11_155_111].address;

type Game = { rootClaim?: Hex; createdAt?: number };
type L1 = { games?: Game[]; isProper?: boolean; isRespected?: boolean; isValid?: boolean; status?: number };

/** An L1 node that knows the answers to a few calls, by contract and function. */
function createL1({ games = [{}], isProper = true, isRespected = true, isValid = true, status = 0 }: L1) {
  const bool = (value: boolean) => encodeAbiParameters(parseAbiParameters("bool"), [value]);
  const number = (value: number) => encodeAbiParameters(parseAbiParameters("uint256"), [BigInt(value)]);
  const list = encodeAbiParameters(
    parseAbiParameters(
      "(uint256 index, bytes32 metadata, uint64 timestamp, bytes32 rootClaim, bytes extraData)[]",
    ),
    [
      games.map(({ rootClaim = OUTPUT_ROOT, createdAt = NOW - 60 }, index) => ({
        index: BigInt(index),
        metadata: `0x${"00".repeat(12)}${GAME.slice(2)}` as Hex,
        timestamp: BigInt(createdAt),
        rootClaim,
        extraData: "0x" as Hex,
      })),
    ],
  );
  const answers: [Address, string, Hex][] = [
    [FACTORY, "gameCount()", number(games.length)],
    [FACTORY, "findLatestGames(uint32,uint256,uint256)", list],
    [PORTAL, "respectedGameType()", number(621)],
    [PORTAL, "anchorStateRegistry()", encodeAbiParameters(parseAbiParameters("address"), [ANCHORS])],
    [ANCHORS, "isGameProper(address)", bool(isProper)],
    [ANCHORS, "isGameRespected(address)", bool(isRespected)],
    [ANCHORS, "isGameClaimValid(address)", bool(isValid)],
    [GAME, "status()", number(status)],
  ];
  const calls: string[] = [];
  const request = async ({ params }: { method: string; params?: [{ to: Address; data: Hex }] }) => {
    const { to, data } = params?.[0] ?? assert.fail("not a call");
    const found = answers.find(
      ([address, signature]) =>
        address.toLowerCase() === to.toLowerCase() && data.startsWith(toFunctionSelector(signature)),
    );
    const [, signature, answer] = found ?? assert.fail(`an unknown call of ${to}`);
    calls.push(signature);
    return answer;
  };
  return { client: createPublicClient({ transport: custom({ request }, { retryCount: 0 }) }), calls };
}

const ask = (answers: L1, options: { inProgress?: boolean; maxAge?: number } = {}) =>
  l1Games({ l1: createL1(answers).client, l2: baseSepolia, now: () => NOW, ...options }).isCanonical(BLOCK);

describe("l1Games", () => {
  for (const [what, expected, answers, options] of [
    ["takes a block that a valid game claims", true, {}],
    ["finds it among other games", true, { games: [{ rootClaim: `0x${"33".repeat(32)}` }, {}] }],
    ["refuses a block that no game claims", false, { games: [{ rootClaim: `0x${"33".repeat(32)}` }] }],
    ["refuses every block where there is no game", false, { games: [] }],
    ["refuses a game whose claim is not valid", false, { isValid: false }],
    ["refuses a game that is too old", false, { games: [{ createdAt: NOW - 61 }] }, { maxAge: 60 }],
    ["takes a game of just that age", true, { games: [{ createdAt: NOW - 60 }] }, { maxAge: 60 }],
    ["takes a game in progress if that is asked for", true, { isValid: false }, { inProgress: true }],
    ["refuses one that is not proper", false, { isProper: false }, { inProgress: true }],
    ["refuses one that is not respected", false, { isRespected: false }, { inProgress: true }],
    ["refuses one that the challenger has won", false, { status: 1 }, { inProgress: true }],
  ] as [string, boolean, L1, { inProgress?: boolean; maxAge?: number }?][])
    it(what, async () => {
      assert.equal(await ask(answers, options), expected);
    });

  it("asks L1 each time: a game may be struck off", async () => {
    const { client, calls } = createL1({});
    const trust = l1Games({ l1: client, l2: baseSepolia, now: () => NOW });
    for (let i = 0; i < 2; i += 1) await trust.isCanonical(BLOCK);
    assert.equal(calls.filter((call) => call === "isGameClaimValid(address)").length, 2);
    assert.equal(trust.kind, "dispute games of Base Sepolia on L1");
  });

  it("refuses a block whose header does not hold what games claim", async () => {
    const trust = l1Games({ l1: createL1({}).client, l2: baseSepolia, now: () => NOW });
    assert.equal(await trust.isCanonical({ ...BLOCK, withdrawalsRoot: undefined }), false);
  });

  it("says so if L1 does not answer, or if it is not known where the games are", async () => {
    const request = async () => {
      throw new Error("down");
    };
    const l1 = createPublicClient({ transport: custom({ request }, { retryCount: 0 }) });
    const trust = l1Games({ l1, l2: baseSepolia });
    await assert.rejects(trust.isCanonical(BLOCK), RegistryError);
    assert.throws(() => l1Games({ l1, l2: mainnet }), /not known where Ethereum has its portal/);
  });
});
