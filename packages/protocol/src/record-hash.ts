import {
  type Address,
  encodeAbiParameters,
  type Hex,
  keccak256,
  parseAbiParameters,
  stringToBytes,
} from "viem";

/** What a party agrees to when it agrees to a record. The status and the attestations are not among it. */
export type AgreedRecord = {
  agentId: bigint;
  creator: Address;
  haftungsperson: Address;
  agentWallet: Address;
  constitutionHash: Hex;
  capabilityHash: Hex;
  operationalScope: string;
  /** Of the scope's bytes on the chain, if they are not those of the text: a scope need not be UTF-8. */
  scopeHash?: Hex | undefined;
  parentAgentId: bigint;
  selfModifying: boolean;
};

const RECORD = parseAbiParameters(
  "uint256, address, address, address, bytes32, bytes32, bytes32, uint256, bool",
);

/** The same hash as the contract's `recordHash`, from a record that the caller has seen. */
export function toRecordHash(record: AgreedRecord): Hex {
  return keccak256(
    encodeAbiParameters(RECORD, [
      record.agentId,
      record.creator,
      record.haftungsperson,
      record.agentWallet,
      record.constitutionHash,
      record.capabilityHash,
      record.scopeHash ?? keccak256(stringToBytes(record.operationalScope)),
      record.parentAgentId,
      record.selfModifying,
    ]),
  );
}
