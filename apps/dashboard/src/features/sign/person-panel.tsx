"use client";

import type { CertificateAnswer } from "@agent-registry/protocol";
import { useState } from "react";
import type { PersonResponse, Resource } from "../../api/resources.ts";
import { shortenHex } from "../../shared/shorten-hex.ts";
import { ACTION_LABELS } from "./action-words.ts";
import {
  encodePersonAction,
  type PersonAction,
  toPersonActions,
  toPersonConsequences,
  toPersonStatement,
} from "./person-actions.ts";
import { ReviewForm } from "./review.tsx";
import { SignedCertificate } from "./signed-contents.tsx";
import { type Acting, SigningPanel } from "./signing-panel.tsx";
import { SideButton, Step } from "./step.tsx";
import { toPersonSubject } from "./subject.ts";

type Props = {
  address: string;
  certificates: CertificateAnswer[];
  /** The question whose answer the page shows. */
  resource: Resource<PersonResponse>;
};

/** Acting on a person's certificates with a wallet of this browser. Loaded when the visitor opens it. */
export default function PersonPanel({ address, certificates, resource }: Props) {
  return (
    <SigningPanel subject={toPersonSubject(address, resource)} reading="Reading the certificates">
      {(acting) => (
        // What one account has chosen is not for the next one.
        <PersonStep key={acting.account.address} {...acting} certificates={certificates} />
      )}
    </SigningPanel>
  );
}

function PersonStep({ account, controls, registry, certificates }: StepProps) {
  const [chosen, setChosen] = useState<PersonAction | null>(null);
  const isRegulator = account.standing === "regulator";
  const known = { account: account.address, isRegulator, nowMs: Date.now() };
  const actions = toPersonActions(certificates, known);
  if (chosen === null) return <Choice actions={actions} onChoose={setChosen} />;
  const statement = toPersonStatement(chosen);
  const way = controls.relayerUrl === null ? "direct" : "relayer";
  return (
    <ReviewForm
      label={ACTION_LABELS[chosen.kind]}
      statement={statement}
      consequences={toPersonConsequences(chosen)}
      call={encodePersonAction(chosen)}
      way={way}
      registry={registry.address}
      onSubmit={() => void controls.sign({ action: chosen, way, statement })}
      onBack={() => setChosen(null)}
    >
      <SignedCertificate certificate={chosen.certificate} />
    </ReviewForm>
  );
}

type StepProps = Acting<PersonAction> & Pick<Props, "certificates">;

function Choice({ actions, onChoose }: { actions: PersonAction[]; onChoose(action: PersonAction): void }) {
  if (actions.length === 0)
    return (
      <Step title="This account has no part here">
        <p className="text-sm text-muted">
          The register takes signatures of the person, of the notaries above, and of regulators. Change the
          account in your wallet.
        </p>
      </Step>
    );
  return (
    <Step title="What do you want to do?">
      <ul className="flex flex-wrap gap-2">
        {actions.map((action) => (
          <li key={action.kind + action.certificate.notary}>
            <SideButton onClick={() => onChoose(action)}>
              {ACTION_LABELS[action.kind]} of {shortenHex(action.certificate.notary)}
            </SideButton>
          </li>
        ))}
      </ul>
    </Step>
  );
}
