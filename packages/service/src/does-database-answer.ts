import { within } from "./within.ts";

/** Load balancers ask `/ready` often and do not wait long. */
const TIMEOUT_MS = 2_000;

/** For `/ready`: whether the database answers the given query, whatever the answer is. */
export async function doesDatabaseAnswer(query: () => Promise<unknown>): Promise<boolean> {
  return await within(TIMEOUT_MS, query).then(
    () => true,
    () => false,
  );
}
