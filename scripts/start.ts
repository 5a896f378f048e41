// `npm start`: the whole register on this machine, until Ctrl-C. See README.md for its options.
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { namesExternalChain, readExternalChain } from "./stack/external-chain.ts";
import { startLocalChain } from "./stack/local-chain.ts";
import { parseOptions, type StackOptions } from "./stack/options.ts";
import { requireFreePorts } from "./stack/ports.ts";
import { runServices } from "./stack/run-services.ts";
import { say } from "./stack/say.ts";
import { toServices } from "./stack/services.ts";
import { type Stack, StackError } from "./stack/stack.ts";
import { printSummary } from "./stack/summary.ts";

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
  const options = parseOptions({ args: process.argv.slice(2), env: process.env });
  await requireFreePorts([
    ...(isExternal ? [] : [{ port: options.ports.chain, name: "local chain" }]),
    { port: options.ports.api, name: "query API" },
    { port: options.ports.relayer, name: "relayer" },
    { port: options.ports.dashboard, name: "dashboard" },
  ]);
  const stack = isExternal ? await readExternalChain(process.env, options) : await useLocalChain(options);
  if (isExternal) say(`Using chain ${stack.chainId}; no chain of our own is started`);
  await writeStackFile(stack, options.directory);
  const services = await runServices(toServices(stack, process.env), path.join(options.directory, "logs"));
  cleanUps.push(() => services.stop());
  printSummary(stack, options.directory);
  await services.ended;
}

async function useLocalChain(options: StackOptions): Promise<Stack> {
  const { stack, chain } = await startLocalChain(options);
  cleanUps.push(() => chain.stop());
  return stack;
}

/** For the command line and for people: where everything is. Holds no secret. */
async function writeStackFile(stack: Stack, directory: string): Promise<void> {
  const { relayerKey: _key, isLocal: _isLocal, dataDir: _dataDir, ...shown } = stack;
  const file = path.join(directory, "stack.json");
  await mkdir(directory, { recursive: true });
  // An RPC address may hold a key of its user.
  await writeFile(file, `${JSON.stringify(shown, null, 2)}\n`, { mode: 0o600 });
  cleanUps.push(() => rm(file, { force: true }));
}

async function stop(exitCode: number): Promise<never> {
  isStopping = true;
  // The other way round: services before the chain they stand on.
  for (const cleanUp of cleanUps.reverse()) await cleanUp().catch((error) => console.error(error));
  process.exit(exitCode);
}
