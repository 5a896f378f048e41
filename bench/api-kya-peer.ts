// KYA look-ups over HTTP, each of another wallet: the API with its index, against a server that calls the
// contract for each (bench/peers/contract-call-server.ts), in the same run.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { toWallet, writeRegister } from "@agent-registry/api/testing/write-register";
import { deployLocally, populateRegister, startChain } from "@agent-registry/testkit";
import { measure, median, startServer } from "./api-processes.ts";

const AGENTS = 100_000;
const ROUNDS = 5;
const OURS_PER_ROUND = 15_000;
const PEERS_PER_ROUND = 1_000;

const folder = await mkdtemp(path.join(tmpdir(), "agent-registry-bench-"));
const chain = await startChain({ initialDate: new Date(Date.now() - 60 * 86_400_000).toISOString() });
try {
  const deployment = await deployLocally(chain);
  await populateRegister({ chain, deployment, agents: 100 });
  await writeRegister({ dataDir: folder, agents: AGENTS });

  const { registryAddress } = deployment;
  const peer = await startServer("./peers/contract-call-server.ts", {
    rpcUrl: chain.rpcUrl,
    registryAddress,
  });
  const ours = await startServer("./api-server.ts", { kind: "api", dataDir: folder });
  const kya = (agentId: number) => `/api/v1/kya/${toWallet(agentId)}`;
  const pathsOf = (round: number, count: number) =>
    Array.from({ length: count }, (_, index) => kya(round * count + index + 1));

  const rounds = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const theirs = await measure(peer, pathsOf(round, PEERS_PER_ROUND));
    const result = await measure(ours, pathsOf(round, OURS_PER_ROUND));
    // The first round warms up.
    if (round > 0) rounds.push({ ours: result.requestsPerSecond, theirs: theirs.requestsPerSecond });
  }
  console.log(`from the index       ${Math.round(median(rounds.map((round) => round.ours)))} requests/s`);
  console.log(`by contract calls    ${Math.round(median(rounds.map((round) => round.theirs)))} requests/s`);
  console.log(`ratio                ${median(rounds.map((round) => round.ours / round.theirs)).toFixed(1)}`);
  await Promise.all([ours.stop(), peer.stop()]);
} finally {
  await chain.stop();
  await rm(folder, { recursive: true, force: true });
}
