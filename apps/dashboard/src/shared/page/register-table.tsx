"use client";

import type { ReactNode } from "react";
import { SortIcon } from "../icons.tsx";
import { StateLink, type UrlChanges } from "../url-state/url-state.tsx";
import { Skeleton } from "./skeleton.tsx";

export type RegisterColumn<T> = {
  header: string;
  /** What the list can be sorted by in this column. */
  sort?: string;
  /** Width on a wide screen; place in the entry on a phone, where each row becomes an entry of a list. */
  className: string;
  /** Width of the grey shape while loading. */
  skeleton: string;
  cell(row: T): ReactNode;
};
export type Sorting = {
  sort: string;
  order: "asc" | "desc";
  /** What the address says once a column is chosen. */
  toChanges(column: string): UrlChanges;
};

type RegisterTableProps<T> = {
  caption: string;
  columns: readonly RegisterColumn<T>[];
  /** Undefined while loading. */
  rows: readonly T[] | undefined;
  /** How many grey rows stand in for them. */
  placeholders: number;
  getRowId(row: T, index: number): string;
  sorting?: Sorting;
  /** Draws the rows instead, as the virtual list of thousands does. */
  renderRows?(rows: { count: number; render(index: number): ReactNode }): ReactNode;
};

/** A table with hairlines; on a phone, a list of entries. */
export function RegisterTable<T>(props: RegisterTableProps<T>) {
  const { caption, columns, rows, placeholders, getRowId, sorting, renderRows } = props;
  const toRow = (row: T, index: number) => (
    <TableRow
      key={getRowId(row, index)}
      columns={columns}
      index={renderRows === undefined ? null : index}
      show={({ cell }) => cell(row)}
    />
  );
  const renderAt = (index: number) => {
    const row = rows?.[index];
    return row === undefined ? null : toRow(row, index);
  };
  return (
    <table
      className="w-full table-fixed border-collapse text-left text-sm max-md:block"
      aria-busy={rows === undefined}
      {...(renderRows === undefined ? {} : { "aria-rowcount": (rows?.length ?? 0) + 1 })}
    >
      <caption className="sr-only">{caption}</caption>
      <thead className="max-md:sr-only">
        <tr className="border-b border-line text-xs text-muted">
          {columns.map(({ header, sort, className }) => {
            const sorted = sorting !== undefined && sort !== undefined ? { column: sort, sorting } : null;
            return (
              <th
                key={header}
                scope="col"
                aria-sort={sorted === null ? undefined : toAriaSort(sorted)}
                className={`pr-4 pb-2.5 font-normal last:pr-0 ${className}`}
              >
                {sorted === null ? header : <SortLink {...sorted}>{header}</SortLink>}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows === undefined
          ? Array.from({ length: placeholders }, (_, index) => `placeholder-${index}`).map((key) => (
              <TableRow key={key} columns={columns} index={null} show={toPlaceholder} />
            ))
          : (renderRows?.({ count: rows.length, render: renderAt }) ?? rows.map(toRow))}
      </tbody>
    </table>
  );
}

const ROW =
  "h-12 border-b border-line last:border-b-0 max-md:grid max-md:h-auto max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-4 max-md:gap-y-1 max-md:py-3";
const CELL = "overflow-hidden pr-4 align-middle last:pr-0 max-md:overflow-visible max-md:pr-0";

type TableRowProps<T> = {
  columns: readonly RegisterColumn<T>[];
  /** Its place, if not all rows are drawn. */
  index: number | null;
  show(column: RegisterColumn<T>): ReactNode;
};

function TableRow<T>({ columns, index, show }: TableRowProps<T>) {
  return (
    // The header is row one.
    <tr className={ROW} {...(index === null ? {} : { "aria-rowindex": index + 2, "data-index": index })}>
      {columns.map((column) => (
        <td key={column.header} className={`${CELL} ${column.className}`}>
          {show(column)}
        </td>
      ))}
    </tr>
  );
}

function toPlaceholder({ skeleton }: { skeleton: string }) {
  return (
    <span className="block h-6">
      <Skeleton className={skeleton} />
    </span>
  );
}

type Sorted = { column: string; sorting: Sorting };

function SortLink({ column, sorting, children }: Sorted & { children: ReactNode }) {
  return (
    <StateLink
      changes={sorting.toChanges(column)}
      className={`-mx-1 inline-flex items-center gap-1 rounded px-1 hover:text-ink ${sorting.sort === column ? "text-ink" : ""}`}
    >
      {children}
      <SortIcon direction={sorting.sort === column ? sorting.order : null} />
    </StateLink>
  );
}

function toAriaSort({ column, sorting }: Sorted) {
  if (sorting.sort !== column) return "none";
  return sorting.order === "asc" ? "ascending" : "descending";
}
