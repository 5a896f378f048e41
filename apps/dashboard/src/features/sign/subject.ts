import type { AgentAtResponse, AgentResponse, CertificateAnswer } from "@agent-registry/protocol";
import { ATTESTATION_VALIDITY_SECONDS } from "@agent-registry/protocol/limits";
import type { QueryClient } from "@tanstack/react-query";
import { refetchAroundRecord } from "../../api/agent-queries.ts";
import { type Answer, fetchResource } from "../../api/fetch-resource.ts";
import { type PersonResponse, type Resource, resources } from "../../api/resources.ts";
import { toOutcome } from "./action-words.ts";
import { encodeAction } from "./encode-action.ts";
import type { Action, SignableEntry } from "./entry-actions.ts";
import { fileCall, findFiling, type Sending } from "./file-call.ts";
import { encodePersonAction, findOutcome, type PersonAction, toPersonOutcome } from "./person-actions.ts";

/** A person, with the question whose answer the page shows. */
export type PersonSubject = {
  of: "person";
  address: string;
  certificates: readonly CertificateAnswer[];
  resource: Resource<PersonResponse>;
};
type EntrySubject = { of: "entry"; entry: SignableEntry };

/** What is acted on. */
export type Subject = EntrySubject | PersonSubject;

/** An action with what it is about. */
type Matter = (EntrySubject & { action: Action }) | (PersonSubject & { action: PersonAction });

function toMatter(subject: Subject, action: Action | PersonAction): Matter {
  if (subject.of === "entry" && !("certificate" in action)) return { ...subject, action };
  if (subject.of === "person" && "certificate" in action) return { ...subject, action };
  throw new Error("The page offers no such action");
}

/** What is in the register once the action is filed. */
export function toSubjectOutcome(subject: Subject, action: Action | PersonAction): string {
  const matter = toMatter(subject, action);
  return matter.of === "entry" ? toOutcome(matter.action, matter.entry) : toPersonOutcome(matter.action);
}

type Filed = { transactionHash: string | null };
type Filing = { sending: Sending; client: QueryClient };

/** Has an action signed, sent and filed, and the page show it. */
export function fileAction(
  subject: Subject,
  { action, ...filing }: Filing & { action: Action | PersonAction },
): Promise<Filed> {
  const matter = toMatter(subject, action);
  return matter.of === "entry" ? fileOnEntry(matter, filing) : fileOnPerson(matter, filing);
}

async function fileOnEntry(
  { entry, action }: Extract<Matter, EntrySubject>,
  { sending, client }: Filing,
): Promise<Filed> {
  const { apiUrl, session } = sending;
  const { account, signal } = session;
  const id = entry.agent.agentId;
  const filing = await fileCall({
    ...sending,
    data: encodeAction(action, entry).data,
    resource: resources.history({ id, limit: 20, offset: 0 }),
    find: ({ body }, { sinceBlock }) => findFiling(body.data, { kind: action.kind, account, sinceBlock }),
  });
  const asking = { client, apiUrl, signal, id: String(id) };
  await refreshEntry({ ...asking, block: filing.blockNumber }).catch(() => {});
  return filing;
}

/** It is filed once the answer that the page shows has it. */
async function fileOnPerson(
  { address, resource, action }: Extract<Matter, PersonSubject>,
  { sending, client }: Filing,
): Promise<Filed> {
  const { answer, transactionHash } = await fileCall({
    ...sending,
    data: encodePersonAction(action).data,
    resource,
    find(answer, sent) {
      const hash = findOutcome(action, answer.body.certificates ?? []);
      return hash === undefined ? undefined : { answer, transactionHash: hash ?? sent.transactionHash };
    },
  });
  client.setQueryData([resource.path], answer);
  // Entries that name the person show it in short.
  client.removeQueries({ queryKey: [resources.certified(address).path] });
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
