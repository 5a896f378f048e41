"use client";

import { Hex } from "../../shared/hex.tsx";
import { joinWords } from "../../shared/join-words.ts";
import { ACTION_LABELS } from "./action-words.ts";
import { ROLE_NAMES, type Role, type SignableEntry, toSigners } from "./entry-roles.ts";
import { SideButton, Step } from "./step.tsx";
import { type ActionKind, toActions } from "./to-actions.ts";

type Props = {
  entry: SignableEntry;
  roles: readonly Role[];
  onChoose(kind: ActionKind): void;
};

/** What the account can do here, or whose signature is needed instead. */
export function ActionChoice({ entry, roles, onChoose }: Props) {
  const actions = toActions({ entry, roles });
  if (roles.length === 0) return <OtherAccount entry={entry} />;
  const names = joinWords(roles.map((role) => ROLE_NAMES[role]));
  return (
    <Step title={actions.length === 0 ? "Nothing to do" : "What do you want to do?"}>
      <p className="text-sm text-muted">
        This account is {names}
        {actions.length === 0 ? ", and there is nothing that it could change as the entry stands." : "."}
      </p>
      {actions.length === 0 ? null : (
        <ul className="flex flex-wrap gap-2">
          {actions.map((kind) => (
            <li key={kind}>
              <SideButton onClick={() => onChoose(kind)}>{ACTION_LABELS[kind]}</SideButton>
            </li>
          ))}
        </ul>
      )}
    </Step>
  );
}

function OtherAccount({ entry }: { entry: SignableEntry }) {
  return (
    <Step title="This account has no part here">
      <p className="text-sm text-muted">
        The register takes signatures of these accounts for this entry, and of regulators. Change the account
        in your wallet.
      </p>
      <dl className="grid gap-1.5 text-sm">
        {toSigners(entry).map(({ role, address }) => (
          <div key={role + address} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <dt className="text-muted">{ROLE_NAMES[role]}</dt>
            <dd>
              <Hex value={address} label={ROLE_NAMES[role]} />
            </dd>
          </div>
        ))}
      </dl>
    </Step>
  );
}
