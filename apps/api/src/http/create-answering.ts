import { apiErrors, REVENUE_MAX_SILENCE_MS } from "@agent-registry/protocol";
import { type ClientIp, HttpError } from "@agent-registry/service";
import type { Context } from "hono";
import { type AskedIndex, readAtBlock } from "../index/at-block.ts";
import type { IndexedBlock } from "../index/records.ts";
import type { Freshness } from "./freshness.ts";
import { findPages } from "./link-pages.ts";
import { agentNotFound } from "./parse-request.ts";
import type { Answer, Concern, Question } from "./question.ts";
import { type Register, requireSigning } from "./register.ts";
import { reply } from "./reply.ts";
import type { ResponseBuffer } from "./response-buffer.ts";
import type { ResponseCache } from "./response-cache.ts";
import { createSlowLane, type SlowLane } from "./slow-lane.ts";
import {
  type StoredResponse,
  sendStored,
  toContentTag,
  toMemoryResponse,
  toUniqueTag,
} from "./stored-response.ts";

type Options = {
  index: AskedIndex;
  register: Register;
  cache: ResponseCache;
  buffer: ResponseBuffer;
  freshness: Freshness;
  lane: SlowLane;
  clientIp: ClientIp;
};

type WrittenQuestion = Extract<Question, { write: unknown }>;

/** Answers questions: only from a fresh index, not about doubtful agents, slow ones in turn, kept for their lifetime. */
export function createAnswering({ index, register, cache, buffer, freshness, lane, clientIp }: Options) {
  const { open, lookUps, vouching } = index;
  const { clock } = register;
  /** Of questions that RPC nodes answer, not the index: a silent node must not keep searches waiting. */
  const lanes = new Map<Question, SlowLane>();
  let rewindCount = freshness.rewindCount();

  function vouch({ concerns }: Question, asked: unknown): void {
    const concern = concerns ?? toConcern(asked);
    if (concern === "nothing") return;
    if (concern === "all") vouching.forAll();
    else if ("wallet" in concern) vouching.forWallet(concern.wallet);
    else vouching.forAgents([concern.agentId]);
  }

  function assertFresh(c: Context, question: Question): void {
    // An answer that is kept for less than `REVENUE_MAX_SILENCE_MS` is refused no sooner than one that is not
    // kept at all.
    const problem = freshness.findProblem(Math.max(question.keptMs ?? 0, REVENUE_MAX_SILENCE_MS));
    if (problem === null) return;
    question.parseStrictly?.(c);
    throw freshness.toError(problem);
  }

  async function find(
    c: Context,
    question: Exclude<Question, WrittenQuestion>,
    asked: unknown,
  ): Promise<[Answer, IndexedBlock?]> {
    if ("ask" in question) {
      const lane = lanes.get(question) ?? createSlowLane(question.lane);
      lanes.set(question, lane);
      return [await lane.run(clientIp(c), () => question.ask(asked, register))];
    }
    vouch(question, asked);
    if ("lookUp" in question) {
      const { block, found } = await question.lookUp(lookUps, asked, open);
      if (question.vouchedFor !== undefined) vouching.forAgents(question.vouchedFor(found));
      return [await question.answer(found, asked, register), block];
    }
    const pace = question.pace?.(asked) ?? "look-up";
    const read = () =>
      readAtBlock(open, pace, async (at) => ({
        found: await question.read(at, asked, register),
        block: at.block,
      }));
    const { found, block } = await (pace === "look-up" ? read() : lane.run(clientIp(c), read));
    if (found === undefined) throw agentNotFound((asked as { agentId: number }).agentId);
    return [await question.answer(found, asked, register), block];
  }

  /** The transaction stays open until the last piece is written. */
  async function write(c: Context, question: WrittenQuestion, asked: unknown, key: string) {
    let block: IndexedBlock | undefined;
    const pieces = lane.stream(clientIp(c), async function* () {
      vouch(question, asked);
      const { at, close } = await open(question.pace?.(asked) ?? "long");
      block = at.block;
      try {
        yield* question.write(at, asked, register);
      } finally {
        await close();
      }
    });
    const response = await buffer.collect(key, pieces);
    response.block = block;
    return response;
  }

  async function make(c: Context, question: Question, asked: unknown, key: string): Promise<StoredResponse> {
    if ("write" in question) return write(c, question, asked, key);
    const rewindsBefore = freshness.rewindCount();
    const [{ body, ...answer }, block] = await find(c, question, asked);
    if (question.isSigned === true && freshness.rewindCount() !== rewindsBefore)
      throw new HttpError(500, apiErrors.rpcFailure("the index has just changed; ask again"));
    const { contentType } = question;
    const text = contentType === undefined ? JSON.stringify(body) : String(body);
    const etag = question.isUnique === true ? toUniqueTag() : toContentTag(text);
    return { ...toMemoryResponse(text, etag), ...answer, contentType, pages: findPages(body), block };
  }

  return async function answer(c: Context, question: Question): Promise<Response> {
    if (question.isSigned === true) requireSigning(register.signing);
    const asked = question.parse(c);
    assertFresh(c, question);
    const { keptMs } = question;
    if (keptMs === undefined) {
      const response = await make(c, question, asked, question.path);
      const { maxAgeSeconds } = response;
      const { contentType = "application/json" } = question;
      const headers = {
        "Content-Type": contentType,
        "Cache-Control": maxAgeSeconds === undefined ? "no-cache" : `public, max-age=${maxAgeSeconds}`,
      };
      // No ETag, since no two signatures are alike; no header for the block, which is in what is signed.
      if (question.isSigned === true && response.kind === "memory")
        return reply(c, { status: 200, body: response.body, headers });
      return sendStored(c, response, headers);
    }
    if (freshness.rewindCount() !== rewindCount) {
      rewindCount = freshness.rewindCount();
      cache.clear();
    }
    // What the question means, not how it was written: odd spellings do not fill the cache.
    const key = `${question.path} ${JSON.stringify(asked)}`;
    const { response, asOfMs, expiresAtMs } =
      cache.find(key) ??
      (await cache.produce({
        key,
        ttlMs: keptMs,
        produce: () => make(c, question, asked, key),
        asOfMs: "ask" in question ? clock.now() : freshness.asOfMs(),
      }));
    response.accept?.(c);
    return sendStored(c, response, {
      "Cache-Control": `public, max-age=${Math.floor((expiresAtMs - asOfMs) / 1000)}`,
      Age: String(Math.max(0, Math.floor((clock.now() - asOfMs) / 1000))),
    });
  };
}

/** Whom the path names; the answer is about all agents if it names no one of them. */
function toConcern(asked: unknown): Concern {
  return typeof asked === "object" && asked !== null && ("agentId" in asked || "wallet" in asked)
    ? (asked as Concern)
    : "all";
}
