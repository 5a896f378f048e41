"use client";

import { useCurrencyDescriber } from "./currency-list.tsx";

/**
 * Untrusted text: isolated, with invisible characters written out, and cut off if it is long. If it is not what it
 * looks like, a word beside it says so.
 */
export function Currency({ code }: { code: string }) {
  const { text, mark, why } = useCurrencyDescriber()(code);
  const name = (
    <bdi
      className="inline-block max-w-[min(12em,100%)] overflow-hidden align-bottom text-ellipsis whitespace-nowrap"
      title={text}
    >
      {text}
    </bdi>
  );
  if (mark === "") return name;
  return (
    <span className="inline-block max-w-full align-bottom">
      {name}{" "}
      <span
        title={why}
        data-mark={mark}
        className="inline-block rounded-md bg-yellow-soft px-1.5 font-sans text-xs tracking-normal whitespace-nowrap text-yellow"
      >
        {mark}
        <span className="sr-only">
          : <bdi>{why}</bdi>
        </span>
      </span>
    </span>
  );
}
