import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { isIPv6, type LookupFunction } from "node:net";
import { readBody } from "../read-body.ts";
import { DomainFault } from "./domain-fault.ts";
import type { Network } from "./network.ts";

const MAX_BYTES = 64 * 1024;
const MAX_REDIRECTS = 2;
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

type FileRequest = {
  host: string;
  path: string;
  /** Checked: no other address is connected to. */
  addresses: readonly string[];
  network: Network;
  userAgent: string;
  signal: AbortSignal;
};

/** The text of a JSON file on a stranger's server, which may lead to another place on the same server. */
export async function requestFile(input: FileRequest): Promise<string> {
  let { path } = input;
  for (let redirects = 0; ; redirects += 1) {
    const response = await requestOnce({ ...input, path });
    try {
      if (!isRedirect(response)) return await readJson(response);
      if (redirects === MAX_REDIRECTS) throw new DomainFault("redirected");
      path = findPathOnHost({ response, host: input.host, path });
    } finally {
      response.destroy();
    }
  }
}

function requestOnce({ host, path, addresses, network, userAgent, signal }: FileRequest) {
  const known = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  // The name is not resolved again: another answer could lead to another server than the one that was checked.
  const lookup: LookupFunction = (_host, options, done) =>
    options.all === true ? done(null, known) : done(null, known[0]?.address ?? "", known[0]?.family);
  return new Promise<IncomingMessage>((resolve, reject) => {
    request({
      host,
      servername: host,
      port: network.port,
      path,
      lookup,
      signal,
      // Not the shared one, which may keep connections or use a proxy.
      agent: false,
      // Whatever the environment says.
      rejectUnauthorized: true,
      ...(network.ca === undefined ? {} : { ca: network.ca }),
      headers: { Accept: "application/json", "Accept-Encoding": "identity", "User-Agent": userAgent },
    })
      .on("response", resolve)
      .on("error", reject)
      .end();
  });
}

function isRedirect({ statusCode = 0, headers }: IncomingMessage): boolean {
  return statusCode >= 300 && statusCode < 400 && headers.location !== undefined;
}

function findPathOnHost(input: { response: IncomingMessage; host: string; path: string }): string {
  const { response, host, path } = input;
  const base = `https://${host}${path}`;
  const location = response.headers.location ?? "";
  const url = URL.canParse(location, base) ? new URL(location, base) : undefined;
  // An origin has no user, and a port only if it is not 443.
  if (url?.origin !== `https://${host}` || url.username !== "" || url.password !== "")
    throw new DomainFault("redirected");
  return `${url.pathname}${url.search}`;
}

async function readJson(response: IncomingMessage): Promise<string> {
  if (response.statusCode !== 200) throw new DomainFault("no-file");
  if (!JSON_TYPE.test(response.headers["content-type"] ?? "")) throw new DomainFault("not-json");
  if (Number(response.headers["content-length"]) > MAX_BYTES) throw new DomainFault("too-large");
  const body = await readBody({ chunks: response, maxBytes: MAX_BYTES });
  if (body === undefined) throw new DomainFault("too-large");
  return Buffer.from(body).toString("utf8");
}
