export { encodeBlockHeader, hasUnknownFields } from "./proof/block-header.ts";
export { collectKyaProof, ProofUnavailable, type RpcRequest } from "./proof/collect-kya-proof.ts";
export {
  type KyaProof,
  parseKyaProof,
  readProofHeader,
  readProvenCertificates,
  readProvenEntry,
  readProvenWallet,
  readStorageRoot,
} from "./proof/kya-proof.ts";
export { type StoredEntry, type StoredWallet, toCertificateSlots } from "./proof/registry-storage.ts";
export type { Keccak256 } from "./proof/trie-proof.ts";
export { UntrustedProof, type UntrustedReason } from "./proof/untrusted-proof.ts";
