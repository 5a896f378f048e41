"use client";

import type {
  AgentAtResponse,
  AgentRecord,
  AgentResponse,
  CertificateAnswer,
} from "@agent-registry/protocol";
import { ATTESTATION_VALIDITY_SECONDS } from "@agent-registry/protocol/limits";
import type { QueryClient } from "@tanstack/react-query";
import { type Answer, fetchResource } from "../../api/fetch-resource.ts";
import { type PersonResponse, type Resource, resources } from "../../api/resources.ts";
import { refetchAroundRecord, useResource } from "../../api/use-resource.ts";
import { isSameAddress } from "../../wallet/provider.ts";
import type { Description } from "./description.ts";
import { describeEntryAction } from "./entry-actions.ts";
import { fileCall, findFiling, type Sending } from "./file-call.ts";
import { describePersonAction, findOutcome, type PersonAction } from "./person-actions.ts";
import { type Acting, type SignableEntry, toRoles } from "./roles.ts";
import type { Offer } from "./signing-state.ts";

type ShownEntry = Pick<SignableEntry, "isSuspendedByRefusal"> & { of: "entry"; agent: AgentRecord };

/** A person, with the question whose answer the page shows. */
export type PersonSubject = {
  of: "person";
  address: string;
  certificates: readonly CertificateAnswer[];
  resource: Resource<PersonResponse>;
};

/** What the page shows and can be acted on. */
export type Shown = ShownEntry | PersonSubject;

/** What is acted on. */
export type Subject = { of: "entry"; entry: SignableEntry } | PersonSubject;

/** What is shown, with all that acting on it needs; null while that is read, undefined if it cannot be read. */
export function useSubject(shown: Shown): Subject | null | undefined {
  const entry = useSignableEntry(shown.of === "entry" ? shown : null);
  if (shown.of === "person") return shown;
  return entry && { of: "entry", entry };
}

/** The entry with all parties who may speak in it. */
function useSignableEntry(shown: ShownEntry | null): SignableEntry | null | undefined {
  const id = shown === null ? null : String(shown.agent.agentId);
  const parentId =
    shown === null || shown.agent.parentAgentId === 0 ? null : String(shown.agent.parentAgentId);
  const consents = useResource(id === null ? null : resources.consents(id));
  const wallets = useResource(id === null ? null : resources.wallets(id));
  const parent = useResource(parentId === null ? null : resources.agent(parentId));
  const parentConsents = useResource(parentId === null ? null : resources.consents(parentId));
  const hasFailed = [consents, wallets, parent, parentConsents].some(
    ({ data, error }) => !data && error !== null,
  );
  if (hasFailed) return undefined;
  if (shown === null || consents.data === undefined || wallets.data === undefined) return null;
  const { agent, isSuspendedByRefusal } = shown;
  const isCreatorRetired = wallets.data.data.some(
    ({ wallet, until }) => until !== null && isSameAddress(wallet, agent.creator),
  );
  const entry = { agent, consents: consents.data, isCreatorRetired, isSuspendedByRefusal };
  if (parentId === null) return { ...entry, parentParties: [] };
  if (parent.data === undefined || parentConsents.data === undefined) return null;
  const { agentWallet, creator, haftungsperson } = parent.data.agent;
  // A wallet that was released has no place in its former record any more.
  const parentWallets = parentConsents.data.wallet.state === "released" ? [] : [agentWallet];
  return { ...entry, parentParties: [...parentWallets, creator, haftungsperson] };
}

/** What is offered, in the words for this account. */
export function describe(subject: Subject, offer: Offer, acting: Acting): Description {
  if ("certificate" in offer) return describePersonAction(offer);
  if (subject.of === "person") throw new Error("The page offers no such action");
  const { entry } = subject;
  return describeEntryAction(offer.kind, { entry, roles: toRoles({ entry, ...acting }) });
}

type Filed = { transactionHash: string | null };
type Filing = { offer: Offer; data: `0x${string}`; sending: Sending; client: QueryClient };

/** Has an action signed, sent and filed, and the page show it. */
export async function fileAction(subject: Subject, { offer, ...filing }: Filing): Promise<Filed> {
  if ("certificate" in offer && subject.of === "person") return fileOnPerson(subject, { offer, ...filing });
  if ("certificate" in offer || subject.of === "person") throw new Error("The page offers no such action");
  const { data, sending, client } = filing;
  const { apiUrl, session } = sending;
  const { account, signal } = session;
  const id = String(subject.entry.agent.agentId);
  const filed = await fileCall({
    ...sending,
    data,
    resource: resources.history({ id, limit: 20, offset: 0 }),
    find: ({ body }, { sinceBlock }) => findFiling(body.data, { kind: offer.kind, account, sinceBlock }),
  });
  await refreshEntry({ client, apiUrl, signal, id, block: filed.blockNumber }).catch(() => {});
  return filed;
}

/** It is filed once the answer that the page shows has it. */
async function fileOnPerson(
  { address, resource }: PersonSubject,
  { offer, data, sending, client }: Filing & { offer: PersonAction },
): Promise<Filed> {
  const { answer, transactionHash } = await fileCall({
    ...sending,
    data,
    resource,
    find(answer, sent) {
      const hash = findOutcome(offer, answer.body.certificates ?? []);
      return hash === undefined ? undefined : { answer, transactionHash: hash ?? sent.transactionHash };
    },
  });
  client.setQueryData([resource.path], answer);
  // Entries that name the person show it in short.
  client.removeQueries({ queryKey: [resources.personInShort({ role: "haftungsperson", address }).path] });
  return { transactionHash };
}

type Asking = { client: QueryClient; apiUrl: string; signal: AbortSignal };

/** Has the page show what is acted on as it is now: another party may have acted meanwhile. */
export async function refreshSubject(subject: Subject, asking: Asking): Promise<void> {
  if (subject.of === "person") return asking.client.refetchQueries({ queryKey: [subject.resource.path] });
  const id = String(subject.entry.agent.agentId);
  const resource = resources.history({ id, limit: 1, offset: 0 });
  const { body } = await fetchResource({ ...asking, resource });
  const [newest] = body.data;
  if (newest !== undefined) await refreshEntry({ ...asking, id, block: newest.blockNumber });
}

/**
 * Has the page show an agent as it is after a block. The API keeps its answer about the record for minutes, but not
 * what the record was at a block, nor filings and consents.
 */
async function refreshEntry({
  client,
  apiUrl,
  signal,
  id,
  block,
}: Asking & { id: string; block: number }): Promise<void> {
  const resource = resources.agentAt({ id, moment: { block } });
  const { body, block: answered } = await fetchResource({ apiUrl, resource, signal });
  client.setQueryData<Answer<AgentResponse>>([resources.agent(id).path], (shown) =>
    shown === undefined ? shown : { asOfMs: Date.now(), body: toPresent(shown.body, body), block: answered },
  );
  await refetchAroundRecord(client, id);
}

/** The answer about the record as it would be now. */
function toPresent(shown: AgentResponse, { agent, asOf }: AgentAtResponse): AgentResponse {
  // As the API has it: the later of the clock and the newest block.
  const nowMs = Math.max(Date.now(), Date.parse(asOf.timestamp));
  const seconds = Math.max(0, Math.floor((nowMs - Date.parse(agent.lastAttestation)) / 1000));
  return {
    ...shown,
    agent: { ...shown.agent, ...agent },
    compliance: {
      ...shown.compliance,
      status: agent.status,
      isActive: agent.status === "Active",
      attestationCurrent: seconds <= ATTESTATION_VALIDITY_SECONDS,
      secondsSinceAttestation: seconds,
    },
  };
}
