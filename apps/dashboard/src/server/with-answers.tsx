import { dehydrate, QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { AnswersBoundary } from "../api/answers-boundary.tsx";
import type { Resource } from "../api/resources.ts";
import { isAnswer, readAnswer } from "./read-answers.ts";

/** A list that is read page by page: its key among the queries, and its first page. */
type FirstPage = { key: readonly string[]; resource: Resource<unknown> };

type Props = {
  /** What the page asks for first. Whatever does not answer in time, the browser asks for again. */
  resources: Resource<unknown>[];
  firstPages?: FirstPage[];
  children: ReactNode;
};

/** Gives a page the API's answers while it is rendered, so that it says everything before any script runs. */
export async function WithAnswers({ resources, firstPages = [], children }: Props) {
  const client = new QueryClient();
  const single = resources.map(async ({ path }) => {
    const answer = await readAnswer({ path });
    if (isAnswer(answer)) client.setQueryData([path], answer, { updatedAt: Date.now() });
  });
  const paged = firstPages.map(async ({ key, resource }) => {
    const answer = await readAnswer(resource);
    if (isAnswer(answer))
      client.setQueryData(key, { pages: [answer], pageParams: [0] }, { updatedAt: Date.now() });
  });
  await Promise.all([...single, ...paged]);
  return <AnswersBoundary state={dehydrate(client)}>{children}</AnswersBoundary>;
}
