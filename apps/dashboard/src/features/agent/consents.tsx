"use client";

import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { Card } from "../../shared/card.tsx";
import { CheckIcon } from "../../shared/icons.tsx";
import { Skeleton } from "../../shared/skeleton.tsx";

/** Anyone may name anyone in a record; this shows which of the named parties have agreed. */
export function Consents({ id, hasParent }: { id: string; hasParent: boolean }) {
  const { data, error } = useResource(resources.consents(id));
  const rows = [
    { party: "Wallet", given: data?.wallet, none: false },
    { party: "Haftungsperson", given: data?.haftungsperson, none: false },
    { party: "Parent", given: data?.parent, none: !hasParent },
  ];
  return (
    <Card title="Consents" className="pb-4!">
      {error !== null && data === undefined ? (
        <p className="text-muted">The consents cannot be read at the moment.</p>
      ) : (
        <dl>
          {rows.map(({ party, given, none }) => (
            <div
              key={party}
              className="flex min-h-11 items-center justify-between gap-4 border-b border-line last:border-b-0"
            >
              <dt>{party}</dt>
              <dd>
                {given === undefined ? <Skeleton className="w-16" /> : <Mark given={given} none={none} />}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}

function Mark({ given, none }: { given: boolean; none: boolean }) {
  if (none) return <span className="text-muted">has no parent</span>;
  if (!given) return <span className="text-muted">not given</span>;
  return (
    <span className="inline-flex items-center gap-1.5 text-green">
      <CheckIcon /> given
    </span>
  );
}
