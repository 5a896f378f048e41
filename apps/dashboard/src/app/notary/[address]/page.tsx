import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { resources } from "../../../api/resources.ts";
import { NotANotary, NotaryPage } from "../../../features/certificates/notary-page.tsx";
import { isMissing, readAnswer } from "../../../server/read-answers.ts";
import { answerNotFound } from "../../../server/visit.ts";
import { type SearchParams, toUrlSearchParams, WithAnswers } from "../../../server/with-answers.tsx";
import { parseWallet } from "../../../shared/links/parse-wallet.ts";
import { shortenHex } from "../../../shared/text/words.ts";
import { parsePageNumber } from "../../../shared/url-state/page-numbers.ts";

type Props = { params: Promise<{ address: string }>; searchParams: SearchParams };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const parsed = parseWallet((await params).address);
  return { title: parsed.ok ? `Notary ${shortenHex(parsed.wallet)}` : "Not an address" };
}

export default async function Page({ params, searchParams }: Props) {
  const parsed = parseWallet((await params).address);
  const address = parsed.ok ? parsed.wallet : notFound();
  const page = parsePageNumber(toUrlSearchParams(await searchParams).get("page"));
  const question = resources.notary({ address, page });
  if (isMissing(await readAnswer(question))) {
    answerNotFound();
    return <NotANotary address={address} />;
  }
  return (
    <WithAnswers resources={[question]}>
      <NotaryPage address={address} />
    </WithAnswers>
  );
}
