import { domainToASCII } from "node:url";

const MAX_LENGTH = 253;
/** Nothing that ends a host in an address or stands before it: no `@`, `:`, `/`, `%`, no invisible signs. */
const WRITTEN = /^[\p{L}\p{M}\p{N}.-]{1,253}$/u;
const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
/** The last label begins with a letter, as those of all top-level domains do: `127.1` and `0x7f.1` are addresses. */
const HOST_NAME = new RegExp(`^(?:${LABEL}\\.)+(?!\\d)${LABEL}$`);

/**
 * A host name as certificates and DNS write it, in ASCII and lower case; undefined for everything that is not one:
 * addresses of machines, names without a dot, ports, paths, users.
 */
export function findDomain(text: string): string | undefined {
  if (!WRITTEN.test(text)) return undefined;
  const name = domainToASCII(text.endsWith(".") ? text.slice(0, -1) : text);
  return name.length <= MAX_LENGTH && HOST_NAME.test(name) ? name : undefined;
}

/** Up to where an address's host part ends, or where a sentence goes on. */
const FIRST_ADDRESS = /(?<![\p{L}\p{N}])https:\/\/([^\s/?#\\"'`<>()[\]{},;|“”„‘’‚«»]*)/iu;

/**
 * The domain that an agent says it belongs to: the host of the first `https://` address in its scope. It is the agent's
 * word alone until the domain says so, too. Null if that address has a user, another port or no host name.
 */
export function findClaimedDomain(operationalScope: string): string | null {
  const host = FIRST_ADDRESS.exec(operationalScope)?.[1];
  if (host === undefined) return null;
  // What ends a sentence is not part of the address.
  return findDomain(host.replace(/[.:!…]+$/u, "").replace(/:443$/, "")) ?? null;
}
