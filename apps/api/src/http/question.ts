import type { RouteDoc } from "@agent-registry/service";
import type { Context } from "hono";
import type { Address } from "viem";
import type { z } from "zod";
import type { PreparedLookUps } from "../index/asked-index.ts";
import type { IndexAtBlock, IndexedBlock, OpenAtBlock, Pace } from "../index/at-block.ts";
import type { Pages } from "./link-pages.ts";
import type { Register } from "./register.ts";

/** What a route that is no question, such as a POST, adds to the API's document. */
export type DocumentPart = {
  routes: RouteDoc[];
  /** Of its bodies, by their names in the document and in generated clients. */
  schemas?: Record<string, z.core.$ZodType>;
};

/** Whom an answer is about: it is refused while index and contract differ about one of them. */
export type Concern = "nothing" | "all" | { agentId: number } | { wallet: Address };

export type Answer = {
  /** Sent as JSON, unless `contentType` says otherwise: then it is a text. */
  body: unknown;
  contentType?: string;
  /** The neighbouring pages of a list. */
  pages?: Pages;
  /** How long a client may keep an answer that is made for every request; if not given, it has to ask each time. */
  maxAgeSeconds?: number;
  /**
   * Throws if a request must not get this answer, such as one for the same wallet with a mistyped checksum.
   */
  accept?(c: Context): void;
};

type Common<Asked> = {
  /** Below `/api/v1`, in Hono's syntax. */
  path: string;
  /** Errors that follow from the rest of the question need not be named. */
  doc: Omit<RouteDoc, "method" | "path" | "hasEtag">;
  /** The schemas that only its bodies have, by their names in the document and in generated clients. */
  schemas?: Record<string, z.core.$ZodType>;
  /** What the request asks for. Throws an `HttpError` if that cannot be understood. */
  parse(c: Context): Asked;
  /** Checks what `parse` leaves to `accept`, since it takes long. Called only if there will be no answer. */
  parseStrictly?(c: Context): void;
  concerns(asked: Asked): Concern;
  /** A look-up if not given. */
  pace?(asked: Asked): Pace;
  /** How long an answer is kept and given to others; if not given, it is made for every request. */
  keptMs?: number;
  /** The body says when it was made, so that no two are alike. */
  isUnique?: true;
  /** The answer is signed: it is not given if blocks were taken back or doubts came up while it was made. */
  isSigned?: true;
};

/** Reads the index at one block, and makes the answer of what it found. */
type Reading<Asked, Found> = {
  read(at: IndexAtBlock, asked: Asked, register: Pick<Register, "now">): Promise<Found>;
  /** Called outside the transaction: it may ask RPC nodes. */
  answer(found: Found, asked: Asked, register: Register): Answer | Promise<Answer>;
};

/** Runs one prepared statement, which also returns the block that it read. What that leaves open is read after it. */
type LookingUp<Asked, Found> = {
  lookUp(
    lookUps: PreparedLookUps,
    asked: Asked,
    open: OpenAtBlock,
  ): Promise<{ block: IndexedBlock; found: Found }>;
  /** The agents in what was found: the answer is refused while index and contract differ about one of them. */
  vouchedFor?(found: Found): Iterable<number>;
  answer(found: Found, asked: Asked, register: Register): Answer | Promise<Answer>;
};

/** Writes a body of any length piece by piece while it reads the index at one block. */
type Writing<Asked> = {
  write(at: IndexAtBlock, asked: Asked, register: Register): AsyncIterable<string>;
};

/** Asks others than the index, such as RPC nodes. */
type AskingElsewhere<Asked> = {
  /** How many requests may ask at once, and how many may wait. */
  lane: { atOnce: number; maxWaiting: number };
  ask(asked: Asked, register: Register): Promise<Answer>;
};

/** One GET endpoint: what it reads, what it answers, and its document. `createAnswering` does everything else. */
export type Question<Asked = unknown, Found = unknown> = Common<Asked> &
  (Reading<Asked, Found> | LookingUp<Asked, Found> | Writing<Asked> | AskingElsewhere<Asked>);

/** Checks that the parts fit together, and forgets of which types they are. */
export function defineQuestion<Asked, Found>(question: Question<Asked, Found>): Question {
  return question;
}
