"use client";

import {
  type ColumnDef,
  createColumnHelper,
  metaHelper,
  type Row,
  type RowData,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import type { ReactNode } from "react";
import { SortIcon } from "../icons.tsx";
import { StateLink, type UrlChanges } from "../url-state/url-state.tsx";
import { Skeleton } from "./skeleton.tsx";

type ColumnMeta = {
  /** Width on a wide screen; place in the entry on a phone, where each row becomes an entry of a list. */
  className: string;
  /** Width of the grey shape while loading. */
  skeleton?: string;
};

const features = tableFeatures({ columnMeta: metaHelper<ColumnMeta>() });
type Features = typeof features;

export type RegisterColumn<T extends RowData> = ColumnDef<Features, T, unknown>;
export type RegisterRow<T extends RowData> = Row<Features, T>;
export type Sorting = {
  sort: string;
  order: "asc" | "desc";
  sortable: readonly string[];
  /** What the address says once a column is chosen. */
  toChanges(column: string): UrlChanges;
};

export function registerColumns<T extends RowData>() {
  return createColumnHelper<Features, T>();
}

type RegisterTableProps<T extends RowData> = {
  caption: string;
  columns: RegisterColumn<T>[];
  /** Undefined while loading. */
  rows: T[] | undefined;
  /** How many grey rows stand in for them. */
  placeholders: number;
  getRowId(row: T, index: number): string;
  sorting?: Sorting;
  /** Draws the rows instead, as the virtual list of thousands does. */
  renderRows?(rows: RegisterRow<T>[]): ReactNode;
};

const NO_ROWS: never[] = [];

/** A table with hairlines; on a phone, a list of entries. */
export function RegisterTable<T extends RowData>(props: RegisterTableProps<T>) {
  const { caption, columns, rows, placeholders, getRowId, sorting, renderRows } = props;
  const table = useTable({ features, columns, data: rows ?? NO_ROWS, getRowId });
  const model = table.getRowModel().rows;
  return (
    <table
      className="w-full table-fixed border-collapse text-left text-sm max-md:block"
      aria-busy={rows === undefined}
      {...(renderRows === undefined ? {} : { "aria-rowcount": model.length + 1 })}
    >
      <caption className="sr-only">{caption}</caption>
      <thead className="max-md:sr-only">
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id} className="border-b border-line text-xs text-muted">
            {group.headers.map((header) => (
              <th
                key={header.id}
                scope="col"
                aria-sort={toAriaSort({ column: header.column.id, sorting })}
                className={`pr-4 pb-2.5 font-normal last:pr-0 ${header.column.columnDef.meta?.className ?? ""}`}
              >
                {sorting?.sortable.includes(header.column.id) ? (
                  <SortLink column={header.column.id} sorting={sorting}>
                    <table.FlexRender header={header} />
                  </SortLink>
                ) : (
                  <table.FlexRender header={header} />
                )}
              </th>
            ))}
          </tr>
        ))}
      </thead>
      <tbody className="max-md:block">
        {rows === undefined
          ? Array.from({ length: placeholders }, (_, index) => `placeholder-${index}`).map((key) => (
              <PlaceholderRow key={key} columns={columns} />
            ))
          : (renderRows?.(model) ?? model.map((row) => <TableRow key={row.id} row={row} />))}
      </tbody>
    </table>
  );
}

const ROW =
  "h-12 border-b border-line last:border-b-0 max-md:grid max-md:h-auto max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-4 max-md:gap-y-1 max-md:py-3";
const CELL = "overflow-hidden pr-4 align-middle last:pr-0 max-md:overflow-visible max-md:pr-0";

export function TableRow<T extends RowData>({ row, index }: { row: RegisterRow<T>; index?: number }) {
  return (
    // The header is row one.
    <tr className={ROW} {...(index === undefined ? {} : { "aria-rowindex": index + 2, "data-index": index })}>
      {row.getAllCells().map((cell) => (
        <td key={cell.id} className={`${CELL} ${cell.column.columnDef.meta?.className ?? ""}`}>
          {typeof cell.column.columnDef.cell === "function"
            ? cell.column.columnDef.cell(cell.getContext())
            : null}
        </td>
      ))}
    </tr>
  );
}

function PlaceholderRow<T extends RowData>({ columns }: { columns: RegisterColumn<T>[] }) {
  return (
    <tr className={ROW}>
      {columns.map((column) => (
        <td key={column.id} className={`${CELL} ${column.meta?.className ?? ""}`}>
          <span className="block h-6">
            <Skeleton className={column.meta?.skeleton ?? "w-20"} />
          </span>
        </td>
      ))}
    </tr>
  );
}

function SortLink({ column, sorting, children }: { column: string; sorting: Sorting; children: ReactNode }) {
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

function toAriaSort({ column, sorting }: { column: string; sorting: Sorting | undefined }) {
  if (!sorting?.sortable.includes(column)) return undefined;
  if (sorting.sort !== column) return "none";
  return sorting.order === "asc" ? "ascending" : "descending";
}
