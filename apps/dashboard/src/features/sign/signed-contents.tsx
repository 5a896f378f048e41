"use client";

import type { CertificateAnswer } from "@agent-registry/protocol";
import { UntrustedText } from "../../shared/text/untrusted-text.tsx";
import { formatExact } from "../../shared/time/format-time.ts";
import { type EncodedCall, RecordDiffers } from "./encode-call.ts";
import type { SignableEntry } from "./roles.ts";

/** Of constitution and capabilities the register holds hashes alone. */
export function AgreedRecord({ entry: { agent } }: { entry: SignableEntry }) {
  const rows: [string, string][] = [
    ["Wallet", agent.agentWallet],
    ["Haftungsperson", agent.haftungsperson],
    ["Creator", agent.creator],
    ["Parent", agent.parentAgentId === 0 ? "none" : `agent ${agent.parentAgentId}`],
    ["Modifies itself", agent.selfModifying ? "yes" : "no"],
    ["Constitution", agent.constitutionHash],
    ["Capabilities", agent.capabilityHash],
  ];
  return (
    <dl className="grid gap-1 text-xs [overflow-wrap:anywhere]">
      <dt className="text-muted">Scope</dt>
      <dd>
        <UntrustedText>{agent.operationalScope}</UntrustedText>
      </dd>
      <Rows rows={rows} />
    </dl>
  );
}

/** A certificate whole, as it goes into the call. */
export function SignedCertificate({ certificate }: { certificate: CertificateAnswer }) {
  const { person, notary, kind, level, until, ref } = certificate;
  const rows: [string, string][] = [
    ["Person", person],
    ["Notary", notary],
    ["Kind", `${kind} person`],
    ["Level", level],
    ["Until", formatExact(until)],
    ["Reference", ref],
  ];
  return (
    <dl className="grid gap-1 text-xs [overflow-wrap:anywhere]">
      <Rows rows={rows} />
    </dl>
  );
}

function Rows({ rows }: { rows: [string, string][] }) {
  return rows.map(([name, value]) => (
    <div key={name}>
      <dt className="text-muted">{name}</dt>
      <dd className={value.startsWith("0x") ? "font-mono" : ""}>{value}</dd>
    </div>
  ));
}

type Props = { encode(): EncodedCall; registry: string };

/** For those who compare: a wallet shows the call as bytes. */
export function CallAsShown({ encode, registry }: Props) {
  const call = findCall(encode);
  if (call === null) return null;
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-muted">As your wallet shows it</summary>
      <dl className="mt-1 grid gap-1 text-xs [overflow-wrap:anywhere]">
        <dt className="text-muted">Contract (to)</dt>
        <dd className="font-mono">{registry}</dd>
        <dt className="text-muted">Call</dt>
        <dd className="font-mono">
          <UntrustedText>{call.shown}</UntrustedText>
        </dd>
        <dt className="text-muted">The same as bytes (data)</dt>
        <dd className="font-mono">{call.data}</dd>
      </dl>
    </details>
  );
}

/** Null if the record differs from the register's: the visitor sees that error when they sign. */
function findCall(encode: () => EncodedCall): EncodedCall | null {
  try {
    return encode();
  } catch (error) {
    if (error instanceof RecordDiffers) return null;
    throw error;
  }
}
