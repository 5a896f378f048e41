"use client";

import { useState } from "react";
import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { Hex } from "../../shared/links/hex.tsx";
import { SkeletonSentence } from "../../shared/page/skeleton.tsx";
import { useTicking } from "../../shared/time/use-ticking.ts";
import { findFault, findShown, type StatedCertificate, toStanding, toStated } from "./certificate-words.ts";

const SHAPE =
  "Certified by 0x1234…abcd: a natural person, level substantial, until 3 Oct 2028. That is the notary’s word about who controls this address, not about the agent.";

/** Who has certified who a Haftungsperson is, below its address. */
export function CertifiedPerson({ address }: { address: string }) {
  const { data, error } = useResource(resources.personInShort({ role: "haftungsperson", address }));
  // An API that is older than this page does not say.
  const certificates = data?.certificates?.map(toStated);
  return (
    <p className="text-xs text-muted">
      <CertifiedLine certificates={certificates} hasFailed={data !== undefined || error !== null} />
    </p>
  );
}

type Props = {
  /** Newest first; undefined while they are read. */
  certificates: readonly StatedCertificate[] | undefined;
  hasFailed?: boolean;
  /** The moment of an entry of the past. */
  asOf?: string;
};

/** One sentence: what was certified, by whom, until when, and what that does not mean. */
export function CertifiedLine(props: Props) {
  // If the answer comes late, the room that was kept for it stays, so that nothing moves.
  const [isLate] = useState(props.certificates === undefined);
  if (!isLate) return <Words {...props} />;
  return (
    <span className="grid *:[grid-area:1/1]">
      <span aria-hidden data-shape={SHAPE} className="invisible before:content-[attr(data-shape)]" />
      <span>
        <Words {...props} />
      </span>
    </span>
  );
}

function Words({ certificates, hasFailed = false, asOf }: Props) {
  if (certificates !== undefined)
    return <Known certificates={certificates} atMs={asOf === undefined ? null : Date.parse(asOf)} />;
  if (hasFailed) return "Whether this person is certified cannot be read at the moment.";
  return <SkeletonSentence shape={SHAPE} />;
}

function Known({ certificates, atMs }: { certificates: readonly StatedCertificate[]; atMs: number | null }) {
  const notary = useTicking((nowMs) => findShown(certificates, atMs ?? nowMs)?.notary ?? null);
  const shown = certificates.find((certificate) => certificate.notary === notary);
  const fault = useTicking((nowMs) => (shown === undefined ? null : findFault(shown, atMs ?? nowMs)));
  if (shown === undefined)
    return atMs === null ? "Nobody has certified who this is." : "Nobody had certified who this was.";
  const isPast = atMs !== null;
  return (
    <>
      {fault === null ? (isPast ? "Was certified by " : "Certified by ") : "A certificate of "}
      <Hex of="notary" value={shown.notary} label="the notary" copy={false} />
      {toStanding(shown, { fault, isPast })}
    </>
  );
}
