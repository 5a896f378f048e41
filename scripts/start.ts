// `npm start`: the whole register on this machine, until Ctrl-C. See README.md for its options.
import { writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import type { LocalChain } from "@agent-registry/testkit";
import { namesExternalChain, readExternalChain } from "./stack/external-chain.ts";
import { explainFileError, lockFolder } from "./stack/folder.ts";
import { enterRegister, startLocalChain } from "./stack/local-chain.ts";
import { parseOptions, type StackOptions } from "./stack/options.ts";
import { requireFreePorts } from "./stack/ports.ts";
import { failAtEnd, runServices } from "./stack/run-services.ts";
import { printSummary, say } from "./stack/say.ts";
import { toServices } from "./stack/services.ts";
import { findSettings } from "./stack/settings.ts";
import { LOOPBACK, type Stack, StackError } from "./stack/stack.ts";

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
    const problem = explainFileError(error);
    console.error(problem instanceof StackError ? `\n${problem.message}` : problem);
    await stop(1);
  }
}

async function start(): Promise<void> {
  const options = parseOptions({ args: process.argv.slice(2), env: process.env });
  await requireFreePorts([
    ...(isExternal
      ? []
      : [{ port: options.ports.chain, host: LOOPBACK, name: "local chain", variable: "CHAIN_PORT" }]),
    { port: options.ports.api, host: options.host, name: "query API", variable: "API_PORT" },
    { port: options.ports.relayer, host: options.host, name: "relayer", variable: "RELAYER_PORT" },
    { port: options.ports.dashboard, host: options.host, name: "dashboard", variable: "DASHBOARD_PORT" },
  ]);
  // Before anything is deleted or written there.
  const lock = lockFolder(options.directory);
  cleanUps.push(async () => lock.release());
  if (isExternal) {
    const stack = await readExternalChain(process.env, options);
    say(`Using chain ${stack.chainId}; no chain of our own is started`);
    await serve(stack, options.directory);
  } else {
    const chain = await useLocalChain(options);
    const chainEnded = failAtEnd({ child: chain.process, name: "local chain" });
    const filled = enterRegister(chain, options).then((stack) => serve(stack, options.directory));
    await Promise.race([filled, chainEnded]);
  }
}

async function useLocalChain(options: StackOptions): Promise<LocalChain> {
  const starting = startLocalChain(options);
  // Registered before the chain is up: Ctrl-C may come while it starts.
  cleanUps.push(async () => (await starting.catch(() => undefined))?.stop());
  return await starting;
}

/** Runs the services until one of them ends by itself. */
async function serve(stack: Stack, directory: string): Promise<void> {
  // If Ctrl-C came meanwhile, nothing may be started any more. From here to the clean-up there is no await in
  // which it could come.
  if (isStopping) return;
  saySettings(stack);
  writeStackFile(stack, directory);
  const services = runServices(toServices(stack, process.env), path.join(directory, "logs"));
  cleanUps.push(() => services.stop());
  await Promise.race([services.ready, services.ended]);
  printSummary(stack, directory);
  await services.ended;
}

/** What was not taken, or was misspelt, would otherwise be looked for in vain. */
function saySettings({ isLocal }: Stack): void {
  const { taken, ignored, misspelt } = findSettings({ env: process.env, isLocal });
  if (taken.length > 0) say(`Settings from the environment: ${taken.join(", ")}`);
  for (const { name, why } of ignored) say(`Not taken from the environment: ${name} (${why})`);
  for (const warning of misspelt) say(warning);
}

/** For the command line and for people: where everything is. Holds no secret. */
function writeStackFile(stack: Stack, directory: string): void {
  const { chainId, rpcUrl, registryAddress, forwarderAddress, apiUrl, relayerUrl, dashboardUrl } = stack;
  const shown = { chainId, rpcUrl, registryAddress, forwarderAddress, apiUrl, relayerUrl, dashboardUrl };
  const file = path.join(directory, "stack.json");
  cleanUps.push(() => rm(file, { force: true }));
  // An RPC address may hold a key of its user.
  writeFileSync(file, `${JSON.stringify(shown, null, 2)}\n`, { mode: 0o600 });
}

async function stop(exitCode: number): Promise<never> {
  isStopping = true;
  // In reverse order: services before the chain they stand on.
  for (const cleanUp of cleanUps.reverse()) await cleanUp().catch((error) => console.error(error));
  process.exit(exitCode);
}
