import type { Session } from "../session/open-session.ts";
import type { Check } from "./check.ts";
import { checkApi } from "./check-api.ts";
import { checkChain, checkForwarder, checkRegistry } from "./check-chain.ts";
import { checkKey } from "./check-key.ts";
import { checkRelayer } from "./check-relayer.ts";

/** In the order in which one problem explains the next. */
export async function runChecks(session: Session): Promise<Check[]> {
  const chain = await checkChain(session);
  // Without the chain both checks would fail for the same reason.
  const onChain =
    chain.state === "wrong" ? [] : [await checkRegistry(session), await checkForwarder(session)];
  return [
    chain,
    ...onChain,
    await checkRelayer(session),
    await checkApi(session),
    await checkKey(session, chain),
  ];
}
