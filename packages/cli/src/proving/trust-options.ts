import { maskUrl } from "@agent-registry/protocol";
import { pinnedBlock, RegistryError, rpcQuorum, type TrustedBlocks } from "@agent-registry/sdk";
import { InvalidArgumentError, Option } from "commander";
import { type Hash, http } from "viem";
import { parseCount } from "../arguments/parse-arguments.ts";

/** Who is trusted for a block, and how that reads. */
type Trust = { blocks: TrustedBlocks; words: string };

export function rpcOption(): Option {
  return new Option(
    "--rpc <url>",
    "an RPC node that you trust for which blocks are the chain's; give several, of different operators",
  ).argParser(collectRpcUrls);
}

export function maxAgeOption(description = "how old the proof's block may be (120)"): Option {
  return new Option("--max-age <seconds>", description).argParser(parseCount);
}

function collectRpcUrls(value: string, urls: string[] = []): string[] {
  if (!/^https?:\/\/\S+$/.test(value) || !URL.canParse(value))
    throw new InvalidArgumentError("It must be the address of an RPC node, with http:// or https://.");
  if (urls.some((url) => new URL(url).href === new URL(value).href))
    throw new InvalidArgumentError("It was given before, and a node does not count twice.");
  return [...urls, value];
}

type Named = { rpc?: string[] | undefined; blockHash?: string | undefined; chainId?: number | undefined };

/** By the nodes or the block that the caller named. */
export function requireTrust({ rpc = [], blockHash, chainId }: Named): Trust {
  if (blockHash !== undefined) {
    const blocks = pinnedBlock(blockHash as Hash);
    return { blocks, words: `${blocks.kind}: ${blockHash}` };
  }
  if (rpc.length > 0) {
    const nodes = rpc.map((url) => http(url));
    const blocks = rpcQuorum(nodes, { chainId });
    return { blocks, words: `${blocks.kind}: ${rpc.map(maskUrl).join(", ")}` };
  }
  throw new RegistryError({
    reason: "missing-configuration",
    message:
      "A proof cannot say of itself that its block is the chain's. Name somebody whom you trust for that: RPC nodes of your own choosing (--rpc a --rpc b), or the hash of the block (--block-hash).",
  });
}
