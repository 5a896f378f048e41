export { encodeBlockHeader, hasUnknownFields } from "./block-header.ts";
export { collectKyaProof, ProofUnavailable, type RpcRequest } from "./collect-kya-proof.ts";
export {
  type KyaProof,
  parseKyaProof,
  readProofHeader,
  readProvenCertificates,
  readProvenEntry,
  readProvenWallet,
  readStorageRoot,
} from "./kya-proof.ts";
export { type StoredEntry, type StoredWallet, toCertificateSlots } from "./registry-storage.ts";
export type { Keccak256 } from "./trie-proof.ts";
export { UntrustedProof, type UntrustedReason } from "./untrusted-proof.ts";
