import { registryAbi } from "@agent-registry/protocol";
import { type DevAccount, devAccounts, type LocalChain } from "@agent-registry/testkit";
import { type Address, encodeFunctionData, type Hex, pad } from "viem";

/** A call that was mined: when, and in which transaction. */
export type Sent = { at: number; transactionHash: Hex };
export type Register = ReturnType<typeof createRegister>;

/** By the contract's numbers. */
export type CertificateTerms = { kind: number; level: number; until: bigint };

type NewAgent = { agentWallet: Address; parentAgentId?: number };
type WithId =
  | "attestCompliance"
  | "confirmAgent"
  | "declineAgent"
  | "reactivateAgent"
  | "releaseWallet"
  | "terminateSelf";
type WithValue =
  | "proposeHaftungsperson"
  | "proposeWallet"
  | "revokeAgent"
  | "setAttester"
  | "suspendAgent"
  | "updateConstitution"
  | "updateCapabilities";

/** Calls of a real contract, one block each, by the account that the test names. */
export function createRegister({ chain, registryAddress }: { chain: LocalChain; registryAddress: Address }) {
  const contract = { address: registryAddress, abi: registryAbi } as const;

  async function send(from: DevAccount, data: Hex): Promise<Sent> {
    const transactionHash = await chain.wallet(from).sendTransaction({ to: registryAddress, data });
    const receipt = await chain.reader.waitForTransactionReceipt({ hash: transactionHash });
    const { timestamp } = await chain.reader.getBlock({ blockNumber: receipt.blockNumber });
    return { at: Number(timestamp), transactionHash };
  }

  const readRecordHash = (agentId: number) =>
    chain.reader.readContract({ ...contract, functionName: "recordHash", args: [BigInt(agentId)] });

  return {
    /** With the well-known Haftungsperson, constitution 0x…01 and capabilities 0x…02. */
    async register(from: DevAccount, agent: NewAgent): Promise<Sent & { id: number }> {
      const hashes = [pad("0x01", { size: 32 }), pad("0x02", { size: 32 })] as const;
      const parentAgentId = BigInt(agent.parentAgentId ?? 0);
      const { address } = devAccounts.haftungsperson;
      const args = [address, agent.agentWallet, ...hashes, "A life", parentAgentId, false] as const;
      const data = encodeFunctionData({ abi: registryAbi, functionName: "registerAgent", args });
      const sent = await send(from, data);
      const total = await chain.reader.readContract({ ...contract, functionName: "totalAgents" });
      return { ...sent, id: Number(total) };
    },
    call(from: DevAccount, functionName: WithId | WithValue, agentId: number, value?: string): Promise<Sent> {
      const args = value === undefined ? [BigInt(agentId)] : [BigInt(agentId), value];
      return send(from, encodeFunctionData({ abi: registryAbi, functionName, args } as never));
    },
    /** Of the record as it stands. */
    async accept(
      from: DevAccount,
      functionName: "acceptHaftungsperson" | "acceptWallet",
      agentId: number,
    ): Promise<Sent> {
      const args = [BigInt(agentId), await readRecordHash(agentId)] as const;
      return send(from, encodeFunctionData({ abi: registryAbi, functionName, args }));
    },
    readRecordHash,
    setNotary: (notary: Address, isNotary: boolean): Promise<Sent> =>
      send(
        devAccounts.owner,
        encodeFunctionData({
          abi: registryAbi,
          functionName: isNotary ? "addNotary" : "removeNotary",
          args: [notary],
        }),
      ),
    certify(from: DevAccount, person: Address, certificate: CertificateTerms & { ref?: Hex }): Promise<Sent> {
      const { kind, level, until, ref = pad("0x0e", { size: 32 }) } = certificate;
      const args = [person, kind, level, until, ref] as const;
      return send(from, encodeFunctionData({ abi: registryAbi, functionName: "certifyPerson", args }));
    },
    acceptCertificate(
      from: DevAccount,
      notary: Address,
      { kind, level, until }: CertificateTerms,
    ): Promise<Sent> {
      const args = [notary, kind, level, until] as const;
      return send(from, encodeFunctionData({ abi: registryAbi, functionName: "acceptCertificate", args }));
    },
    endCertificate(from: DevAccount, person: Address, notary: Address): Promise<Sent> {
      const args = [person, notary] as const;
      return send(from, encodeFunctionData({ abi: registryAbi, functionName: "endCertificate", args }));
    },
  };
}
