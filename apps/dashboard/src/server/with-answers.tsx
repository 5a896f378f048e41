import { dehydrate, QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { AnswersBoundary } from "../api/api-provider.tsx";
import type { Resource } from "../api/resources.ts";
import { isAnswer, readAnswer } from "./read-answers.ts";

/** A list that is read page by page: its key among the queries, and where each of its first pages begins. */
type PagedList = { key: readonly string[]; pages: { offset: number; resource: Resource<unknown> }[] };

type Props = {
  /** What the page asks for first. Whatever does not answer in time, the browser asks for again. */
  resources: Resource<unknown>[];
  lists?: PagedList[];
  children: ReactNode;
};

/** Gives a page the API's answers while it is rendered, so that it says everything before any script runs. */
export async function WithAnswers({ resources, lists = [], children }: Props) {
  const client = new QueryClient();
  const single = resources.map(async ({ path }) => {
    const answer = await readAnswer({ path });
    if (isAnswer(answer)) client.setQueryData([path], answer, { updatedAt: Date.now() });
  });
  const paged = lists.map(async ({ key, pages }) => {
    const answers = await Promise.all(pages.map(({ resource }) => readAnswer(resource)));
    const missing = answers.findIndex((answer) => !isAnswer(answer));
    const read = answers.slice(0, missing === -1 ? pages.length : missing);
    const pageParams = pages.slice(0, read.length).map(({ offset }) => offset);
    if (read.length > 0) client.setQueryData(key, { pages: read, pageParams }, { updatedAt: Date.now() });
  });
  await Promise.all([...single, ...paged]);
  return <AnswersBoundary state={dehydrate(client)}>{children}</AnswersBoundary>;
}

/** As Next gives it to a page. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** The same as the browser has it. */
export function toUrlSearchParams(given: Awaited<SearchParams>): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(given))
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined) params.append(name, each);
  return params;
}
