"use client";

import { Hex } from "../../shared/links/hex.tsx";
import { joinWords, shortenHex } from "../../shared/text/words.ts";
import { ENTRY_ACTIONS, toActions } from "./entry-actions.ts";
import { describePersonAction, type PersonAction, toPersonActions } from "./person-actions.ts";
import { type Acting, ROLE_NAMES, type SignableEntry, toRoles, toSigners } from "./roles.ts";
import type { Offer } from "./signing-state.ts";
import { SideButton, Step } from "./step.tsx";
import type { PersonSubject, Subject } from "./subject.ts";

type Props<S> = Acting & { subject: S; onChoose(offer: Offer): void };

/** What the account can do here, or whose signature is needed instead. */
export function ActionChoice({ subject, ...acting }: Props<Subject>) {
  return subject.of === "entry" ? (
    <EntryChoice subject={subject.entry} {...acting} />
  ) : (
    <PersonChoice subject={subject} {...acting} />
  );
}

function EntryChoice({ subject: entry, account, isRegulator, onChoose }: Props<SignableEntry>) {
  const roles = toRoles({ entry, account, isRegulator });
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
        <Offers
          offers={actions.map((kind) => ({ label: ENTRY_ACTIONS[kind].label, offer: { kind } }))}
          onChoose={onChoose}
        />
      )}
    </Step>
  );
}

function PersonChoice({ subject: { certificates }, account, isRegulator, onChoose }: Props<PersonSubject>) {
  const actions = toPersonActions(certificates, { account, isRegulator, nowMs: Date.now() });
  if (actions.length === 0)
    return (
      <Step title="This account has no part here">
        <p className="text-sm text-muted">
          The register takes signatures of the person, of the notaries above, and of regulators. Change the
          account in your wallet.
        </p>
      </Step>
    );
  const toLabel = (action: PersonAction) =>
    `${describePersonAction(action).label} of ${shortenHex(action.certificate.notary)}`;
  return (
    <Step title="What do you want to do?">
      <Offers offers={actions.map((offer) => ({ label: toLabel(offer), offer }))} onChoose={onChoose} />
    </Step>
  );
}

type OffersProps = { offers: { label: string; offer: Offer }[]; onChoose(offer: Offer): void };

function Offers({ offers, onChoose }: OffersProps) {
  return (
    <ul className="flex flex-wrap gap-2">
      {offers.map(({ label, offer }) => (
        <li key={label}>
          <SideButton onClick={() => onChoose(offer)}>{label}</SideButton>
        </li>
      ))}
    </ul>
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
