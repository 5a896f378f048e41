import {
  apiErrors,
  CACHE_TTL_MS,
  CertificateSchema,
  checksumAddress,
  HistoryQuery,
  NotariesResponse,
  NotaryResponse,
  NotarySchema,
  toTimestamp,
} from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import { getAddress } from "viem";
import { NO_AGENT } from "../../chain/decode-event.ts";
import { defineQuestion, type Question } from "../../http/question.ts";
import { type Accreditation, readAccreditations } from "../../index/read/read-certificates.ts";
import { certificate, NOTARY, REGISTERED_AT } from "../shared/examples.ts";
import { toCertificate } from "../shared/to-certificate.ts";
import { countCertificates, readCertificatesOfNotary } from "./read-notaries.ts";

const PageQuery = HistoryQuery.pick({ limit: true, offset: true });
const notary = { notary: NOTARY, isAccredited: true, since: REGISTERED_AT, certificates: 1 } as const;

const list = defineQuestion({
  path: "/notaries",
  response: NotariesResponse,
  keptMs: CACHE_TTL_MS.person,
  concerns: { agentId: NO_AGENT },
  // Counting reads every certificate.
  pace: () => "slow",
  async read(at) {
    const accreditations = await readAccreditations(at, "all", at.lastSequence);
    return { accreditations, counts: await countCertificates(at) };
  },
  answer({ accreditations, counts }) {
    const data = [...accreditations.values()]
      .sort((a, b) => Number(b.isAccredited) - Number(a.isAccredited))
      .map((found) => toNotary(found, counts));
    return { body: { data } };
  },
  schemas: { Certificate: CertificateSchema, Notary: NotarySchema, NotaryList: NotariesResponse },
  doc: {
    operationId: "listNotaries",
    tag: "People",
    summary: "Who may certify, or could, who controls an address",
    description:
      "Every notary that was ever accredited, those that are so first. Certificates of one that is not accredited stay on record and do not count.",
    example: { data: [notary] },
  },
});

const one = defineQuestion({
  path: "/notary/:address",
  query: PageQuery,
  response: NotaryResponse,
  keptMs: CACHE_TTL_MS.person,
  concerns: { agentId: NO_AGENT },
  pace: () => "slow",
  async read(at, { address, limit, offset }) {
    const accreditation = (await readAccreditations(at, [address], at.lastSequence)).get(address);
    if (accreditation === undefined) throw new HttpError(404, apiErrors.notaryNotFound(getAddress(address)));
    const { isAccredited } = accreditation;
    return {
      accreditation,
      counts: await countCertificates(at, address),
      certificates: await readCertificatesOfNotary(at, { notary: address, isAccredited, limit, offset }),
    };
  },
  answer({ accreditation, counts, certificates }, { limit, offset }, { now }) {
    const found = toNotary(accreditation, counts);
    const total = found.certificates;
    const data = certificates.map((each) => toCertificate(each, now()));
    return { body: { ...found, total, offset, limit, data } };
  },
  schemas: { NotaryDetails: NotaryResponse },
  doc: {
    operationId: "getNotary",
    tag: "People",
    summary: "A notary, and what it has certified",
    description:
      "Its certificates on record, newest first. Those that were replaced or ended are not among them, those whose time is over are.",
    example: { ...notary, total: 1, offset: 0, limit: 100, data: [certificate] },
    responses: { 404: { description: "Never accredited: `Notary not found: <address>`" } },
  },
});

/** Who certifies persons, and what each of them has certified. */
export const notaries: readonly Question[] = [list, one];

function toNotary({ notary, isAccredited, since }: Accreditation, counts: Map<string, number>) {
  return {
    notary: checksumAddress(notary),
    isAccredited,
    since: toTimestamp(since),
    certificates: counts.get(notary) ?? 0,
  };
}
