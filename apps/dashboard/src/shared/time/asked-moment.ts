import { findMoment } from "@agent-registry/protocol/moment";
import type { Moment } from "../../api/resources.ts";
import { formatCount } from "../text/format-number.ts";
import { formatDay, formatExact } from "./format-time.ts";

/** The moment that a page's address asks for: the present, one of the past, or none that there is. */
export type AskedMoment =
  | { kind: "now" }
  | { kind: "past"; moment: Moment /** The whole day, up to its end. */; day: string | null }
  | { kind: "broken"; problem: string };

/** One moment of the past. */
export type PastMoment = Extract<AskedMoment, { kind: "past" }>;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DATE_PROBLEM =
  "This is not a day. Write it as year, month and day, such as 2026-03-01, or as a time such as 2026-03-01T12:00:00Z.";

/** `?at=` takes a day, which means its end in UTC, or a time by ISO 8601; `?block=` takes the number of a block. */
export function parseAskedMoment(params: Pick<URLSearchParams, "get">): AskedMoment {
  const at = params.get("at")?.trim() ?? "";
  const block = params.get("block")?.trim() ?? "";
  if (at === "" && block === "") return { kind: "now" };
  if (at !== "" && block !== "")
    return { kind: "broken", problem: "Ask for a day or for a block, not for both." };
  if (block !== "") {
    if (!/^\d{1,15}$/.test(block)) return { kind: "broken", problem: "This is not the number of a block." };
    return { kind: "past", moment: { block: Number(block) }, day: null };
  }
  // In an address a plus stands for a space.
  const moment = findMoment(at.replace(" ", "+"));
  if (moment === undefined) return { kind: "broken", problem: DATE_PROBLEM };
  if (moment.getTime() < 0) return { kind: "broken", problem: "There was no register before 1970." };
  if (DAY.test(at)) return { kind: "past", moment: { time: `${at}T23:59:59Z` }, day: at };
  return { kind: "past", moment: { time: moment.toISOString() }, day: null };
}

/** The query of a page's address that asks for this moment; the same for all who ask for it. */
export function toMomentQuery({ moment, day }: PastMoment): string {
  if ("block" in moment) return `block=${moment.block}`;
  return new URLSearchParams({ at: day ?? moment.time }).toString();
}

/** "on 1 March 2026", "on 1 March 2026 at 12:30:00 UTC", "at block 123". */
export function toMomentWords({ moment, day }: PastMoment): string {
  if ("block" in moment) return `at block ${formatCount(moment.block)}`;
  return `on ${day === null ? formatExact(moment.time) : formatDay(day)}`;
}

/** The same with what the API adds: a block's time, or the block of the register's last filing by then. */
export function toAnsweredWords(
  asked: PastMoment,
  asOf: { timestamp: string; block: number | null },
): string {
  const words = toMomentWords(asked);
  if ("block" in asked.moment) return `${words}, ${formatExact(asOf.timestamp)}`;
  return asOf.block === null ? words : `${words}, block ${formatCount(asOf.block)}`;
}

const NOT_YET = /^Not yet: the register is at block (\d+) of (\S+)$/;

/** Why there is no answer to a moment that has not come; null if the API's message is another one. */
export function toNotYetSentence(asked: PastMoment, message: string): string | null {
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
