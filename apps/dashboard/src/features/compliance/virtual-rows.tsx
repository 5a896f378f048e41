"use client";

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { useIsRunning } from "../../shared/page/use-browser-state.ts";

/** The estimate until the first row is drawn and can be measured. */
const ROW_PX = 48;

/** Up to this many are all drawn, so that the whole list can be searched and printed. */
export const PLAIN_ROWS = 200;

type Props = {
  /** How many rows there are, and what draws each. */
  count: number;
  render(index: number): ReactNode;
  columnCount: number;
};

/** Draws all rows of a short list, and only those in sight of a long one; its first ones before the page runs. */
export function VirtualRows(props: Props) {
  const { count, render } = props;
  const isRunning = useIsRunning();
  if (isRunning && count > PLAIN_ROWS) return <RowsInSight {...props} />;
  return Array.from({ length: Math.min(count, PLAIN_ROWS) }, (_, index) => render(index));
}

/** Empty rows before and after keep the page as long as the whole list. */
function RowsInSight({ count, render, columnCount }: Props) {
  const top = useRef<HTMLTableRowElement>(null);
  const [offset, setOffset] = useState(0);
  const [rowPx, setRowPx] = useState(ROW_PX);

  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowPx,
    scrollMargin: offset,
    overscan: 6,
  });
  useLayoutEffect(() => {
    if (rowPx > 0) virtualizer.measure();
  }, [virtualizer, rowPx]);

  const items = virtualizer.getVirtualItems();
  const isDrawn = items.length > 0;
  useLayoutEffect(() => {
    const measure = () => {
      setOffset((top.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
      // All rows are alike; how high they are depends on the screen and on the reader's font.
      const row = isDrawn ? top.current?.nextElementSibling : null;
      setRowPx(row?.getBoundingClientRect().height || ROW_PX);
    };
    measure();
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }, [isDrawn]);

  const before = (items[0]?.start ?? offset) - offset;
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? offset) - offset);
  return (
    <>
      <tr ref={top} aria-hidden className="max-md:block">
        <td colSpan={columnCount} className="block p-0" style={{ height: before }} />
      </tr>
      {items.map(({ index }) => render(index))}
      <tr aria-hidden className="max-md:block">
        <td colSpan={columnCount} className="block p-0" style={{ height: Math.max(0, after) }} />
      </tr>
    </>
  );
}
