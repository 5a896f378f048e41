"use client";

import type { RowData } from "@tanstack/react-table";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, useState } from "react";
import { type RegisterRow, TableRow } from "../../shared/register-table.tsx";

const ROW_PX = 48;
const PHONE_ROW_PX = 77;
const PHONE = "(max-width: 47.99rem)";

/** So many are drawn at once without effort; the whole list can then be searched and printed. */
const PLAIN_ROWS = 200;

type Props<T extends RowData> = { rows: RegisterRow<T>[]; columnCount: number };

/** Few rows are all drawn; of many, only those in sight. */
export function VirtualRows<T extends RowData>(props: Props<T>) {
  if (props.rows.length > PLAIN_ROWS) return <RowsInSight {...props} />;
  return props.rows.map((row, index) => <TableRow key={row.id} row={row} index={index} />);
}

/** Empty rows before and after keep the page as long as all of them. */
function RowsInSight<T extends RowData>({ rows, columnCount }: Props<T>) {
  const top = useRef<HTMLTableRowElement>(null);
  const [offset, setOffset] = useState(0);
  const [rowPx, setRowPx] = useState(ROW_PX);

  useLayoutEffect(() => {
    const measure = () => {
      setOffset((top.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
      setRowPx(window.matchMedia(PHONE).matches ? PHONE_ROW_PX : ROW_PX);
    };
    measure();
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }, []);

  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowPx,
    scrollMargin: offset,
    overscan: 6,
  });
  useLayoutEffect(() => {
    if (rowPx > 0) virtualizer.measure();
  }, [virtualizer, rowPx]);

  const items = virtualizer.getVirtualItems();
  const before = (items[0]?.start ?? offset) - offset;
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? offset) - offset);
  return (
    <>
      <tr ref={top} aria-hidden className="max-md:block">
        <td colSpan={columnCount} className="block p-0" style={{ height: before }} />
      </tr>
      {items.map(({ index }) => {
        const row = rows[index];
        return row === undefined ? null : <TableRow key={row.id} row={row} index={index} />;
      })}
      <tr aria-hidden className="max-md:block">
        <td colSpan={columnCount} className="block p-0" style={{ height: Math.max(0, after) }} />
      </tr>
    </>
  );
}
