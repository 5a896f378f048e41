import { maskUrls } from "@agent-registry/protocol";
import { decodeUrlPart } from "@agent-registry/service";

/** Shorter parts of a path are versions and names of networks: hiding them would garble every text. */
const SHORTEST_KEY = 16;

/** For texts from a node: some quote the URL or the key of the request. */
export function createHideSecrets(rpcUrl: string): (text: string) => string {
  const { username, password, pathname, searchParams } = new URL(rpcUrl);
  const keys = pathname.split("/").filter((part) => part.length >= SHORTEST_KEY);
  const secrets = [username, password, ...searchParams.values(), ...keys]
    .flatMap((secret) => [secret, decodeUrlPart(secret)])
    .filter((secret) => secret !== "");
  return (text) => secrets.reduce((hidden, secret) => hidden.replaceAll(secret, "***"), maskUrls(text));
}
