import { AddressParam, AgentIdParam, WalletParam } from "@agent-registry/protocol";
import type { RouteDoc } from "@agent-registry/service";
import type { Context } from "hono";
import type { Address } from "viem";
import type { z } from "zod";
import type { IndexAtBlock, OpenAtBlock, Pace, PreparedLookUps } from "../index/at-block.ts";
import type { IndexedBlock } from "../index/records.ts";
import { parseAddress, parseAgentId, parseQuery, parseWallet } from "./parse-request.ts";
import type { Register } from "./register.ts";

/** What a route that is no question, such as a POST, adds to the API's document. */
export type DocumentPart = {
  routes: RouteDoc[];
  /** Of its bodies, by their names in the document and in generated clients. */
  schemas?: Record<string, z.core.$ZodType>;
};

/** Whom an answer is about: it is refused while index and contract differ about one of them. */
export type Concern = "nothing" | "all" | { agentId: number } | { wallet: Address };

export type Answer<Body = unknown> = {
  /** Sent as JSON, unless the question has a `contentType`: then it is a text. */
  body: Body;
  /** How long a client may keep an answer that is made for every request; if not given, it has to ask each time. */
  maxAgeSeconds?: number;
  /**
   * Throws if a request must not get this answer, such as one for the same wallet with a mistyped checksum.
   */
  accept?(c: Context): void;
};

type Document<Body> = Pick<RouteDoc, "operationId" | "tag" | "summary" | "description"> & {
  /** Of the answer. If not given: how long it is kept. */
  answer?: string;
  example?: Body;
  /** Other answers. Errors that follow from the rest of the question need not be named. */
  responses?: RouteDoc["responses"];
};

type Common<Asked, Body> = {
  /** Below `/api/v1`, in Hono's syntax. */
  path: string;
  query?: z.ZodObject;
  /** Of the answer's body. */
  response: z.core.$ZodType | "text";
  /** JSON if not given. */
  contentType?: string;
  /** The schemas that only its bodies have, by their names in the document and in generated clients. */
  schemas?: Record<string, z.core.$ZodType>;
  doc: Document<Body>;
  /** What the request asks for. Throws an `HttpError` if that cannot be understood. */
  parse(c: Context): Asked;
  /** Checks what `parse` leaves to `accept`, since it takes long. Called only if there will be no answer. */
  parseStrictly?(c: Context): void;
  /** If not given: the agent or the wallet that is asked for, otherwise all agents. */
  concerns?: Concern;
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
type Reading<Asked, Found, Body> = {
  /** Undefined if there is no such agent as the path names. */
  read(at: IndexAtBlock, asked: Asked, register: Pick<Register, "now">): Promise<Found | undefined>;
  /** Called outside the transaction: it may ask RPC nodes. */
  answer(found: Found, asked: Asked, register: Register): Answer<Body> | Promise<Answer<Body>>;
};

/** Runs one prepared statement, which also returns the block that it read. What that leaves open is read after it. */
type LookingUp<Asked, Found, Body> = {
  lookUp(
    lookUps: PreparedLookUps,
    asked: Asked,
    open: OpenAtBlock,
  ): Promise<{ block: IndexedBlock; found: Found }>;
  /** The agents in what was found: the answer is refused while index and contract differ about one of them. */
  vouchedFor?(found: Found): Iterable<number>;
  answer(found: Found, asked: Asked, register: Register): Answer<Body> | Promise<Answer<Body>>;
};

/** Writes a body of any length piece by piece while it reads the index at one block. */
type Writing<Asked> = {
  write(at: IndexAtBlock, asked: Asked, register: Register): AsyncIterable<string>;
};

/** Asks others than the index, such as RPC nodes. */
type AskingElsewhere<Asked, Body> = {
  /** How many requests may ask at once, and how many may wait. */
  lane: { atOnce: number; maxWaiting: number };
  ask(asked: Asked, register: Register): Promise<Answer<Body>>;
};

/** One GET endpoint: what it reads, what it answers, and its document. `createAnswering` does everything else. */
export type Question<Asked = unknown, Found = unknown, Body = unknown> = Common<Asked, Body> &
  (
    | Reading<Asked, Found, Body>
    | LookingUp<Asked, Found, Body>
    | Writing<Asked>
    | AskingElsewhere<Asked, Body>
  );

/** What a path names, as it is parsed. */
export type Named<Path extends string> = Path extends `${string}/:id${string}`
  ? { agentId: number }
  : Path extends `${string}/:wallet${string}`
    ? { wallet: Address }
    : Path extends `${string}/:address${string}`
      ? { address: Address }
      : unknown;

type BodyOf<Response> = Response extends z.core.$ZodType ? z.output<Response> : string;

// biome-ignore lint/suspicious/noExplicitAny: a union keeps its members apart
type WithoutParse<Whole> = Whole extends any ? Omit<Whole, "parse"> : never;

type Definition<Path, Query, Response, Asked, Found> = WithoutParse<
  Question<Asked, Found, BodyOf<Response>>
> & {
  path: Path;
  query?: Query;
  response: Response;
  /** If not given, what path and query say is asked for. */
  parse?(c: Context): Asked;
};

/** Checks that the parts fit together, and forgets of which types they are. */
export function defineQuestion<
  const Path extends string,
  Response extends z.core.$ZodType | "text",
  Found,
  Query extends z.ZodObject | undefined = undefined,
  Asked = Named<Path> & (Query extends z.ZodObject ? z.output<Query> : unknown),
>(question: Definition<Path, Query, Response, Asked, Found>): Question {
  const { path, query } = question;
  const named = namings.find(({ name }) => path.includes(`/:${name}`));
  const parse = (c: Context) => ({ ...named?.parse(c), ...(query && parseQuery(c, query)) });
  return { parse, ...question } as Question;
}

/** What paths name, and how. */
const namings = [
  { name: "id", params: AgentIdParam, parse: (c: Context) => ({ agentId: parseAgentId(c) }) },
  { name: "wallet", params: WalletParam, parse: (c: Context) => ({ wallet: parseWallet(c) }) },
  { name: "address", params: AddressParam, parse: (c: Context) => ({ address: parseAddress(c) }) },
];

/** The schema of what a question's path names. */
export function findParams({ path }: Pick<Question, "path">) {
  return namings.find(({ name }) => path.includes(`/:${name}`))?.params;
}
