"use client";

import type { CertificateAnswer } from "@agent-registry/protocol";
import { Hex } from "../../shared/links/hex.tsx";
import { TransactionLink } from "../../shared/links/outer-links.tsx";
import { RegisterTable, registerColumns } from "../../shared/page/register-table.tsx";
import { formatDate } from "../../shared/time/format-time.ts";
import { useTicking } from "../../shared/time/use-ticking.ts";
import { findFault, toFaultWords, toStated } from "./certificate-words.ts";

const helper = registerColumns<CertificateAnswer>();

const PARTY = "overflow-visible md:w-36 max-md:order-1";

const NOTARY = helper.display({
  id: "notary",
  header: "Notary",
  meta: { className: PARTY, skeleton: "w-24" },
  cell: ({ row: { original } }) => <Hex of="notary" value={original.notary} label="the notary" />,
});

const PERSON = helper.display({
  id: "person",
  header: "Person",
  meta: { className: PARTY, skeleton: "w-24" },
  cell: ({ row: { original } }) => <Hex of="haftungsperson" value={original.person} label="the person" />,
});

const REST = [
  helper.display({
    id: "certified",
    header: "Kind and level",
    meta: { className: "md:w-34 max-md:order-2 max-md:text-right", skeleton: "w-24" },
    cell: ({ row: { original } }) => (
      <>
        {original.kind} person
        <span className="block text-xs text-muted">level {original.level}</span>
      </>
    ),
  }),
  helper.display({
    id: "time",
    header: "Since and until",
    meta: { className: "md:w-36 max-md:order-3 max-md:col-span-2", skeleton: "w-24" },
    cell: ({ row: { original } }) => (
      <>
        since {formatDate(original.since)}{" "}
        <span className="md:block">until {formatDate(original.until)}</span>
      </>
    ),
  }),
  helper.display({
    id: "counts",
    header: "Counts",
    meta: { className: "max-md:order-4 max-md:col-span-2", skeleton: "w-32" },
    cell: ({ row: { original } }) => <Counts certificate={original} />,
  }),
  helper.display({
    id: "proof",
    header: "Reference and transactions",
    meta: { className: "overflow-visible md:w-60 max-md:order-5 max-md:col-span-2", skeleton: "w-44" },
    cell: ({ row: { original } }) => <Proof certificate={original} />,
  }),
];

const COLUMNS = { person: [NOTARY, ...REST], notary: [PERSON, ...REST] };

type Props = {
  /** Whose certificates these are; the table names the other party. */
  of: keyof typeof COLUMNS;
  certificates: CertificateAnswer[] | undefined;
};

export function CertificatesTable({ of, certificates }: Props) {
  return (
    <RegisterTable
      caption={of === "person" ? "Certificates about this person" : "Certificates of this notary"}
      columns={COLUMNS[of]}
      rows={certificates}
      placeholders={4}
      getRowId={({ person, notary }) => person + notary}
    />
  );
}

function Counts({ certificate }: { certificate: CertificateAnswer }) {
  const stated = toStated(certificate);
  const fault = useTicking((nowMs) => findFault(stated, nowMs));
  return (
    <span className={`inline-flex items-baseline gap-1.5 ${fault === null ? "text-green" : "text-yellow"}`}>
      <span aria-hidden className="size-2 shrink-0 rounded-full bg-current" />
      {fault === null ? "counts" : `does not count: ${toFaultWords(stated, { fault })}`}
    </span>
  );
}

function Proof({ certificate: { ref, transactions } }: { certificate: CertificateAnswer }) {
  return (
    <ul className="py-1 text-xs text-muted">
      <li>
        reference <Hex value={ref} label="the reference" />
      </li>
      <li>
        certified by <TransactionLink hash={transactions.certified} />
      </li>
      {transactions.accepted === null ? null : (
        <li>
          accepted by <TransactionLink hash={transactions.accepted} />
        </li>
      )}
    </ul>
  );
}
