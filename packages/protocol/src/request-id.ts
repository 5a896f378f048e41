/** Names a request: its caller may choose the name, and an error answer states the one that is logged. */
export const REQUEST_ID_HEADER = "X-Request-Id";
/** The place of a request in a trace, as the W3C's Trace Context has it. */
export const TRACEPARENT_HEADER = "traceparent";

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;
const ZEROS = /^0+$/;
/** Longer than any that a later version is likely to have. */
const MAX_TRACEPARENT_LENGTH = 256;

type Given = string | null | undefined;

/** Undefined for what is none: it comes from strangers, and ends in logs and terminals. */
export function parseRequestId(given: Given): string | undefined {
  return given && REQUEST_ID.test(given) ? given : undefined;
}

/** The trace's id; undefined for what is no `traceparent`. Only versions after 00 may have more fields. */
export function parseTraceId(given: Given): string | undefined {
  if (!given || given.length > MAX_TRACEPARENT_LENGTH) return undefined;
  const [, version, traceId = "", parentId = "", more] = TRACEPARENT.exec(given) ?? [];
  if (version === undefined || version === "ff" || (version === "00" && more !== undefined)) return undefined;
  return ZEROS.test(traceId) || ZEROS.test(parentId) ? undefined : traceId;
}
