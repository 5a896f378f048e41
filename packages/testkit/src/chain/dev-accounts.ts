import { type HDAccount, HDKey, hdKeyToAccount } from "viem/accounts";

export type DevAccount = HDAccount;

/**
 * The key at m/44'/60'/0'/0 of the well-known development phrase "test test ... junk": its accounts are public,
 * and worth nothing on any real chain. It is not derived from the phrase here, because that takes a fifth of a
 * second in every process that imports the testkit.
 */
const DEV_BRANCH =
  "xprv9zz7v8QuW9DB5aPK3A4sGm1Nd3gNbg3NznE3Gu3TUPDFCEvZwALBrjY5d5h8eyKywqqFkKXDaxAKsmL4qVMzN3wBGaC2h3WoJT74EVuGwZi";

const branch = HDKey.fromExtendedKey(DEV_BRANCH);
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
