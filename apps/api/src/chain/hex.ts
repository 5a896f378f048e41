import { RpcError } from "./rpc-error.ts";

const QUANTITY = /^0x[0-9a-f]{1,14}$/i;
const HASH = /^0x[0-9a-f]{64}$/;

/** A hex quantity that is an exact number. */
export function parseQuantity(value: unknown, what: string): number {
  if (typeof value !== "string" || !QUANTITY.test(value)) throw untrue(what, value);
  const number = Number.parseInt(value, 16);
  if (!Number.isSafeInteger(number)) throw untrue(what, value);
  return number;
}

export function parseHash(value: unknown, what: string): string {
  if (typeof value !== "string") throw untrue(what, value);
  const hash = value.toLowerCase();
  if (!HASH.test(hash)) throw untrue(what, value);
  return hash;
}

export function toQuantity(number: number): string {
  return `0x${number.toString(16)}`;
}

function untrue(what: string, value: unknown): RpcError {
  return new RpcError("untrue", `The node gave ${what} as ${String(value).slice(0, 80)}`);
}
