import { parsePageNumber } from "../../shared/url-state/page-numbers.ts";

export const CERTIFICATES_A_PAGE = 20;

/** Which of a notary's certificates the address bar asks for. */
export function parseNotaryQuery(params: Pick<URLSearchParams, "get">) {
  const page = parsePageNumber(params.get("page"));
  return { page, limit: CERTIFICATES_A_PAGE, offset: (page - 1) * CERTIFICATES_A_PAGE };
}
