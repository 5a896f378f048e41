"use client";

import type { PersonRole } from "@agent-registry/protocol";
import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { PageLink } from "../../shared/links/page-link.tsx";
import { toPersonPath } from "../../shared/links/paths.ts";
import { formatCount } from "../../shared/text/format-number.ts";
import { toOtherRole } from "./person-words.ts";

const ROLES = [
  ["haftungsperson", "Haftungsperson"],
  ["creator", "Creator"],
] as const;

type Props = {
  address: string;
  role: PersonRole;
  /** Of the role whose page this is; undefined while it loads. */
  totalAgents: number | undefined;
};

/** The two roles that one address may have; each says how many agents it is about. */
export function PersonRoles({ address, role, totalAgents }: Props) {
  const other = useResource(resources.personInShort({ role: toOtherRole(role), address })).data;
  return (
    <nav aria-label="Roles" className="mt-5 print:hidden">
      <ul className="flex flex-wrap gap-x-6 gap-y-1 border-b border-line text-sm">
        {ROLES.map(([name, words]) => (
          <li key={name}>
            <PageLink
              href={toPersonPath(address, name)}
              aria-current={name === role ? "page" : undefined}
              className="-mb-px inline-block border-b-2 border-transparent pb-2 text-muted hover:text-ink aria-[current]:border-ink aria-[current]:text-ink"
            >
              {words} · {toCount(name === role ? totalAgents : other?.summary.totalAgents)}
              <span className="sr-only"> agents</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function toCount(agents: number | undefined): string {
  return agents === undefined ? "…" : formatCount(agents);
}
