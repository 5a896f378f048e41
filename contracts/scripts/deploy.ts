// `npm run deploy`: puts both contracts on the chain at RPC_URL, paid for by DEPLOYER_KEY.
import { access, mkdir, writeFile } from "node:fs/promises";
import {
  BaseError,
  createPublicClient,
  createWalletClient,
  defineChain,
  formatEther,
  type Hex,
  http,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { deployContracts } from "./deploy-contracts.ts";
import { verifyDeployment } from "./verify-deployment.ts";

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
  const { rpcUrl, key } = readEnvironment();
  const transport = http(rpcUrl);
  const chainId = await createPublicClient({ transport }).getChainId();
  const file = `deployments/${chainId}.json`;
  if (!isForced && (await exists(file))) {
    throw new Error(
      `${file} tells of a deployment already. Its agents would be left behind: to deploy a second register ` +
        "all the same, run: npm run deploy -- --force",
    );
  }

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
}

function readEnvironment(): { rpcUrl: string; key: Hex } {
  const { RPC_URL: rpcUrl = "", DEPLOYER_KEY: rawKey = "" } = process.env;
  const problems: string[] = [];
  if (!URL.canParse(rpcUrl))
    problems.push("  RPC_URL: the http:// or https:// address of a node of the chain");
  const key = rawKey.startsWith("0x") ? rawKey : `0x${rawKey}`;
  if (!/^0x[0-9a-fA-F]{64}$/.test(key))
    problems.push("  DEPLOYER_KEY: the private key (64 hex digits) that pays and becomes the owner");
  if (problems.length > 0) throw new Error(`Set these variables first:\n${problems.join("\n")}`);
  return { rpcUrl, key: key as Hex };
}

async function exists(file: string): Promise<boolean> {
  return await access(file).then(
    () => true,
    () => false,
  );
}
