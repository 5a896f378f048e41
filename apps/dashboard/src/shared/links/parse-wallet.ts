import { checksumAddress } from "@agent-registry/protocol/checksum-address";

type ParsedWallet = { ok: true; wallet: string } | { ok: false; problem: string };

const HEX = /^[0-9a-fA-F]*$/;

/** Checks a typed wallet as the API will, and explains what is wrong before anything is sent. */
export function parseWallet(input: string): ParsedWallet {
  // 0X means the same; the API wants 0x.
  const value = input.trim().replace(/^0X/, "0x");
  if (value === "") return { ok: false, problem: "Enter a wallet address." };
  if (!/^0x/.test(value)) return { ok: false, problem: "A wallet address starts with 0x." };
  const digits = value.slice(2);
  if (!HEX.test(digits))
    return { ok: false, problem: "After 0x, only the digits 0–9 and the letters a–f may follow." };
  if (digits.length !== 40)
    return {
      ok: false,
      problem: `A wallet address has 40 characters after 0x; this one has ${digits.length}.`,
    };
  const wallet = checksumAddress(value);
  if (value === wallet || digits === digits.toLowerCase()) return { ok: true, wallet };
  if (digits === digits.toUpperCase())
    return {
      ok: false,
      problem: "In capitals alone an address has no valid checksum. Write it all in lower case.",
    };
  return {
    ok: false,
    problem:
      "The checksum (the mix of upper and lower case) does not fit, so a character may be mistyped. Copy the address again, or write it all in lower case.",
  };
}
