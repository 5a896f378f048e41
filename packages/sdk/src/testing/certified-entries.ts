import type { Policy } from "@agent-registry/protocol";
import { devAccounts, type LocalChain } from "@agent-registry/testkit";
import type { Hex, LocalAccount } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createAgentRegistry } from "../create-agent-registry.ts";

const DAY = 86_400;
export const ref: Hex = `0x${"5e".repeat(32)}`;

export type CertifiedEntries = ReturnType<typeof certifiedEntries>;
export type Entry = Awaited<ReturnType<CertifiedEntries["enter"]>>;

/** Agents whose Haftungsperson a notary certifies. */
export function certifiedEntries(chain: LocalChain, registryAddress: Hex) {
  function connect(account: LocalAccount) {
    const registry = createAgentRegistry({ registryAddress, rpcUrl: chain.rpcUrl, account, retryDelayMs: 1 });
    return { address: account.address, ...registry };
  }
  type Party = ReturnType<typeof connect>;

  const owner = () => connect(devAccounts.owner);

  async function newcomer(): Promise<Party> {
    const account = privateKeyToAccount(generatePrivateKey());
    await chain.test.setBalance({ address: account.address, value: 10n ** 18n });
    return connect(account);
  }

  const chainTime = async () => Number((await chain.reader.getBlock()).timestamp);

  /** An agent with a Haftungsperson that has agreed, an accredited notary, and one that is not named in the policy. */
  async function enter() {
    const [agent, person, notary] = await Promise.all([newcomer(), newcomer(), newcomer()]);
    const { agentId } = await agent.register({
      haftungsperson: person.address,
      operationalScope: "Buys and sells",
    });
    await person.confirm({ agentId });
    await owner().addNotary({ notary: notary.address });
    const policy = { certified: { level: "substantial", notaries: [notary.address] } } satisfies Policy;
    return { agent, person, notary, agentId, policy };
  }

  const terms = async (days = 1) => ({
    kind: "natural" as const,
    level: "substantial" as const,
    until: (await chainTime()) + days * DAY,
  });

  async function certify({ person, notary }: Pick<Entry, "person" | "notary">, days = 1) {
    const stated = await terms(days);
    await notary.certifyPerson({ person: person.address, ...stated, ref });
    await person.acceptCertificate({ notary: notary.address, ...stated });
  }

  return { connect, newcomer, chainTime, owner, enter, terms, certify };
}

/** All ways in which a certificate stops to count before its end, by why the agent is refused then. */
export const losses: Record<string, (entry: Entry, entries: CertifiedEntries) => Promise<unknown>> = {
  "the person withdrew": ({ person, notary }) =>
    person.endCertificate({ person: person.address, notary: notary.address }),
  "the notary withdrew": ({ person, notary }) =>
    notary.endCertificate({ person: person.address, notary: notary.address }),
  "a regulator withdrew": async ({ person, notary }, { owner, newcomer }) => {
    const regulator = await newcomer();
    await owner().addRegulator({ regulator: regulator.address });
    await regulator.endCertificate({ person: person.address, notary: notary.address });
  },
  "the notary is no longer accredited": ({ notary }, { owner }) =>
    owner().removeNotary({ notary: notary.address }),
  "the notary certified anew, until the person accepts that": async ({ person, notary }, { terms }) =>
    notary.certifyPerson({ person: person.address, ...(await terms()), ref }),
  "the agent was handed over to a person without a certificate": async (
    { person, agentId },
    { newcomer },
  ) => {
    const successor = await newcomer();
    await person.proposeHaftungsperson({ agentId, haftungsperson: successor.address });
    await successor.acceptHaftungsperson({ agentId });
  },
};
