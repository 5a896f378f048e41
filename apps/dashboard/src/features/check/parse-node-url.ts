type ParsedUrl = { ok: true; url: string | null } | { ok: false; problem: string };

/** The address of a node that the reader trusts; none is allowed. */
export function parseNodeUrl(input: string): ParsedUrl {
  const value = input.trim();
  if (value === "") return { ok: true, url: null };
  if (!URL.canParse(value)) return { ok: false, problem: "This is not an address: it starts with https://." };
  const { protocol, hostname } = new URL(value);
  const isOwnMachine = ["localhost", "127.0.0.1"].includes(hostname);
  if (protocol !== "https:" && !(protocol === "http:" && isOwnMachine))
    return { ok: false, problem: "A browser asks nodes over https://, or http:// on your own machine." };
  return { ok: true, url: value };
}
