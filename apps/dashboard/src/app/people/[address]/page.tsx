import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { feeds, resources } from "../../../api/resources.ts";
import { toFeedMetadata } from "../../../api/service-urls.ts";
import { parseAgentsQuery } from "../../../features/agents/parse-agents-query.ts";
import { PersonPage } from "../../../features/people/person-page.tsx";
import { parsePersonRole, toOtherRole } from "../../../features/people/person-words.ts";
import { type SearchParams, toUrlSearchParams, WithAnswers } from "../../../server/with-answers.tsx";
import { parseWallet } from "../../../shared/links/parse-wallet.ts";
import { shortenHex } from "../../../shared/text/words.ts";

type Props = { params: Promise<{ address: string }>; searchParams: SearchParams };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const parsed = parseWallet((await params).address);
  if (!parsed.ok) return { title: "Not an address" };
  const title = `Person ${shortenHex(parsed.wallet)}`;
  return { title, ...toFeedMetadata({ feed: feeds.haftungsperson(parsed.wallet), title }) };
}

export default async function Page({ params, searchParams }: Props) {
  const parsed = parseWallet((await params).address);
  const address = parsed.ok ? parsed.wallet : notFound();
  const asked = toUrlSearchParams(await searchParams);
  const { search: _, ...query } = parseAgentsQuery(asked);
  const role = parsePersonRole(asked);
  return (
    <WithAnswers
      resources={[
        resources.person({ role, address, ...query }),
        resources.personInShort({ role: toOtherRole(role), address }),
      ]}
    >
      <PersonPage address={address} />
    </WithAnswers>
  );
}
