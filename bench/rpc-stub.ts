// Made-up logs of a whole register behind a node's interface, in a process of its own as a real node is.
import type { Address } from "viem";
import { serveLogs } from "./rpc-server.ts";
import { createSyntheticLogs } from "./synthetic-logs.ts";

const { agents, registryAddress } = JSON.parse(process.argv[2] ?? "{}") as {
  agents: number;
  registryAddress: Address;
};
const { logs, head, events } = createSyntheticLogs({ agents, registryAddress });
process.send?.({ rpcUrl: await serveLogs({ logs, head: () => head }), head, events });
process.on("disconnect", () => process.exit(0));
