import type { AgentRegistry } from "@agent-registry/sdk";
import { askToProceed } from "./terminal/ask-to-proceed.ts";
import { toErrorLine } from "./terminal/errors.ts";
import { sanitize } from "./terminal/render.ts";

/** What agents are paid in besides the currencies of states. */
const TOKENS = ["BTC", "DAI", "ETH", "EURC", "USDC", "USDT", "WETH"];
const USUAL = new Set([...Intl.supportedValuesOf("currency"), ...TOKENS]);

type Reader = Pick<AgentRegistry, "getRevenueTotals">;

/**
 * A currency is free text, and a report cannot be taken back. So a spelling that is neither a usual code nor one that an
 * agent has reported in needs a second look.
 */
export async function confirmCurrency(input: {
  registry: Reader;
  currency: string;
  yes: boolean | undefined;
}): Promise<void> {
  const { registry, currency, yes } = input;
  if (yes || USUAL.has(currency)) return;
  const doubt = await findDoubt({ registry, currency });
  if (doubt !== undefined)
    await askToProceed({ question: `${doubt} A report cannot be taken back.`, yes: false });
}

async function findDoubt({ registry, currency }: { registry: Reader; currency: string }) {
  const unusual = `"${sanitize(currency)}" is no usual code of a currency, such as EUR, USDC or ETH`;
  try {
    const { totalReports } = await registry.getRevenueTotals({ currency });
    return totalReports > 0 ? undefined : `${unusual}, and no agent has reported in it.`;
  } catch (error) {
    return `${unusual}, and whether an agent has reported in it is not known: ${toErrorLine(error)}`;
  }
}
