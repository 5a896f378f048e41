/**
 * PostgreSQL cannot store a NUL character in a text, and an agent may put one into its scope. So NUL is
 * stored escaped, on both engines.
 */
const ESCAPE = "\u001b";

export function toStoredText(text: string): string {
  if (!text.includes("\0") && !text.includes(ESCAPE)) return text;
  return text.replaceAll(ESCAPE, `${ESCAPE}1`).replaceAll("\0", `${ESCAPE}0`);
}

export function fromStoredText(stored: string): string {
  if (!stored.includes(ESCAPE)) return stored;
  return stored.replaceAll(`${ESCAPE}0`, "\0").replaceAll(`${ESCAPE}1`, ESCAPE);
}
