import { minimalForwarderAbi, registryAbi } from "@agent-registry/protocol";
import {
  type DevAccount,
  deployLocally,
  devAccounts,
  type LocalChain,
  startChain,
} from "@agent-registry/testkit";
import { type Address, encodeFunctionData, type Hex, parseEther, parseEventLogs } from "viem";
import { FLEET_SIZE, type FleetAgent, fleet, NOTARY, newcomer, REGULATOR, spare } from "./fleet.ts";
import {
  attestLargeFleet,
  enterLargeFleet,
  LARGE_FLEET_CREATOR,
  LARGE_FLEET_HAFTUNGSPERSON,
  LARGE_FLEET_ROW,
  LARGE_FLEET_SIZE,
} from "./large-fleet.ts";
import { type Call, enter, type Operation, operations } from "./operations.ts";
import { createRequestSigner, type RequestSigner } from "./request-signer.ts";

/** Gas of one operation, by the way in which it reaches the Registry. */
export type GasRow = {
  direct: number;
  /** Through the forwarder, the first and any later request of its signer. */
  forwardedFirst: number;
  forwardedLater: number;
  /** The share of one in a batch of 20 later requests. What is for many agents already has none. */
  inBatchOf20?: number;
};

export type GasTable = Record<string, GasRow>;

/** Enough for a batch of 20 registrations. */
const TRANSACTION_GAS = 15_000_000n;

/** Measures every operation on a chain of its own. The clock and all keys are fixed, and with them every byte. */
export async function measureGas(): Promise<GasTable> {
  const chain = await startChain({ initialDate: "2026-01-01T00:00:00Z" });
  try {
    const meter = await createGasMeter(chain);
    const table: GasTable = {};
    for (const operation of operations) table[operation.name] = await meter.measure(operation);
    table[LARGE_FLEET_ROW] = await meter.measureLargeFleet();
    return table;
  } finally {
    await chain.stop();
  }
}

async function createGasMeter(chain: LocalChain) {
  const deployment = await deployLocally(chain);
  const everybody = [...fleet, spare].flatMap((agent) => [
    agent.wallet,
    agent.creator,
    agent.haftungsperson,
    newcomer(agent),
  ]);
  everybody.push(LARGE_FLEET_CREATOR, LARGE_FLEET_HAFTUNGSPERSON, NOTARY);
  for (const { address } of everybody) await chain.test.setBalance({ address, value: parseEther("1") });
  await send({
    sender: devAccounts.owner,
    data: encodeFunctionData({ abi: registryAbi, functionName: "addRegulator", args: [REGULATOR.address] }),
  });
  await send({
    sender: devAccounts.owner,
    data: encodeFunctionData({ abi: registryAbi, functionName: "addNotary", args: [NOTARY.address] }),
  });
  for (const agent of [...fleet, spare]) await send(enter(agent));

  return {
    async measure(operation: Operation): Promise<GasRow> {
      const [agent] = fleet as [FleetAgent];
      const call = operation.call(agent);
      return {
        direct: await isolated(async () => {
          await prepare([agent]);
          return send(call);
        }),
        forwardedFirst: await isolated(async (signer) => {
          await prepare([agent]);
          return forward({ signer, call });
        }),
        forwardedLater: await isolated(async (signer) => {
          await prepare([agent]);
          await forward({ signer, call: nothing(call.sender) });
          return forward({ signer, call });
        }),
        inBatchOf20: await isolated(async (signer) => {
          await prepare(fleet);
          const calls = fleet.map(operation.call);
          await forwardAll({ signer, calls: calls.map(({ sender }) => nothing(sender)) });
          return Math.ceil((await forwardAll({ signer, calls })) / FLEET_SIZE);
        }),
      };

      async function prepare(agents: readonly FleetAgent[]) {
        if (operation.prepare === undefined) return;
        for (const call of agents.flatMap(operation.prepare)) await send(call);
      }
    },

    async measureLargeFleet(): Promise<GasRow> {
      return isolated(async () => {
        for (const call of enterLargeFleet) await send(call);
        return {
          direct: await share(() => send(attestLargeFleet)),
          forwardedFirst: await share((signer) => forward({ signer, call: attestLargeFleet })),
          forwardedLater: await share(async (signer) => {
            await forward({ signer, call: nothing(attestLargeFleet.sender) });
            return forward({ signer, call: attestLargeFleet });
          }),
        };
      });

      async function share(measurement: (signer: RequestSigner) => Promise<number>): Promise<number> {
        return Math.ceil((await isolated(measurement)) / LARGE_FLEET_SIZE);
      }
    },
  };

  /** Every measurement starts from the same state, whatever was measured before. */
  async function isolated<Result>(measurement: (signer: RequestSigner) => Promise<Result>): Promise<Result> {
    const id = await chain.test.snapshot();
    try {
      return await measurement(createRequestSigner(deployment));
    } finally {
      await chain.test.revert({ id });
    }
  }

  async function send(call: Call): Promise<number> {
    const receipt = await transact({ ...call, to: deployment.registryAddress });
    return Number(receipt.gasUsed);
  }

  async function forward({ signer, call }: { signer: RequestSigner; call: Call }): Promise<number> {
    const { request, signature } = await signer.sign(call);
    return relay(
      encodeFunctionData({ abi: minimalForwarderAbi, functionName: "execute", args: [request, signature] }),
    );
  }

  async function forwardAll({ signer, calls }: { signer: RequestSigner; calls: Call[] }): Promise<number> {
    const signed = [];
    for (const call of calls) signed.push(await signer.sign(call));
    const args = [signed.map(({ request }) => request), signed.map(({ signature }) => signature)] as const;
    return relay(encodeFunctionData({ abi: minimalForwarderAbi, functionName: "executeBatch", args }));
  }

  async function relay(data: Hex): Promise<number> {
    const receipt = await transact({ sender: devAccounts.relayer, to: deployment.forwarderAddress, data });
    // A batch goes through with failed requests in it, and would pass for a cheap one.
    const outcomes = parseEventLogs({
      abi: minimalForwarderAbi,
      eventName: "RequestForwarded",
      logs: receipt.logs,
    });
    if (outcomes.some(({ args }) => !args.success)) throw new Error("A measured request failed");
    return Number(receipt.gasUsed);
  }

  async function transact({ sender, to, data }: Call & { to: Address }) {
    const hash = await chain.wallet(sender).sendTransaction({ to, data, gas: TRANSACTION_GAS });
    const receipt = await chain.reader.waitForTransactionReceipt({ hash });
    if (receipt.status !== "success") throw new Error(`A measured transaction failed: ${data.slice(0, 10)}`);
    return receipt;
  }
}

/** A request that only moves its signer's nonce on. */
function nothing(sender: DevAccount): Call {
  return { sender, data: encodeFunctionData({ abi: registryAbi, functionName: "totalAgents" }) };
}
