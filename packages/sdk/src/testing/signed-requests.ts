import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { AdmissionOptions } from "../provider/create-admission.ts";
import { withCompliantAgent } from "../provider/fetch.ts";
import { craftSignature } from "./craft-signature.ts";
import { longRunningNonceStore } from "./provider-adapters.ts";
import { scriptRegister } from "./scripted-register.ts";

/** The agent that the provider serves. */
export const agent = privateKeyToAccount(generatePrivateKey());
export const NOW = 1_800_000_000;
export const host = "api.example.com";

/** A provider on https that asks a scripted register; its clock stands still unless the test turns it. */
export function setUp(options: Partial<AdmissionOptions> = {}) {
  const { now = () => NOW } = options;
  const decisions: (string | undefined)[] = [];
  const handle = withCompliantAgent(
    {
      registry: scriptRegister({ compliant: [agent.address], now }),
      source: "api",
      hosts: [host],
      nonceStore: longRunningNonceStore(),
      onDecision: ({ proof }) => void decisions.push(proof),
      ...options,
      now,
    },
    () => new Response("served"),
  );
  return { handle, decisions };
}

export type Sent = Partial<{
  url: string;
  method: string;
  body: string | null;
  change: (headers: Record<string, string>) => Record<string, string | undefined>;
}>;
export type Signed = Partial<Parameters<typeof craftSignature>[0]>;

/** A request that is signed as `signed` says, and then changed as `sent` says. */
export async function craft({ sent = {}, ...signed }: Signed & { sent?: Sent } = {}): Promise<Request> {
  const headers = await craftSignature({ signer: agent, host, issuedAt: NOW, ...signed });
  const fields = Object.entries(sent.change?.(headers) ?? headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  );
  const { url = `https://${host}/jobs`, method = "POST", body = "work" } = sent;
  return new Request(url, { method, body, headers: fields });
}

/** The status, the reason, and what is wrong in the words of ERC-8128. */
export async function answerOf(response: Response): Promise<string> {
  if (response.ok) return "served";
  const { reason } = (await response.json()) as { reason: string };
  const [, code = ""] = /error="(\w+)"/.exec(response.headers.get("www-authenticate") ?? "") ?? [];
  return `${response.status} ${reason} ${code}`.trim();
}
