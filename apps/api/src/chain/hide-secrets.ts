import { maskUrls } from "@agent-registry/protocol";

/** Shorter parts of a path are versions and names of networks, and would be found everywhere. */
const SHORTEST_KEY = 16;

/** For texts from a node: some quote the address or the key that they were asked with. */
export function createHideSecrets(rpcUrl: string): (text: string) => string {
  const { username, password, pathname, searchParams } = new URL(rpcUrl);
  const keys = pathname.split("/").filter((part) => part.length >= SHORTEST_KEY);
  const secrets = [username, password, ...searchParams.values(), ...keys]
    .flatMap((secret) => [secret, decode(secret)])
    .filter((secret) => secret !== "");
  return (text) => secrets.reduce((hidden, secret) => hidden.replaceAll(secret, "***"), maskUrls(text));
}

/** As it stands where it is no encoding: addresses are written by people. */
export function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
