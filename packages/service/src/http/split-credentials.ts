/** An address without user and password, and the header that says them: HTTP clients take no address that holds them. */
export function splitCredentials(url: string): { address: URL; authorization: string | undefined } {
  const address = new URL(url);
  const [user, password] = [address.username, address.password].map(decodeUrlPart);
  address.username = "";
  address.password = "";
  if (!user && !password) return { address, authorization: undefined };
  return { address, authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` };
}

/** Unchanged if it is no valid encoding: people write such URLs by hand. */
export function decodeUrlPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
