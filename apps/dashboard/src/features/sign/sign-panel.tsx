"use client";

import { ActionChoice } from "./action-choice.tsx";
import { type SignableEntry, toRoles } from "./entry-roles.ts";
import { Review } from "./review.tsx";
import { type Acting, SigningPanel } from "./signing-panel.tsx";
import { toEntrySubject } from "./subject.ts";
import type { Action } from "./to-actions.ts";
import { useSignableEntry } from "./use-signable-entry.ts";

/** Acting on an entry with a wallet of this browser. Loaded when the visitor opens it. */
export default function SignPanel(shown: Parameters<typeof useSignableEntry>[0]) {
  const entry = useSignableEntry(shown);
  return (
    <SigningPanel subject={entry && toEntrySubject(entry)} reading="Reading the entry">
      {(acting) => (entry ? <EntryStep {...acting} entry={entry} /> : null)}
    </SigningPanel>
  );
}

/** The choice of an action on an entry, and what is signed by it. */
function EntryStep({
  account,
  signing,
  controls,
  registry,
  entry,
}: Acting<Action> & { entry: SignableEntry }) {
  const isRegulator = account.standing === "regulator";
  const roles = toRoles({ entry, account: account.address, isRegulator });
  if (signing?.stage !== "review")
    return <ActionChoice entry={entry} roles={roles} onChoose={controls.choose} />;
  return (
    <Review
      kind={signing.kind}
      entry={entry}
      roles={roles}
      way={controls.relayerUrl === null ? "direct" : "relayer"}
      registry={registry.address}
      onSign={(chosen) => void controls.sign(chosen)}
      onBack={controls.back}
    />
  );
}
