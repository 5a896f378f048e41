import { once } from "node:events";
import { finished } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { ValueRow } from "../format.ts";

/** One COPY FROM STDIN, several times as quick as inserting: the rows go to the server as text. */
export function startCopyIn(client: pg.ClientBase, statement: string) {
  const stream = client.query(copyFrom(statement));
  let isOver = false;
  const done = finished(stream).finally(() => {
    isOver = true;
  });
  // The rejection is handled where the promise is awaited.
  done.catch(() => {});

  return {
    async write(rows: ValueRow[]): Promise<void> {
      // It has failed meanwhile, by a row or with the connection: the stream takes no more.
      if (isOver) await done;
      if (!stream.write(toCopyText(rows))) await Promise.race([once(stream, "drain"), done]);
      // A socket that takes everything at once never lets Node read what the server says, such as that a row is wrong.
      await setImmediate();
    },
    async end(): Promise<void> {
      if (!isOver) stream.end();
      await done;
    },
    async abandon(): Promise<void> {
      if (!isOver) stream.destroy(new Error("The restore was given up"));
      await done.catch(() => {});
    },
  };
}

const SPECIAL = /[\\\n\r\t]/;
const ESCAPES: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** PostgreSQL's text format: a line for each row, tabs between values, and `\N` for null. */
function toCopyText(rows: ValueRow[]): string {
  let text = "";
  for (const row of rows) {
    for (let place = 0; place < row.length; place += 1) {
      const value = row[place];
      if (place > 0) text += "\t";
      if (value === null || value === undefined) text += "\\N";
      else if (typeof value === "number" || !SPECIAL.test(value)) text += value;
      else text += value.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character] ?? character);
    }
    text += "\n";
  }
  return text;
}
