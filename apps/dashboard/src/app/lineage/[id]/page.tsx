import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { resources } from "../../../api/resources.ts";
import { LineagePage } from "../../../features/lineage/lineage-page.tsx";
import { isMissing, readAnswer } from "../../../server/read-answers.ts";
import { answerNotFound } from "../../../server/visit.ts";
import { WithAnswers } from "../../../server/with-answers.tsx";
import { parseAgentId } from "../../../shared/links/paths.ts";
import { NotOnRecord } from "../../../shared/page/page-title.tsx";

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const id = parseAgentId((await params).id);
  return { title: id === null ? "Not found" : `Lineage of agent ${id}` };
}

export default async function Page({ params }: Props) {
  const id = parseAgentId((await params).id) ?? notFound();
  if (isMissing(await readAnswer(resources.agent(id)))) {
    answerNotFound();
    return <NotOnRecord id={id} />;
  }
  return (
    <WithAnswers resources={[resources.lineage(id), resources.agent(id)]}>
      <LineagePage id={id} />
    </WithAnswers>
  );
}
