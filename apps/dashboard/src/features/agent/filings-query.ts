import { resources } from "../../api/resources.ts";

/** A screenful first, then large pages: the API limits the number of requests. */
const FIRST_PAGE = 20;
const LATER_PAGE = 200;

/** The page of filings that begins after so many newer ones. */
export function toFilingsPage(id: string, offset: number) {
  return resources.history({ id, limit: offset === 0 ? FIRST_PAGE : LATER_PAGE, offset });
}
