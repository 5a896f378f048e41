import { type HDAccount, mnemonicToAccount } from "viem/accounts";

export type DevAccount = HDAccount;

/** The well-known development phrase: its keys are public, and worth nothing on any real chain. */
const DEV_MNEMONIC = "test test test test test test test test test test test junk";

/** The development account with this number; the local chain funds the first twenty. */
export function devAccount(index: number): DevAccount {
  return mnemonicToAccount(DEV_MNEMONIC, { addressIndex: index });
}

/** The accounts that have a part to play, by name. */
export const devAccounts = {
  /** Deploys the contracts; owner and first regulator. */
  owner: devAccount(0),
  /** Pays the relayer's gas. */
  relayer: devAccount(1),
  regulator: devAccount(2),
  haftungsperson: devAccount(3),
  creator: devAccount(4),
  agent: devAccount(5),
  otherAgent: devAccount(6),
  stranger: devAccount(7),
} as const;
