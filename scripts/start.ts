// `npm start`: the whole register on this machine, until Ctrl-C. See README.md for its options.
import { mkdir, rm, writeFile } from "node:fs/promises";
import { namesExternalChain, readExternalChain } from "./stack/external-chain.ts";
import { LOCAL_CHAIN_PORT, startLocalChain } from "./stack/local-chain.ts";
import { requireFreePorts } from "./stack/ports.ts";
import { type RunningServices, runServices } from "./stack/run-services.ts";
import { say } from "./stack/say.ts";
import { toServices } from "./stack/services.ts";
import { type Stack, StackError } from "./stack/stack.ts";
import { printSummary } from "./stack/summary.ts";

const STACK_FILE = ".local/stack.json";
const isExternal = namesExternalChain(process.env);
const cleanUps: (() => Promise<void>)[] = [];

let isStopping = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    if (isStopping) return;
    console.log("\nStopping ...");
    void stop(0);
  });
}

try {
  await start();
} catch (error) {
  if (!isStopping) {
    console.error(error instanceof StackError ? `\n${error.message}` : error);
    await stop(1);
  }
}

async function start(): Promise<void> {
  const args = process.argv.slice(2);
  const unknown = args.filter((arg) => arg !== "--empty");
  if (unknown.length > 0) {
    throw new StackError(
      `Unknown option ${unknown.join(" ")}. The only one is --empty: npm start -- --empty`,
    );
  }
  await requireFreePorts([
    ...(isExternal ? [] : [{ port: LOCAL_CHAIN_PORT, name: "local chain" }]),
    { port: 3000, name: "query API" },
    { port: 3001, name: "relayer" },
    { port: 3002, name: "dashboard" },
  ]);
  const stack = isExternal ? await useExternalChain() : await useLocalChain(args.includes("--empty"));
  await writeStackFile(stack);
  const services: RunningServices = await runServices(toServices(stack), ".local/logs");
  cleanUps.push(() => services.stop());
  printSummary(stack);
  await services.ended;
}

async function useLocalChain(isEmpty: boolean): Promise<Stack> {
  const dataDir = ".local/data/local-chain";
  // The chain starts anew each time; nothing that was kept of the last one is of use.
  await rm(dataDir, { recursive: true, force: true });
  const { stack, chain } = await startLocalChain({ isEmpty, dataDir });
  cleanUps.push(() => chain.stop());
  return stack;
}

async function useExternalChain(): Promise<Stack> {
  const stack = await readExternalChain(process.env, process.env.DATA_DIR ?? ".local/data/external-chain");
  say(`Using chain ${stack.chainId}; no chain of our own is started`);
  return stack;
}

/** For the command line and for people: where everything is. Holds no secret. */
async function writeStackFile({ relayerKey: _, isLocal: __, dataDir: ___, ...shown }: Stack): Promise<void> {
  await mkdir(".local", { recursive: true });
  await writeFile(STACK_FILE, `${JSON.stringify(shown, null, 2)}\n`);
  cleanUps.push(() => rm(STACK_FILE, { force: true }));
}

async function stop(exitCode: number): Promise<never> {
  isStopping = true;
  // The other way round: services before the chain they stand on.
  for (const cleanUp of cleanUps.reverse()) await cleanUp().catch((error) => console.error(error));
  process.exit(exitCode);
}
