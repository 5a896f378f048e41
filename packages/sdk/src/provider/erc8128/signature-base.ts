import { Fault } from "./fault.ts";

/** The two dialects of ERC-8128: the newest draft's, and that of the library `@slicekit/erc8128`. */
export type SignatureDialect = (typeof SIGNATURE_DIALECTS)[number];
export const SIGNATURE_DIALECTS = ["erc8128", "erc8128-legacy"] as const;

/** The head of a request. Scheme and authority are the service's own, not taken from the request. */
export type RequestHead = {
  method: string;
  scheme: "http" | "https";
  /** In lower case, with the port unless it is the scheme's default. */
  authority: string;
  /** With the query. */
  path: string;
  /** By its name in lower case; repeated fields are combined by ", ". */
  header: (name: string) => string | undefined;
};

/** The text that is signed (RFC 9421, 2.5). */
export function toSignatureBase(input: {
  components: readonly string[];
  signatureParams: string;
  request: RequestHead;
  dialect: SignatureDialect;
}): string {
  const { components, signatureParams, request, dialect } = input;
  const lines = components.map((name) => `"${name}": ${getValue({ name, request, dialect })}`);
  return [...lines, `"@signature-params": ${signatureParams}`].join("\n");
}

const FIELD_NAME = /^[a-z0-9!#$%&'*+.^_`|~-]+$/;
/** A line break in a value would let it pass for several components. */
const PRINTABLE = /^[\x20-\x7e]*$/;

function getValue(input: { name: string; request: RequestHead; dialect: SignatureDialect }): string {
  const value = findValue(input);
  if (value === undefined || !PRINTABLE.test(value)) throw new Fault("signature_input_invalid");
  return value;
}

function findValue({ name, request, dialect }: Parameters<typeof getValue>[0]): string | undefined {
  const { path } = request;
  const queryAt = path.indexOf("?");
  switch (name) {
    case "@method":
      return request.method;
    case "@scheme":
      return request.scheme;
    case "@authority":
      return request.authority;
    case "@path":
      return (queryAt < 0 ? path : path.slice(0, queryAt)) || "/";
    case "@query":
      if (queryAt >= 0) return path.slice(queryAt);
      return dialect === "erc8128" ? "?" : "";
    default:
      return FIELD_NAME.test(name) ? request.header(name)?.trim() : undefined;
  }
}
