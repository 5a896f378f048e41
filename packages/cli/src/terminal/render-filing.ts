import { type FilingValue, toFilingText } from "@agent-registry/protocol/filing-text";
import type { Filing } from "@agent-registry/sdk";
import { renderAmount, renderHash, sanitize } from "./render.ts";

const MAX_REASON_LENGTH = 80;

/** A filing in one line: when, whose, what, by whom. With --json the filing is printed whole. */
export function renderFiling(filing: Filing & { agentId: number }): string {
  const time = filing.timestamp.slice(0, 16).replace("T", " ");
  const text = toFilingText(filing).map(renderPiece).join("");
  const what = text.charAt(0).toLowerCase() + text.slice(1);
  return sanitize(`${time}  ${toSubject(filing)}  ${what}${toActor(filing)}`);
}

function toSubject(filing: Filing & { agentId: number }): string {
  if ("person" in filing) return `person ${filing.person}`;
  return filing.agentId === 0 && "notary" in filing ? `notary ${filing.notary}` : `agent ${filing.agentId}`;
}

/** The text of a certificate ends with the notary that gave it. */
function toActor({ kind, actor }: Filing): string {
  return kind === "person-certified" ? "" : `  by ${actor}`;
}

function renderPiece(piece: string | FilingValue): string {
  if (typeof piece === "string") return piece;
  if ("address" in piece) return piece.address;
  if ("hash" in piece) return renderHash(piece.hash);
  if ("amount" in piece) return renderAmount(piece);
  if ("name" in piece) return piece.name;
  if ("quote" in piece) return renderQuote(piece.quote);
  const days = "day" in piece ? [piece.day] : [piece.start, piece.end];
  return days.map((time) => time.slice(0, 10)).join(" to ");
}

/** Quoted, so that no text of a stranger looks like another part of the line. */
function renderQuote(reason: string): string {
  const isLong = reason.length > MAX_REASON_LENGTH;
  return JSON.stringify(isLong ? `${reason.slice(0, MAX_REASON_LENGTH - 1)}…` : reason);
}
