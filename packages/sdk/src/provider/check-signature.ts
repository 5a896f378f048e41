import {
  type Address,
  BaseError,
  type CallParameters,
  type Client,
  ExecutionRevertedError,
  encodeDeployData,
  encodeFunctionData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  type Hash,
  type Hex,
  hashMessage,
  isErc6492Signature,
  parseAbi,
  parseErc6492Signature,
  recoverAddress,
  type Transport,
} from "viem";
import { call, getCode } from "viem/actions";
import type { RegistryClient } from "../client/registry-client.ts";
import { invalidInput } from "../errors/registry-error.ts";
import type { Accounts, RequestProof } from "./check-head.ts";
import type { QuestionLimit } from "./question-limit.ts";

const erc1271Abi = parseAbi([
  "function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)",
]);
const VALID = "0x1626ba7e";
/** A wallet is a stranger's program: what it may use of the node has an end. */
const MAX_GAS = 10_000_000n;

/** Who made a signature over a hash; throws if the bytes are not a signature. */
export type RecoverAddress = (hash: Hash, signature: Hex) => Address | Promise<Address>;

type Claim = Pick<RequestProof, "wallet" | "signature" | "mayBeOfKey"> & { hash: Hash };

/** Whether a wallet signed. Throws if that depends on the chain, which does not answer or may not be asked. */
export function createSignatureCheck(options: {
  client: RegistryClient;
  accounts: Accounts;
  recover?: RecoverAddress | undefined;
  limit: QuestionLimit;
  /** Throws if the node is another chain's. */
  askChainId: () => Promise<number>;
}): (proof: RequestProof) => Promise<boolean> {
  const { client, accounts, recover = viemRecover, limit, askChainId } = options;
  const { reader } = client;

  async function isOfKey({ wallet, hash, signature, mayBeOfKey }: Claim): Promise<boolean> {
    if (!mayBeOfKey) return false;
    try {
      const signer = await recover(hash, signature);
      return signer.toLowerCase() === wallet.toLowerCase();
    } catch {
      // The bytes are not a signature.
      return false;
    }
  }
  if (accounts === "eoa-only") return (proof) => isOfKey(toClaim(proof));
  if (accounts !== "universal") throw invalidInput(`accounts is eoa-only or universal, not ${accounts}.`);

  async function isOfAccount(claim: Claim): Promise<boolean> {
    const { wallet, hash } = claim;
    // At the node of another chain, the wallet's address may be another owner's.
    await askChainId();
    const code = await limit.ask(wallet, () => getCode(reader, { address: wallet }));
    if (code === undefined)
      return isErc6492Signature(claim.signature) ? isOfUndeployed(claim) : isOfKey(claim);
    const signature = unwrap(claim.signature);
    if (signature === undefined) return false;
    // What the contract refuses does not count, not even by the key of an account that was delegated (EIP-7702).
    const data = encodeFunctionData({
      abi: erc1271Abi,
      functionName: "isValidSignature",
      args: [hash, signature],
    });
    const answer = await limit.ask(wallet, () => ask(reader, { to: wallet, data }));
    return answer?.length === 66 && answer.startsWith(VALID);
  }

  /** Deploys the account in a call that changes nothing, and asks it there. */
  async function isOfUndeployed({ wallet, hash, signature }: Claim): Promise<boolean> {
    const data = encodeDeployData({
      abi: erc6492SignatureValidatorAbi,
      bytecode: erc6492SignatureValidatorByteCode,
      args: [wallet, hash, signature],
    });
    return (await limit.ask(wallet, () => ask(reader, { data }))) === "0x01";
  }

  return async function isSigned(proof) {
    const isRight = await isOfAccount(toClaim(proof));
    // Else a stranger who knows a wallet that is served could have the node asked in its name without end.
    if (!isRight) limit.forget(proof.wallet);
    return isRight;
  };
}

const viemRecover: RecoverAddress = (hash, signature) => recoverAddress({ hash, signature });

function toClaim({ message, ...proof }: RequestProof): Claim {
  return { ...proof, hash: hashMessage(message) };
}

/**
 * The signature inside of a wrapper by ERC-6492, or the signature itself; undefined if it cannot be read. The
 * wrapper also names a call that prepares the account. The signer chooses that call, so it is never made for
 * an account that is there already: it could change what the account takes for valid.
 */
function unwrap(signature: Hex): Hex | undefined {
  try {
    return parseErc6492Signature(signature).signature;
  } catch {
    return undefined;
  }
}

/** What a contract answers; undefined if it reverts. */
async function ask(
  reader: Client<Transport>,
  request: Pick<CallParameters, "to" | "data">,
): Promise<Hex | undefined> {
  try {
    const { data } = await call(reader, { ...request, gas: MAX_GAS });
    return data;
  } catch (error) {
    const isRevert =
      error instanceof BaseError && error.walk((cause) => cause instanceof ExecutionRevertedError) !== null;
    if (isRevert) return undefined;
    throw error;
  }
}
