import type { AskedMoment } from "./asked-moment.ts";
import { formatCount } from "./format-number.ts";
import { formatDay, formatExact } from "./format-time.ts";

type Past = Extract<AskedMoment, { kind: "past" }>;

/** "on 1 March 2026", "on 1 March 2026 at 12:30:00 UTC", "at block 123". */
export function toMomentWords({ moment, day }: Past): string {
  if ("block" in moment) return `at block ${formatCount(moment.block)}`;
  return `on ${day === null ? formatExact(moment.time) : formatDay(day)}`;
}

/** The same with what the API adds: a block's time, or the block of the register's last filing by then. */
export function toAnsweredWords(asked: Past, asOf: { timestamp: string; block: number | null }): string {
  const words = toMomentWords(asked);
  if ("block" in asked.moment) return `${words}, ${formatExact(asOf.timestamp)}`;
  return asOf.block === null ? words : `${words}, block ${formatCount(asOf.block)}`;
}

const NOT_YET = /^Not yet: the register is at block (\d+) of (\S+)$/;

/** Why there is no answer to a moment that has not come; null if the API's message is another one. */
export function toNotYetSentence(asked: Past, message: string): string | null {
  const [, block, timestamp] = NOT_YET.exec(message) ?? [];
  if (block === undefined || timestamp === undefined || Number.isNaN(Date.parse(timestamp))) return null;
  const newest = `Its newest block is ${formatCount(Number(block))} of ${formatExact(timestamp)}.`;
  if ("block" in asked.moment)
    return `The register has not come to block ${formatCount(asked.moment.block)} yet. ${newest}`;
  if (asked.day !== null && timestamp.startsWith(asked.day))
    return `${formatDay(asked.day)} is not over yet. The register tells how an entry stood at the end of a day. ${newest}`;
  const moment = asked.day === null ? formatExact(asked.moment.time) : formatDay(asked.day);
  return `The register has not come to ${moment} yet. ${newest}`;
}
