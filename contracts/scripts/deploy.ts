// `npm run deploy`: puts both contracts on the chain at RPC_URL, paid for by DEPLOYER_KEY. With `--verify` their source is
// published on Sourcify; `--verify-only` does that for an earlier deployment. Exit codes: 0 all done, 1 nothing deployed,
// 2 deployed, but the source is not verified.
import { access, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { maskUrl } from "@agent-registry/protocol";
import {
  BaseError,
  createPublicClient,
  createWalletClient,
  defineChain,
  formatEther,
  type Hex,
  http,
  type PublicClient,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { type Deployment, deployContracts } from "./deploy-contracts.ts";
import { readCompilations, verifyDeploymentSource } from "./sourcify/verify-deployment-source.ts";
import { verifyDeployment } from "./verify-deployment.ts";

const DEFAULT_SOURCIFY_URL = "https://sourcify.dev/server";
const EXIT_NOT_VERIFIED = 2;

try {
  await main();
} catch (error) {
  // viem's long messages repeat the request, and with it the address of the node and its key.
  console.error(
    error instanceof BaseError ? error.shortMessage : error instanceof Error ? error.message : error,
  );
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const isForced = process.argv.includes("--force");
  const isVerifiedOnly = process.argv.includes("--verify-only");
  const { rpcUrl, key, sourcifyUrl } = readEnvironment({ isVerifiedOnly });
  const transport = http(rpcUrl);
  const probe = createPublicClient({ transport });
  const chainId = await probe.getChainId().catch((error) => {
    const reason = error instanceof BaseError ? error.shortMessage : "it gave no chain id.";
    throw new Error(`The node at ${maskUrl(rpcUrl)} (RPC_URL) does not answer: ${reason}`);
  });
  const file = `deployments/${chainId}.json`;
  if (isVerifiedOnly) return await verifyEarlier({ file, sourcifyUrl });
  if (!isForced && (await exists(file))) await setAside(file, probe);

  const chain = defineChain({
    id: chainId,
    name: `chain ${chainId}`,
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  });
  const reader = createPublicClient({ chain, transport });
  const wallet = createWalletClient({ chain, transport, account: privateKeyToAccount(key) });
  const balance = await reader.getBalance({ address: wallet.account.address });
  console.log(`Deploying to chain ${chainId} as ${wallet.account.address} (${formatEther(balance)} ETH) ...`);
  if (balance === 0n)
    throw new Error("That account has no ether to pay for the deployment. Fund it and try again.");

  // Before anything is paid for: what cannot be compiled could not be verified either.
  const compilations = isVerificationWanted() ? await readCompilations() : undefined;
  const deployment = await deployContracts({ wallet, reader });
  const problems = await verifyDeployment(reader, deployment);
  if (problems.length > 0) throw new Error(`What was deployed is not right: ${problems.join("; ")}.`);

  await mkdir("deployments", { recursive: true });
  await writeFile(file, `${JSON.stringify(deployment, null, 2)}\n`);
  console.log(`Deployed and checked; written to ${file}. The services need:

  REGISTRY_ADDRESS=${deployment.registryAddress}
  FORWARDER_ADDRESS=${deployment.forwarderAddress}
  START_BLOCK=${deployment.deploymentBlock}

and RPC_URL as you have it now; the relayer also RELAYER_KEY, a key of its own with some ether.`);

  if (compilations === undefined) return;
  if (await verifyDeploymentSource({ deployment, compilations, serverUrl: sourcifyUrl })) return;
  console.error("The contracts are deployed all the same. To try again: npm run deploy -- --verify-only");
  process.exitCode = EXIT_NOT_VERIFIED;
}

/**
 * Makes room for the record of a new deployment if the chain does not have the recorded one: it was started anew, as a local
 * one is, or is another one with the same id. The record is kept, since it may be of a register that is still in use there.
 */
async function setAside(file: string, reader: PublicClient): Promise<void> {
  const { registryAddress }: Deployment = JSON.parse(await readFile(file, "utf8"));
  if ((await reader.getCode({ address: registryAddress })) !== undefined) {
    throw new Error(
      `${file} tells of a deployment already. Its agents would be left behind: to deploy a second register ` +
        "all the same, run: npm run deploy -- --force",
    );
  }
  const kept = file.replace(/json$/, `${registryAddress}.json`);
  await rename(file, kept);
  console.log(
    `The Registry of ${file} is not on this chain, which was started anew; that file is now ${kept}.`,
  );
}

async function verifyEarlier({ file, sourcifyUrl }: { file: string; sourcifyUrl: string }): Promise<void> {
  if (!(await exists(file))) throw new Error(`${file} is not there: nothing was deployed from here.`);
  const deployment: Deployment = JSON.parse(await readFile(file, "utf8"));
  const compilations = await readCompilations();
  const isVerified = await verifyDeploymentSource({ deployment, compilations, serverUrl: sourcifyUrl });
  if (!isVerified) process.exitCode = EXIT_NOT_VERIFIED;
}

function isVerificationWanted(): boolean {
  return process.argv.includes("--verify") || process.env.VERIFY === "sourcify";
}

function readEnvironment({ isVerifiedOnly }: { isVerifiedOnly: boolean }) {
  const { RPC_URL: rpcUrl = "", DEPLOYER_KEY: rawKey = "", VERIFY = "" } = process.env;
  const sourcifyUrl = (process.env.SOURCIFY_URL || DEFAULT_SOURCIFY_URL).replace(/\/+$/, "");
  const problems: string[] = [];
  if (!URL.canParse(rpcUrl))
    problems.push("  RPC_URL: the http:// or https:// address of a node of the chain");
  const key = rawKey.startsWith("0x") ? rawKey : `0x${rawKey}`;
  if (!isVerifiedOnly && !/^0x[0-9a-fA-F]{64}$/.test(key))
    problems.push("  DEPLOYER_KEY: the private key (64 hex digits) that pays and becomes the owner");
  if (!["", "sourcify"].includes(VERIFY)) problems.push("  VERIFY: sourcify, or nothing");
  if (!/^https?:\/\//.test(sourcifyUrl) || !URL.canParse(sourcifyUrl))
    problems.push("  SOURCIFY_URL: the http:// or https:// address of a Sourcify server");
  if (problems.length > 0) throw new Error(`Set these variables first:\n${problems.join("\n")}`);
  return { rpcUrl, key: key as Hex, sourcifyUrl };
}

async function exists(file: string): Promise<boolean> {
  return await access(file).then(
    () => true,
    () => false,
  );
}
