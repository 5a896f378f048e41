import { type AgentRegistry, toChainError } from "@agent-registry/sdk";
import type { Command } from "commander";
import { getBlock } from "viem/actions";
import { parseDecimalAmount, parseId, parseMoment, parseText } from "../arguments/parse-arguments.ts";
import { getOwnAgentId } from "../session/get-own-agent-id.ts";
import type { CommandContext } from "../session/open-session.ts";
import { askToProceed } from "../terminal/ask.ts";
import { toErrorLine } from "../terminal/errors.ts";
import { renderAmount, sanitize } from "../terminal/render.ts";

type Options = { amount: number; currency: string; category: string; from: Date; to?: Date; yes?: boolean };

export function addRevenueCommand({ program, open }: CommandContext): void {
  program
    .command("revenue")
    .description("report the revenue of a period")
    .argument("[agentId]", "the key's own agent unless named", parseId)
    .requiredOption("--amount <amount>", "such as 12.50", parseDecimalAmount)
    .requiredOption("--currency <name>", "such as EUR, USDC, ETH", parseText)
    .requiredOption("--category <name>", "such as research, service_fees, data_sales", parseText)
    .requiredOption("--from <day>", "start of the period: 2026-03-01, or a time", parseMoment)
    .option(
      "--to <day>",
      "end of the period, itself outside: 2026-04-01, or a time; now unless given",
      parseMoment,
    )
    .option("--yes", "do not ask about a currency that the register has not seen yet")
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry revenue --amount 12.50 --currency EUR --category research --from 2026-03-01 --to 2026-04-01
  $ agent-registry revenue 7 --amount 0 --currency USDC --category general --from 2026-03-01

A report cannot be changed or taken back. Reporting zero is allowed. A currency that is neither a usual code
nor one that an agent has reported in before is asked about at a terminal, and needs --yes elsewhere.`,
    )
    .action(async (named: number | undefined, options: Options, command: Command) => {
      const { console, writer } = open(command);
      const { registry, key } = await writer("agent");
      const agentId = await getOwnAgentId({ registry, key, agentId: named });
      const { amount, currency, category, from: periodStart } = options;
      await confirmCurrency({ registry, currency, yes: options.yes });
      const periodEnd = options.to ?? (await getChainTime(registry));
      const report = { agentId, amount, currency, category, periodStart, periodEnd };
      const result = await registry.reportRevenue(report);
      console.printWrite(result, {
        json: report,
        news: `Agent ${agentId} reported ${renderAmount({ amount, currency })} (${category}).`,
        fields: { from: periodStart.toISOString(), to: periodEnd.toISOString() },
      });
    });
}

/** The contract goes by the chain's clock, which may be a little behind this machine's. */
async function getChainTime({ client }: AgentRegistry): Promise<Date> {
  const { timestamp } = await getBlock(client.reader).catch((error) => {
    throw toChainError(error);
  });
  return new Date(Number(timestamp) * 1000);
}

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
