import type { Filing, Party } from "@agent-registry/protocol";
import { zeroAddress } from "viem";
import { joinWords, shortenHex } from "../../shared/text/words.ts";
import { type Description, type Field, toAddressField, toReasonField } from "./description.ts";
import { type Address, type EncodedCall, encodeCall, hashShown } from "./encode-call.ts";
import {
  hasAgedWord,
  hasMissingWord,
  type Known,
  planRefusal,
  type Role,
  type SignableEntry,
  toParties,
} from "./roles.ts";

/** What decides which actions are open to an account. */
type State = Known["entry"]["consents"] & {
  status: SignableEntry["agent"]["status"];
  is(...any: Role[]): boolean;
  isRunning: boolean;
  isParty: boolean;
  /** A wallet is replaced by the word of a person who answers for the agent. */
  isAnswered: boolean;
};

/** One action on an entry: to whom it is open, in which words, and which call it is. */
type EntryAction = {
  label: string;
  /** What the contract takes, and changes something. */
  isOpen(state: State, known: Known): boolean;
  /** What is typed for it. */
  toField?(entry: SignableEntry): Field;
  /** By it an account says that it stands by the record as it is shown. */
  isAgreeing?: true;
  /** What is signed, in one sentence of its signer. */
  statement(agent: string, known: Known): string;
  /** What follows from it, a sentence each. */
  consequences(known: Known): (string | false)[];
  /** What is in the register once it is filed. */
  outcome(agent: string): string;
  filedAs: readonly Filing["kind"][];
  call(input: { id: bigint; entry: SignableEntry; typed: string }): EncodedCall;
};

const REFUSED_IF_CHANGED = "If the record above changes before this is filed, the register refuses it.";
const REASON_STAYS = "The reason is public and stays in its history.";
const PROPOSED = "This address is proposed already.";

const staysSuspended = ({ agent }: SignableEntry) =>
  agent.status === "Suspended" && "The agent stays suspended until a regulator reactivates it.";

const AS: Record<Party, string> = {
  wallet: "as its wallet",
  haftungsperson: "as its Haftungsperson",
  parent: "for its parent",
};
const toList = (parties: readonly Party[]) => joinWords(parties.map((party) => AS[party]));

/** Both agreements: to the hash of the record as its signer saw it, refused if the record is another one. */
const AGREEMENT = {
  isAgreeing: true,
  outcome: (agent) => `Your agreement to ${agent} is in the register.`,
  filedAs: ["consent-given"],
  call: ({ id, entry }) => encodeCall("confirmRecord", [id, hashShown(entry)]),
} satisfies Partial<EntryAction>;

const toAgreementConsequences = ({ entry, roles }: Known) => [
  roles.includes("haftungsperson") && "You answer for what this agent does.",
  "Your agreement is public, with your address and the time.",
  staysSuspended(entry),
];

/** In the order in which they are offered. */
const ACTIONS = {
  agree: {
    ...AGREEMENT,
    label: "Agree",
    isOpen: ({ isRunning }, known) => isRunning && hasMissingWord(known),
    statement: (agent, known) =>
      `I agree to ${agent} ${toList(toParties(known))}, as its record stands here.`,
    consequences: toAgreementConsequences,
  },
  "agree-again": {
    ...AGREEMENT,
    label: "Agree again",
    isOpen: ({ isRunning }, known) => isRunning && !hasMissingWord(known) && hasAgedWord(known),
    statement: (agent, known) =>
      `I agree again to ${agent} ${toList(toParties(known))}, as its record stands here now.`,
    consequences: (known) => [
      "You agreed to an earlier version; from now on you agree to this one.",
      ...toAgreementConsequences(known),
    ],
  },
  accept: {
    label: "Accept the handover",
    isOpen: ({ isRunning, is }) => isRunning && is("proposed"),
    isAgreeing: true,
    statement: (agent) => `I take over as Haftungsperson of ${agent}: from now on I answer for it.`,
    consequences: ({ entry }) => [
      "You are on record as the liable person, with your agreement, and the present one no longer is.",
      entry.consents.pendingWallet !== null &&
        "The new wallet that the present one proposed is dropped: you decide which key acts for the agent.",
      REFUSED_IF_CHANGED,
      staysSuspended(entry),
    ],
    outcome: (agent) => `You are the Haftungsperson of ${agent} now.`,
    filedAs: ["haftungsperson-changed"],
    call: ({ id, entry }) => encodeCall("acceptHaftungsperson", [id, hashShown(entry)]),
  },
  "accept-wallet": {
    label: "Accept as the new wallet",
    isOpen: ({ isAnswered, is }) => isAnswered && is("proposed-wallet"),
    isAgreeing: true,
    statement: (agent) => `I take over as the wallet of ${agent}, and agree to its record as it stands here.`,
    consequences: ({ entry }) => [
      "From now on this account acts for the agent, in the place of the wallet above. That one is retired for good: it cannot come back, and is never registered again.",
      `The liable person stays ${shortenHex(entry.consents.haftungsperson.address)}. Status, attestation, children and history stay, too.`,
      entry.consents.attester !== null &&
        "The attester is removed, since the former key could have named it.",
      entry.consents.proposedHaftungsperson !== null &&
        "The proposed handover is called off for the same reason.",
      REFUSED_IF_CHANGED,
      staysSuspended(entry),
    ],
    outcome: (agent) => `This account is the wallet of ${agent} now.`,
    filedAs: ["wallet-changed"],
    call: ({ id, entry }) => encodeCall("acceptWallet", [id, hashShown(entry)]),
  },
  refuse: {
    label: "Refuse",
    isOpen(_, known) {
      const { releasesWallet, suspends, isNews } = planRefusal(known);
      return releasesWallet || suspends || isNews;
    },
    statement: (agent, known) => `I refuse ${agent} ${toList(planRefusal(known).parties)}.`,
    consequences(known) {
      const { releasesWallet, asHaftungsperson, asParent, suspends } = planRefusal(known);
      const isTerminated = known.entry.agent.status === "Terminated";
      return [
        releasesWallet &&
          (isTerminated
            ? "The wallet is free: it alone can register itself anew."
            : "The agent is terminated for good, and the wallet is free: it alone can register itself anew."),
        asHaftungsperson && "Your refusal to answer for it is on record, and ends an earlier agreement.",
        suspends && "The agent is suspended at once, and only a regulator can reactivate it.",
        asParent && "The refusal of the parent is on record. That changes nothing else.",
      ];
    },
    outcome: (agent) => `Your refusal of ${agent} is in the register.`,
    filedAs: ["consent-refused", "wallet-released"],
    call: ({ id }) => encodeCall("declineAgent", [id]),
  },
  propose: {
    label: "Propose a handover",
    isOpen: ({ isParty }) => isParty,
    toField: ({ consents }) =>
      toAddressField("Address of the new Haftungsperson", [
        [consents.haftungsperson.address, "This is the Haftungsperson already."],
        [consents.proposedHaftungsperson, PROPOSED],
      ]),
    statement: (agent) => `I propose that somebody else takes over as Haftungsperson of ${agent}.`,
    consequences: () => ["The present Haftungsperson stays until the proposed one accepts."],
    outcome: (agent) => `The handover of ${agent} is proposed. The proposed person accepts on this page.`,
    filedAs: ["haftungsperson-proposed"],
    call: ({ id, typed }) => encodeCall("proposeHaftungsperson", [id, typed as Address]),
  },
  // The contract takes the zero address for no one: it withdraws.
  withdraw: {
    label: "Take the proposal back",
    isOpen: ({ isParty, proposedHaftungsperson }) => isParty && proposedHaftungsperson !== null,
    statement: (agent) => `I take back the proposal of a new Haftungsperson for ${agent}.`,
    consequences: () => ["The present Haftungsperson stays."],
    outcome: (agent) => `The proposal for ${agent} is taken back.`,
    filedAs: ["haftungsperson-proposed"],
    call: ({ id }) => encodeCall("proposeHaftungsperson", [id, zeroAddress]),
  },
  "propose-wallet": {
    label: "Propose a new wallet",
    isOpen: ({ isAnswered, is }) => isAnswered && is("haftungsperson"),
    toField: ({ agent, consents }) =>
      toAddressField("Address of the new wallet", [
        [agent.agentWallet, "This is the agent’s wallet already."],
        [consents.pendingWallet, PROPOSED],
      ]),
    statement: (agent) =>
      `As Haftungsperson I want another wallet to act for ${agent}, in the place of the present one.`,
    consequences: ({ entry }) => [
      "The present wallet stays until the new one accepts, with its own key, on this page.",
      "Then the present wallet is retired for good: it cannot come back, and is never registered again.",
      "Status, attestation, children and history stay. An attester is removed, and a proposed handover is called off, since the former key could have named both.",
      entry.consents.pendingWallet !== null && "This proposal takes the place of the one that is open.",
    ],
    outcome: (agent) => `The new wallet of ${agent} is proposed. It accepts on this page.`,
    filedAs: ["wallet-proposed"],
    call: ({ id, typed }) => encodeCall("proposeWallet", [id, typed as Address]),
  },
  "withdraw-wallet": {
    label: "Take the proposed wallet back",
    isOpen: ({ isAnswered, is, pendingWallet }) =>
      isAnswered && is("haftungsperson") && pendingWallet !== null,
    statement: (agent) => `I take back the proposal of a new wallet for ${agent}.`,
    consequences: () => ["The present wallet stays, and the proposed one can no longer accept."],
    outcome: (agent) => `The proposal of a new wallet for ${agent} is taken back.`,
    filedAs: ["wallet-proposed"],
    call: ({ id }) => encodeCall("proposeWallet", [id, zeroAddress]),
  },
  "set-attester": {
    label: "Name an attester",
    isOpen: ({ isParty }) => isParty,
    toField: ({ agent, consents }) =>
      toAddressField("Address of the attester", [
        [consents.attester, "This is the attester already."],
        [agent.agentWallet, "This is the agent’s wallet, which may attest anyway."],
      ]),
    statement: (agent) => `I name a key that may attest compliance for ${agent}, and do nothing else.`,
    consequences: ({ entry }) => [
      "It may attest compliance for this agent. It may not report revenue, change the record, agree, hand over or end the agent.",
      "The wallet, the creator or the Haftungsperson can remove it at any time.",
      entry.consents.attester !== null && "The present attester may no longer attest.",
    ],
    outcome: (agent) => `The attester of ${agent} is in the register.`,
    filedAs: ["attester-changed"],
    call: ({ id, typed }) => encodeCall("setAttester", [id, typed as Address]),
  },
  "remove-attester": {
    label: "Remove the attester",
    isOpen: ({ isParty, attester }) => isParty && attester !== null,
    statement: (agent) => `I remove the attester of ${agent}.`,
    consequences: () => ["It may no longer attest. What it has attested stays."],
    outcome: (agent) => `The attester of ${agent} is removed.`,
    filedAs: ["attester-changed"],
    call: ({ id }) => encodeCall("setAttester", [id, zeroAddress]),
  },
  suspend: {
    label: "Suspend",
    isOpen: ({ is, status }) => is("regulator") && status === "Active",
    toField: toReasonField,
    statement: (agent) => `As a regulator I suspend ${agent}.`,
    consequences: () => [
      "The agent is no longer compliant and can file nothing until a regulator reactivates it.",
      REASON_STAYS,
    ],
    outcome: (agent) => `The suspension of ${agent} is in the register.`,
    filedAs: ["status-changed"],
    call: ({ id, typed }) => encodeCall("suspendAgent", [id, typed], [id, JSON.stringify(typed)]),
  },
  reactivate: {
    label: "Reactivate",
    isOpen: ({ is, status }) => is("regulator") && status === "Suspended",
    statement: (agent) => `As a regulator I end the suspension of ${agent}.`,
    consequences: ({ entry }) => [
      "The agent is Active again. Its attestation is not renewed by this.",
      entry.consents.haftungsperson.state !== "agreed" &&
        "Nobody answers for it at the moment: its Haftungsperson has not agreed.",
    ],
    outcome: (agent) => `The end of the suspension of ${agent} is in the register.`,
    filedAs: ["status-changed"],
    call: ({ id }) => encodeCall("reactivateAgent", [id]),
  },
  revoke: {
    label: "Revoke",
    isOpen: ({ is, isRunning }) => is("regulator") && isRunning,
    toField: toReasonField,
    statement: (agent) => `As a regulator I revoke ${agent}.`,
    consequences: () => [
      "This cannot be undone.",
      "A wallet that agreed to the entry can never be registered again.",
      REASON_STAYS,
    ],
    outcome: (agent) => `The revocation of ${agent} is in the register.`,
    filedAs: ["status-changed"],
    call: ({ id, typed }) => encodeCall("revokeAgent", [id, typed], [id, JSON.stringify(typed)]),
  },
  release: {
    label: "Release the wallet",
    isOpen: ({ is, wallet }) => is("regulator") && wallet.state === "none",
    statement: (agent) => `As a regulator I release the wallet of ${agent}, which never agreed to it.`,
    consequences: ({ entry }) => [
      "The wallet is free: it alone can register itself anew. This cannot be undone.",
      isRunning(entry) && "The agent is terminated for good.",
    ],
    outcome: (agent) => `The wallet of ${agent} is released.`,
    filedAs: ["wallet-released"],
    call: ({ id }) => encodeCall("releaseWallet", [id]),
  },
} as const satisfies Record<string, EntryAction>;

function isRunning({ agent: { status } }: SignableEntry): boolean {
  return status === "Active" || status === "Suspended";
}

export type ActionKind = keyof typeof ACTIONS;

export const ENTRY_ACTIONS: Record<ActionKind, EntryAction> = ACTIONS;

/** What an account with these roles can do with the entry as it stands. */
export function toActions(known: Known): ActionKind[] {
  const { agent, consents } = known.entry;
  const is = (...any: Role[]) => any.some((role) => known.roles.includes(role));
  const running = isRunning(known.entry);
  const state: State = {
    ...consents,
    status: agent.status,
    is,
    isRunning: running,
    isParty: running && is("wallet", "creator", "haftungsperson"),
    isAnswered: running && consents.haftungsperson.state === "agreed",
  };
  return (Object.keys(ACTIONS) as ActionKind[]).filter((kind) => ENTRY_ACTIONS[kind].isOpen(state, known));
}

/** An action as it is shown to its signer. */
export function describeEntryAction(kind: ActionKind, known: Known): Description {
  const { label, toField, isAgreeing = false, statement, consequences, outcome, call } = ENTRY_ACTIONS[kind];
  const { entry } = known;
  const id = BigInt(entry.agent.agentId);
  return {
    label,
    field: toField?.(entry) ?? null,
    isAgreeing,
    statement: statement(`agent ${id}`, known),
    consequences: consequences(known).filter((sentence) => sentence !== false),
    outcome: outcome(`agent ${id}`),
    encode: (typed) => call({ id, entry, typed }),
  };
}
