import type { Party } from "@agent-registry/protocol";
import { joinWords, shortenHex } from "../../shared/text/words.ts";
import {
  type Action,
  type ActionKind,
  type NamingKind,
  planRefusal,
  type Role,
  type SignableEntry,
  toParties,
} from "./entry-actions.ts";
import type { PersonAction } from "./person-actions.ts";

export const ACTION_LABELS: Record<ActionKind | PersonAction["kind"], string> = {
  agree: "Agree",
  "agree-again": "Agree again",
  refuse: "Refuse",
  accept: "Accept the handover",
  propose: "Propose a handover",
  withdraw: "Take the proposal back",
  "accept-wallet": "Accept as the new wallet",
  "propose-wallet": "Propose a new wallet",
  "withdraw-wallet": "Take the proposed wallet back",
  "set-attester": "Name an attester",
  "remove-attester": "Remove the attester",
  suspend: "Suspend",
  reactivate: "Reactivate",
  revoke: "Revoke",
  release: "Release the wallet",
  "accept-certificate": "Accept the certificate",
  "end-certificate": "End the certificate",
};

export const ADDRESS_LABELS: Record<NamingKind, string> = {
  propose: "Address of the new Haftungsperson",
  "propose-wallet": "Address of the new wallet",
  "set-attester": "Address of the attester",
};

const AS: Record<Party, string> = {
  wallet: "as its wallet",
  haftungsperson: "as its Haftungsperson",
  parent: "for its parent",
};

/** What is signed, in one sentence of its signer. */
export function toStatement(kind: ActionKind, known: Known): string {
  return STATEMENTS[kind](`agent ${known.entry.agent.agentId}`, known);
}

const toList = (parties: readonly Party[]) => joinWords(parties.map((party) => AS[party]));

const STATEMENTS: Record<ActionKind, (agent: string, known: Known) => string> = {
  agree: (agent, known) => `I agree to ${agent} ${toList(toParties(known))}, as its record stands here.`,
  "agree-again": (agent, known) =>
    `I agree again to ${agent} ${toList(toParties(known))}, as its record stands here now.`,
  refuse: (agent, known) => `I refuse ${agent} ${toList(toRefusedParties(known))}.`,
  accept: (agent) => `I take over as Haftungsperson of ${agent}: from now on I answer for it.`,
  propose: (agent) => `I propose that somebody else takes over as Haftungsperson of ${agent}.`,
  withdraw: (agent) => `I take back the proposal of a new Haftungsperson for ${agent}.`,
  "accept-wallet": (agent) =>
    `I take over as the wallet of ${agent}, and agree to its record as it stands here.`,
  "propose-wallet": (agent) =>
    `As Haftungsperson I want another wallet to act for ${agent}, in the place of the present one.`,
  "withdraw-wallet": (agent) => `I take back the proposal of a new wallet for ${agent}.`,
  "set-attester": (agent) => `I name a key that may attest compliance for ${agent}, and do nothing else.`,
  "remove-attester": (agent) => `I remove the attester of ${agent}.`,
  suspend: (agent) => `As a regulator I suspend ${agent}.`,
  reactivate: (agent) => `As a regulator I end the suspension of ${agent}.`,
  revoke: (agent) => `As a regulator I revoke ${agent}.`,
  release: (agent) => `As a regulator I release the wallet of ${agent}, which never agreed to it.`,
};

function toRefusedParties(known: Known): Party[] {
  const { releasesWallet, asHaftungsperson, asParent } = planRefusal(known);
  const parties = { wallet: releasesWallet, haftungsperson: asHaftungsperson, parent: asParent };
  return (Object.keys(parties) as Party[]).filter((party) => parties[party]);
}

type Known = { entry: SignableEntry; roles: readonly Role[] };

/** What follows from it, a sentence each. */
export function toConsequences(kind: ActionKind, { entry, roles }: Known): string[] {
  const { status } = entry.agent;
  const { proposedHaftungsperson, pendingWallet, attester } = entry.consents;
  const suspended = status === "Suspended" ? [STAYS_SUSPENDED] : [];
  switch (kind) {
    case "agree":
    case "agree-again":
      return [
        ...(kind === "agree-again"
          ? ["You agreed to an earlier version; from now on you agree to this one."]
          : []),
        ...(roles.includes("haftungsperson") ? ["You answer for what this agent does."] : []),
        "Your agreement is public, with your address and the time.",
        ...suspended,
      ];
    case "refuse":
      return toRefusalConsequences({ entry, roles });
    case "accept":
      return [
        "You are on record as the liable person, with your agreement, and the present one no longer is.",
        ...(pendingWallet === null
          ? []
          : [
              "The new wallet that the present one proposed is dropped: you decide which key acts for the agent.",
            ]),
        REFUSED_IF_CHANGED,
        ...suspended,
      ];
    case "propose":
      return ["The present Haftungsperson stays until the proposed one accepts."];
    case "withdraw":
      return ["The present Haftungsperson stays."];
    case "accept-wallet":
      return [
        "From now on this account acts for the agent, in the place of the wallet above. That one is retired for good: it cannot come back, and is never registered again.",
        `The liable person stays ${shortenHex(entry.consents.haftungsperson.address)}. Status, attestation, children and history stay, too.`,
        ...(attester === null ? [] : ["The attester is removed, since the former key could have named it."]),
        ...(proposedHaftungsperson === null
          ? []
          : ["The proposed handover is called off for the same reason."]),
        REFUSED_IF_CHANGED,
        ...suspended,
      ];
    case "propose-wallet":
      return [
        "The present wallet stays until the new one accepts, with its own key, on this page.",
        "Then the present wallet is retired for good: it cannot come back, and is never registered again.",
        "Status, attestation, children and history stay. An attester is removed, and a proposed handover is called off, since the former key could have named both.",
        ...(pendingWallet === null ? [] : ["This proposal takes the place of the one that is open."]),
      ];
    case "withdraw-wallet":
      return ["The present wallet stays, and the proposed one can no longer accept."];
    case "set-attester":
      return [
        "It may attest compliance for this agent. It may not report revenue, change the record, agree, hand over or end the agent.",
        "The wallet, the creator or the Haftungsperson can remove it at any time.",
        ...(attester === null ? [] : ["The present attester may no longer attest."]),
      ];
    case "remove-attester":
      return ["It may no longer attest. What it has attested stays."];
    case "suspend":
      return [
        "The agent is no longer compliant and can file nothing until a regulator reactivates it.",
        "The reason is public and stays in its history.",
      ];
    case "reactivate":
      return [
        "The agent is Active again. Its attestation is not renewed by this.",
        ...(entry.consents.haftungsperson.state === "agreed"
          ? []
          : ["Nobody answers for it at the moment: its Haftungsperson has not agreed."]),
      ];
    case "revoke":
      return [
        "This cannot be undone.",
        "A wallet that agreed to the entry can never be registered again.",
        "The reason is public and stays in its history.",
      ];
    case "release":
      return [
        "The wallet is free: it alone can register itself anew. This cannot be undone.",
        ...(status === "Active" || status === "Suspended" ? ["The agent is terminated for good."] : []),
      ];
  }
}

const STAYS_SUSPENDED = "The agent stays suspended until a regulator reactivates it.";
const REFUSED_IF_CHANGED = "If the record above changes before this is filed, the register refuses it.";

function toRefusalConsequences({ entry, roles }: Known): string[] {
  const { releasesWallet, asHaftungsperson, asParent, suspends } = planRefusal({ entry, roles });
  const { status } = entry.agent;
  return [
    ...(releasesWallet
      ? [
          status === "Terminated"
            ? "The wallet is free: it alone can register itself anew."
            : "The agent is terminated for good, and the wallet is free: it alone can register itself anew.",
        ]
      : []),
    ...(asHaftungsperson
      ? ["Your refusal to answer for it is on record, and ends an earlier agreement."]
      : []),
    ...(suspends ? ["The agent is suspended at once, and only a regulator can reactivate it."] : []),
    ...(asParent ? ["The refusal of the parent is on record. That changes nothing else."] : []),
  ];
}

/** What is in the register once it is filed. */
export function toOutcome({ kind }: Pick<Action, "kind">, { agent }: Pick<SignableEntry, "agent">): string {
  return OUTCOMES[kind](`agent ${agent.agentId}`);
}

const OUTCOMES: Record<ActionKind, (agent: string) => string> = {
  agree: (agent) => `Your agreement to ${agent} is in the register.`,
  "agree-again": (agent) => `Your agreement to ${agent} is in the register.`,
  refuse: (agent) => `Your refusal of ${agent} is in the register.`,
  accept: (agent) => `You are the Haftungsperson of ${agent} now.`,
  propose: (agent) => `The handover of ${agent} is proposed. The proposed person accepts on this page.`,
  withdraw: (agent) => `The proposal for ${agent} is taken back.`,
  "accept-wallet": (agent) => `This account is the wallet of ${agent} now.`,
  "propose-wallet": (agent) => `The new wallet of ${agent} is proposed. It accepts on this page.`,
  "withdraw-wallet": (agent) => `The proposal of a new wallet for ${agent} is taken back.`,
  "set-attester": (agent) => `The attester of ${agent} is in the register.`,
  "remove-attester": (agent) => `The attester of ${agent} is removed.`,
  suspend: (agent) => `The suspension of ${agent} is in the register.`,
  reactivate: (agent) => `The end of the suspension of ${agent} is in the register.`,
  revoke: (agent) => `The revocation of ${agent} is in the register.`,
  release: (agent) => `The wallet of ${agent} is released.`,
};
