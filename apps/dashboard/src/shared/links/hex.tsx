"use client";

import { shortenHex } from "../text/words.ts";
import { CopyButton } from "./copy-button.tsx";
import { PageLink } from "./page-link.tsx";
import { toPathOf } from "./paths.ts";

type HexProps = {
  value: string;
  /** What it is, for the copy button's name. */
  label: string;
  /** Shown whole if there is room for it. */
  whole?: boolean;
  copy?: boolean;
  /** As what it leads to a page; the copy button stands beside the link. */
  of?: keyof typeof toPathOf | undefined;
};

/**
 * The whole value, laid over the page while the copy button has the focus: above the value on a wide screen,
 * along the lower edge on a small one. (`:has()` would make a long list scroll unevenly.)
 */
const FULL_ON_FOCUS = [
  "focus-within:after:pointer-events-none focus-within:after:z-20 focus-within:after:rounded-md focus-within:after:border focus-within:after:border-line focus-within:after:bg-surface focus-within:after:px-2 focus-within:after:py-1 focus-within:after:content-[attr(title)]",
  "lg:focus-within:after:absolute lg:focus-within:after:bottom-full lg:focus-within:after:left-0 lg:focus-within:after:mb-1",
  "max-lg:focus-within:after:fixed max-lg:focus-within:after:inset-x-4 max-lg:focus-within:after:bottom-4 max-lg:focus-within:after:[overflow-wrap:anywhere] max-lg:focus-within:after:whitespace-normal",
  "print:focus-within:after:hidden",
].join(" ");

/** An address or hash: shortened for the eye, whole for assistive technology, on focus and on paper. */
export function Hex({ value, label, whole = false, copy = true, of }: HexProps) {
  const text = (
    <>
      <span aria-hidden className={`print:hidden ${whole ? "sm:hidden" : ""}`}>
        {shortenHex(value)}
      </span>
      <span
        className={`${whole ? "max-sm:sr-only" : "sr-only"} print:not-sr-only print:[overflow-wrap:anywhere] print:whitespace-normal`}
      >
        {value}
      </span>
    </>
  );
  return (
    <span
      title={value}
      className={`relative inline-flex items-center gap-1 font-mono text-[0.8125rem] whitespace-nowrap ${whole ? "" : FULL_ON_FOCUS}`}
    >
      {of === undefined ? (
        text
      ) : (
        <PageLink href={toPathOf[of](value)} className="link">
          {text}
        </PageLink>
      )}
      {copy ? <CopyButton text={value} label={label} /> : null}
    </span>
  );
}
