import { AsyncLocalStorage } from "node:async_hooks";

/** One request for a page, from its arrival to its answer. */
type Visit = { isMissing: boolean };

/** The server and the pages are bundled apart from each other; they meet in the process. */
const KEY = Symbol.for("agent-registry.visits");
const shared = globalThis as { [KEY]?: AsyncLocalStorage<Visit> };
shared[KEY] ??= new AsyncLocalStorage();
const visits = shared[KEY];

/**
 * The page under way says that there is no such thing, and is answered with 404. Next has `notFound()` for it, which
 * sends an empty page that only a script fills.
 */
export function answerNotFound(): void {
  const visit = visits.getStore();
  if (visit !== undefined) visit.isMissing = true;
}

/** Runs the function that answers a request; afterwards `isMissing` says whether its page was not found. */
export function runVisit<T>(answer: (visit: Visit) => T): T {
  const visit: Visit = { isMissing: false };
  return visits.run(visit, () => answer(visit));
}
