import { invalidInput } from "../errors/registry-error.ts";

/** Where a service is reached. */
type Origin = {
  scheme: "http" | "https";
  /** In lower case, with the port unless it is the scheme's default. */
  authority: string;
};

/** `api.example.com` is reached by https, `http://127.0.0.1:4000` is not. */
export function parseHost(text: string): Origin {
  const full = text.includes("://") ? text : `https://${text}`;
  const url = URL.canParse(full) ? new URL(full) : undefined;
  const scheme = url?.protocol.slice(0, -1);
  // Nothing but scheme, name and port.
  if (
    url === undefined ||
    (scheme !== "http" && scheme !== "https") ||
    url.href !== `${scheme}://${url.host}/`
  )
    throw invalidInput(
      `A host is a name with its port, such as api.example.com or http://127.0.0.1:4000, not ${text}.`,
    );
  return { scheme, authority: url.host };
}

/** Looks up the origin of a Host header, or undefined if it is not one of ours. */
export function createHostFinder(hosts: readonly string[]): (host: string | undefined) => Origin | undefined {
  const origins = new Map<string, Origin>();
  for (const origin of hosts.map(parseHost)) {
    const { scheme, authority } = origin;
    // The Host header does not show the scheme, and a request that was signed for one must not count for the
    // other.
    if ((origins.get(authority)?.scheme ?? scheme) !== scheme)
      throw invalidInput(`hosts names ${authority} with http and with https: leave one of them out.`);
    origins.set(authority, origin);
  }
  return (host) => {
    const name = host?.toLowerCase() ?? "";
    return origins.get(name) ?? findByDefaultPort({ origins, name });
  };
}

/** Some clients name the default port, which is not part of the authority. */
function findByDefaultPort({
  origins,
  name,
}: {
  origins: Map<string, Origin>;
  name: string;
}): Origin | undefined {
  const [, authority = "", port] = /^(.+):(80|443)$/.exec(name) ?? [];
  const origin = origins.get(authority);
  return origin?.scheme === (port === "443" ? "https" : "http") ? origin : undefined;
}
