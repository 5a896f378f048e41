"use client";

import { toVisibleText } from "@agent-registry/protocol/visible-text";
import { type ReactNode, useEffect, useId, useState } from "react";
import { PrintIcon } from "../../shared/icons.tsx";
import { useRegistry } from "../../shared/links/use-registry.ts";
import { formatCount } from "../../shared/text/format-number.ts";
import { formatExact } from "../../shared/time/format-time.ts";
import { useTicking } from "../../shared/time/use-ticking.ts";
import { readReceipt } from "./receipt.ts";
import type { QrPath } from "./to-qr-path.ts";
import type { Extract, ExtractKind } from "./use-extract.ts";

const TITLES = { current: "Current extract", chronological: "Chronological extract" } as const;

type Props = {
  agentId: number;
  printed: Extract["printed"];
  /** The moment of an entry of the past. */
  asOf?: string;
};

/** The head of the printed page: what it is, as of when, and how to check it. */
export function ExtractNote({ agentId, printed, asOf }: Props) {
  const registry = useRegistry();
  const now = useTicking((nowMs) => formatExact(new Date(nowMs).toISOString()));
  useSheetName(`Agent ${agentId} · Agent Registry${asOf === undefined ? "" : ` · as it stood ${asOf}`}`);
  const { sheet, kind } = printed ?? { sheet: null, kind: null };
  const { block = null, recordHash = null, qr = null } = sheet ?? {};
  return (
    <section
      aria-label="About this extract"
      className="hidden grid-cols-[1fr_auto] items-start gap-x-6 border-y border-ink py-3 text-sm print:grid"
    >
      <div className="min-w-0">
        <p className="font-serif text-lg">
          {kind === null ? "Extract" : TITLES[kind]} of the Agent Registry,{" "}
          {sheet === null ? now : formatExact(sheet.printedAt)}
        </p>
        <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 [overflow-wrap:anywhere]">
          {registry === null ? null : (
            <Line label="Register">
              {registry.name}, contract <Mono>{registry.address}</Mono>
            </Line>
          )}
          {block === null ? null : (
            <Line label="Block">
              {formatCount(block.number)}
              {block.hash === null ? null : (
                <>
                  , hash <Mono>{block.hash}</Mono>
                </>
              )}
            </Line>
          )}
          {recordHash === null ? null : (
            <Line label="Record hash">
              <Mono>{recordHash}</Mono>
            </Line>
          )}
          {sheet === null ? null : (
            <Line label="To check it">
              <Mono>{sheet.address}</Mono>
            </Line>
          )}
        </dl>
        <p className="mt-1">
          {sheet === null
            ? "The register itself is the record; this sheet is a copy."
            : "The register itself is the record; this sheet is a copy. The address shows the entry at this block: compare the record hash, which the contract’s recordHash gives, too."}
        </p>
      </div>
      {qr === null || sheet === null ? null : <QrCode qr={qr} address={sheet.address} />}
    </section>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Mono({ children }: { children: string }) {
  return <span className="font-mono text-[0.75rem]">{children}</span>;
}

/** Black on white in every theme; drawn by strokes and not by backgrounds, which printers leave out. */
function QrCode({ qr: { size, path }, address }: { qr: QrPath; address: string }) {
  return (
    <svg
      role="img"
      aria-label={`Code of the address ${address}`}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-[30mm]"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
}

/** Every printed page carries it in its margin, by the style sheet. */
function useSheetName(name: string): void {
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty("--sheet-name", JSON.stringify(name));
    return () => void style.removeProperty("--sheet-name");
  }, [name]);
}

/** The end of the printed page: the operator's signature under what it says, if the register signs. */
export function ReceiptNote({ agentId, printed }: { agentId: number; printed: Extract["printed"] }) {
  const token = printed?.sheet.receipt ?? null;
  const facts = token === null ? null : readReceipt(token);
  // A wallet that was released may be another agent's today: its receipt is not about this entry.
  if (token === null || facts?.agentId !== agentId) return null;
  return (
    <section aria-labelledby="receipt" className="card hidden p-5 text-sm print:block">
      <h2 id="receipt" className="text-xl">
        Signed receipt …{token.slice(-12)}
      </h2>
      <p className="mt-1">
        <bdi>{toVisibleText(facts.issuer)}</bdi> signed how the wallet stood at block{" "}
        {formatCount(facts.block)}, to decide by until {formatExact(facts.until)} and to prove what was said
        for good. Save the text below as receipt.jwt: agent-registry verify receipt.jwt checks it.
      </p>
      <p className="mt-2 font-mono text-[0.5625rem] leading-[1.35] [overflow-wrap:anywhere]">{token}</p>
    </section>
  );
}

const KINDS: { kind: ExtractKind; title: string; text: string }[] = [
  { kind: "current", title: "Current extract", text: "the entry as it stands" },
  { kind: "chronological", title: "Chronological extract", text: "and everything that was ever filed" },
];

/** Asks which extract is wanted, and prints it. */
export function ExtractMenu({ extract }: { extract: Extract }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    // Closes when the focus leaves it, and with Escape.
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it are what the reader acts on
    <div
      className="relative print:hidden"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setIsOpen(false);
      }}
      onKeyDown={({ key }) => {
        if (key === "Escape") setIsOpen(false);
      }}
    >
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-busy={extract.isPreparing}
        onClick={() => setIsOpen(!isOpen)}
        className="inline-flex items-center gap-1.5 rounded-lg border border-line px-3 py-1 text-sm hover:bg-soft aria-busy:opacity-60"
      >
        <PrintIcon /> Extract
      </button>
      <div
        id={id}
        hidden={!isOpen}
        className="card absolute right-0 z-20 mt-1 w-72 p-1 text-sm max-sm:fixed max-sm:inset-x-4 max-sm:w-auto"
      >
        {KINDS.map(({ kind, title, text }) => (
          <button
            key={kind}
            type="button"
            onClick={() => {
              setIsOpen(false);
              extract.print(kind);
            }}
            className="block w-full rounded-lg px-3 py-1.5 text-left hover:bg-soft"
          >
            {title}
            <span className="block text-xs text-muted">{text}</span>
          </button>
        ))}
      </div>
    </div>
  );
}
