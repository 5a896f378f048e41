import { readFileSync } from "node:fs";
import { findMoment } from "@agent-registry/protocol";
import { InvalidArgumentError } from "commander";

export function parseId(value: string): number {
  if (/^[1-9]\d{0,14}$/.test(value)) return Number(value);
  throw new InvalidArgumentError("An agent's id is a whole number from 1 on.");
}

export function parseCount(value: string): number {
  if (/^\d{1,9}$/.test(value) && Number(value) > 0) return Number(value);
  throw new InvalidArgumentError("It must be a whole number from 1 on.");
}

export function parseSeconds(value: string): number {
  if (/^\d{1,7}(\.\d)?$/.test(value) && Number(value) > 0) return Number(value);
  throw new InvalidArgumentError("It must be a number of seconds from 0.1 on, such as 3600.");
}

/** A decimal amount as hundredths: `12.50` is 1250. */
export function parseDecimalAmount(value: string): number {
  const match = /^(\d{1,14})(?:\.(\d{1,2}))?$/.exec(value);
  if (!match)
    throw new InvalidArgumentError("It must be a decimal number with at most two places, such as 12.50.");
  const cents = Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  if (Number.isSafeInteger(cents)) return cents;
  throw new InvalidArgumentError("It is too large: split it over several reports.");
}

/** A day or a time; without a zone it is UTC. */
export function parseMoment(value: string): Date {
  const moment = findMoment(value);
  if (moment !== undefined) return moment;
  throw new InvalidArgumentError(
    "It must be a day such as 2026-03-31, or a time such as 2026-03-31T18:00:00Z.",
  );
}

export function parseBlockNumber(value: string): number {
  if (/^\d{1,15}$/.test(value)) return Number(value);
  throw new InvalidArgumentError("A block's number is a whole number from 0 on.");
}

export function parseTextFile(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new InvalidArgumentError(`The file cannot be read (${(error as { code?: string }).code}).`);
  }
}

/** For options that may be repeated, and hold several names with commas. */
export function collectNames(value: string, names: string[] = []): string[] {
  const added = value.split(",").map((name) => name.trim());
  if (added.some((name) => name === "")) throw new InvalidArgumentError("A name is empty.");
  return [...names, ...added];
}

/** For what is filed for good. */
export function parseText(value: string): string {
  if (value.trim() !== "") return value;
  throw new InvalidArgumentError("It says nothing, and would stay so in the register for good.");
}
