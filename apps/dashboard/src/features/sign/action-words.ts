import { joinWords } from "../../shared/join-words.ts";
import type { Role, SignableEntry } from "./entry-roles.ts";
import { type Action, type ActionKind, planRefusal, toMissingWords } from "./to-actions.ts";

export const ACTION_LABELS: Record<ActionKind, string> = {
  agree: "Agree",
  refuse: "Refuse",
  accept: "Accept the handover",
  propose: "Propose a handover",
  withdraw: "Take the proposal back",
  suspend: "Suspend",
  reactivate: "Reactivate",
  revoke: "Revoke",
  release: "Release the wallet",
};

const AS: Record<"wallet" | "haftungsperson" | "parent", string> = {
  wallet: "as its wallet",
  haftungsperson: "as its Haftungsperson",
  parent: "for its parent",
};

/** What is signed, in one sentence of its signer. */
export function toStatement(kind: ActionKind, { entry, roles }: Known): string {
  const agent = `agent ${entry.agent.agentId}`;
  const list = (parts: readonly (keyof typeof AS)[]) => joinWords(parts.map((part) => AS[part]));
  switch (kind) {
    case "agree":
      return `I agree to ${agent} ${list(toMissingWords({ entry, roles }))}, as its record stands here.`;
    case "refuse": {
      const { releasesWallet, asHaftungsperson, asParent } = planRefusal({ entry, roles });
      const parts = [releasesWallet && "wallet", asHaftungsperson && "haftungsperson", asParent && "parent"];
      return `I refuse ${agent} ${list(parts.filter((part) => part !== false) as (keyof typeof AS)[])}.`;
    }
    case "accept":
      return `I take over as Haftungsperson of ${agent}: from now on I answer for it.`;
    case "propose":
      return `I propose that somebody else takes over as Haftungsperson of ${agent}.`;
    case "withdraw":
      return `I take back the proposal of a new Haftungsperson for ${agent}.`;
    case "suspend":
      return `As a regulator I suspend ${agent}.`;
    case "reactivate":
      return `As a regulator I end the suspension of ${agent}.`;
    case "revoke":
      return `As a regulator I revoke ${agent}.`;
    case "release":
      return `As a regulator I release the wallet of ${agent}, which never agreed to it.`;
  }
}

type Known = { entry: SignableEntry; roles: readonly Role[] };

/** What follows from it, a sentence each. */
export function toConsequences(kind: ActionKind, { entry, roles }: Known): string[] {
  const { status } = entry.agent;
  switch (kind) {
    case "agree":
      return [
        ...(roles.includes("haftungsperson") ? ["You answer for what this agent does."] : []),
        "Your agreement is public, with your address and the time.",
        ...(status === "Suspended" ? ["The agent stays suspended until a regulator reactivates it."] : []),
      ];
    case "refuse":
      return toRefusalConsequences({ entry, roles });
    case "accept":
      return [
        "You are on record as the liable person, with your agreement, and the present one no longer is.",
        ...(status === "Suspended" ? ["The agent stays suspended until a regulator reactivates it."] : []),
      ];
    case "propose":
      return ["The present Haftungsperson stays until the proposed one accepts."];
    case "withdraw":
      return ["The present Haftungsperson stays."];
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
        "The wallet is free to be registered anew. This cannot be undone.",
        ...(status === "Active" || status === "Suspended" ? ["The agent is terminated for good."] : []),
      ];
  }
}

function toRefusalConsequences({ entry, roles }: Known): string[] {
  const { releasesWallet, asHaftungsperson, asParent, suspends } = planRefusal({ entry, roles });
  const { status } = entry.agent;
  return [
    ...(releasesWallet
      ? [
          status === "Active"
            ? "The agent is terminated for good, and the wallet is free to be registered anew."
            : "The wallet is free to be registered anew.",
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
export function toOutcome(action: Action, { agent }: Pick<SignableEntry, "agent">): string {
  const id = `agent ${agent.agentId}`;
  switch (action.kind) {
    case "agree":
      return `Your agreement to ${id} is in the register.`;
    case "refuse":
      return `Your refusal of ${id} is in the register.`;
    case "accept":
      return `You are the Haftungsperson of ${id} now.`;
    case "propose":
      return `The handover of ${id} is proposed. The proposed person accepts on this page.`;
    case "withdraw":
      return `The proposal for ${id} is taken back.`;
    case "suspend":
      return `The suspension of ${id} is in the register.`;
    case "reactivate":
      return `The end of the suspension of ${id} is in the register.`;
    case "revoke":
      return `The revocation of ${id} is in the register.`;
    case "release":
      return `The wallet of ${id} is released.`;
  }
}
