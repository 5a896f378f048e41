"use client";

import type { CertificateAnswer } from "@agent-registry/protocol";
import { Hex } from "../../shared/links/hex.tsx";
import { TransactionLink } from "../../shared/links/outer-links.tsx";
import { type RegisterColumn, RegisterTable } from "../../shared/page/register-table.tsx";
import { formatDate } from "../../shared/time/format-time.ts";
import { useTicking } from "../../shared/time/use-ticking.ts";
import { findFault, toFaultWords, toStated } from "./certificate-words.ts";

const PARTY = "overflow-visible md:w-36 max-md:order-1";

const NOTARY: RegisterColumn<CertificateAnswer> = {
  header: "Notary",
  className: PARTY,
  skeleton: "w-24",
  cell: (certificate) => <Hex of="notary" value={certificate.notary} label="the notary" />,
};

const PERSON: RegisterColumn<CertificateAnswer> = {
  header: "Person",
  className: PARTY,
  skeleton: "w-24",
  cell: (certificate) => <Hex of="haftungsperson" value={certificate.person} label="the person" />,
};

const REST: RegisterColumn<CertificateAnswer>[] = [
  {
    header: "Kind and level",
    className: "md:w-34 max-md:order-2 max-md:text-right",
    skeleton: "w-24",
    cell: (certificate) => (
      <>
        {certificate.kind} person
        <span className="block text-xs text-muted">level {certificate.level}</span>
      </>
    ),
  },
  {
    header: "Since and until",
    className: "md:w-36 max-md:order-3 max-md:col-span-2",
    skeleton: "w-24",
    cell: (certificate) => (
      <>
        since {formatDate(certificate.since)}{" "}
        <span className="md:block">until {formatDate(certificate.until)}</span>
      </>
    ),
  },
  {
    header: "Counts",
    className: "max-md:order-4 max-md:col-span-2",
    skeleton: "w-32",
    cell: (certificate) => <Counts certificate={certificate} />,
  },
  {
    header: "Reference and transactions",
    className: "overflow-visible md:w-60 max-md:order-5 max-md:col-span-2",
    skeleton: "w-44",
    cell: (certificate) => <Proof certificate={certificate} />,
  },
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
