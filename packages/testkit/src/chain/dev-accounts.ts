import { type HDAccount, type HDKey, hdKeyToAccount, mnemonicToAccount } from "viem/accounts";

export type DevAccount = HDAccount;

/** The well-known development phrase: its keys are public, and worth nothing on any real chain. */
const DEV_MNEMONIC = "test test test test test test test test test test test junk";

// Deriving this key from the phrase is slow, so it is done once.
const branch: HDKey = mnemonicToAccount(DEV_MNEMONIC, { path: "m/44'/60'/0'/0" }).getHdKey();
const accounts = new Map<number, DevAccount>();

/** The development account with this number; the local chain funds the first twenty. */
export function devAccount(index: number): DevAccount {
  let account = accounts.get(index);
  if (account === undefined) {
    account = hdKeyToAccount(branch, { path: `m/${index}` as `m/44'/60'/${string}` });
    accounts.set(index, account);
  }
  return account;
}

/** The accounts that have a role, by name. */
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
