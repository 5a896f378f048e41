import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { LineagePage } from "../../../features/lineage/lineage-page.tsx";
import { parseAgentId } from "../../../shared/parse-agent-id.ts";

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const id = parseAgentId((await params).id);
  return { title: id === null ? "Not found" : `Lineage of agent ${id}` };
}

export default async function Page({ params }: Props) {
  return <LineagePage id={parseAgentId((await params).id) ?? notFound()} />;
}
