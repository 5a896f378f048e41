import type { Engine } from "@agent-registry/service";
import { type RawBuilder, sql } from "kysely";

/** Who answered for the agent before a handover, in lower case: the words by which the index of handovers is made. */
export function toFormerHaftungsperson(engine: Engine): RawBuilder<string> {
  return engine === "sqlite"
    ? sql<string>`(data ->> 'oldHaftungsperson')`
    : sql<string>`(data::json ->> 'oldHaftungsperson')`;
}
