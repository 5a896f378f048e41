import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { relayErrors } from "@agent-registry/protocol";
import { formatEther, numberToHex, pad, parseEther } from "viem";
import { startTestChain, toBody } from "./testing/test-relayer.ts";

const ORACLE = "0x420000000000000000000000000000000000000f";
/** What the parent chain takes, by the receipt, and the most that it may take, by the oracle. */
const TAKEN = parseEther("0.004");
const AT_MOST = parseEther("0.005");

const { chain, startRelayer, startRpc, register } = await startTestChain();
/** A local chain publishes nothing on a parent chain; this node says that it does, and what it took. */
const node = await startRpc(({ method, params }) => {
  const [first] = params as [{ to?: string } | string | undefined];
  if (method === "eth_getCode" && String(first).toLowerCase() === ORACLE) return () => "0x60";
  if (method === "eth_call" && (first as { to: string }).to.toLowerCase() === ORACLE) {
    return () => pad(numberToHex(AT_MOST), { size: 32 });
  }
  if (method !== "eth_getTransactionReceipt") return "pass";
  return (receipt) => (receipt === null ? null : { ...receipt, l1Fee: numberToHex(TAKEN) });
});

describe("the fee of an OP-stack chain for its parent chain", () => {
  const relayOne = async (dailyBudget: string) => {
    const relayer = await startRelayer({ chain: node, env: { DAILY_GAS_BUDGET: dailyBudget } });
    const answer = await relayer.post(toBody(await register()));
    const { body: status } = await relayer.get("/status");
    await relayer.stop();
    return { answer, status };
  };

  it("the parent chain's fee is part of a relay's cost and of the day's spending", async () => {
    const { answer, status } = await relayOne("1");
    assert.equal(answer.status, 200);
    const { gasUsed, gasPrice } = await readPaidGas(answer.body.transactionHash);
    const cost = gasUsed * gasPrice + TAKEN;
    assert.equal(answer.body.gasPaidByRelayer, formatEther(cost));
    assert.equal(status.dailyGasUsed, `${formatEther(cost)} ETH`);
  });

  it("the parent chain's fee counts before it is paid: a budget for the gas alone is not enough", async () => {
    // Twice the oracle's figure is set aside, since the parent chain's price may rise meanwhile.
    const { answer, status } = await relayOne(formatEther(AT_MOST * 2n));
    assert.deepEqual([answer.status, answer.body.error], [429, relayErrors.budgetExhausted]);
    assert.equal(status.dailyGasUsed, "0 ETH");
  });

  async function readPaidGas(hash: `0x${string}`) {
    const { gasUsed, effectiveGasPrice } = await chain.reader.getTransactionReceipt({ hash });
    return { gasUsed, gasPrice: effectiveGasPrice };
  }
});
