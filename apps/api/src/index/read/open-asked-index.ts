import type { AskedIndex, Vouching } from "../asked-index.ts";
import { createOpenAtBlock } from "./create-open-at-block.ts";
import { openConnections } from "./open-connections.ts";
import { prepareLookUps } from "./prepare-look-ups.ts";

type Options = {
  /** The database's, if that is SQLite. */
  file: string;
  /** The database's, if that is PostgreSQL. */
  databaseUrl?: string | undefined;
  vouching: Vouching;
};

/** The index as questions read it, from a database that is there already. */
export function openAskedIndex({ vouching, ...place }: Options): AskedIndex & { close(): Promise<void> } {
  const connections = openConnections(place);
  const lookUps = prepareLookUps(connections, place.file);
  return {
    open: createOpenAtBlock({ ...connections, vouching }),
    lookUps,
    vouching,
    async close() {
      lookUps.close();
      await connections.close();
    },
  };
}
