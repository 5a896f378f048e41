import {
  parseRequestId,
  parseTraceId,
  REQUEST_ID_HEADER,
  TRACEPARENT_HEADER,
} from "@agent-registry/protocol/request-id";

/** How a visit is named, by the visitor or by a proxy before us, so that the API logs its questions by the same id. */
export function toTraceHeaders(visit: Pick<Headers, "get">): Record<string, string> {
  const traceparent = visit.get(TRACEPARENT_HEADER);
  const requestId = parseRequestId(visit.get(REQUEST_ID_HEADER));
  return {
    ...(traceparent !== null && parseTraceId(traceparent) && { [TRACEPARENT_HEADER]: traceparent }),
    ...(requestId !== undefined && { [REQUEST_ID_HEADER]: requestId }),
  };
}
