const MAX_BATCH = 200;

type Lookup<Found> = PromiseWithResolvers<Found | undefined>;

/**
 * Sends look-ups that are made in the same turn of the event loop as one batch, and asks for the same key only
 * once: a round trip to a database costs more than the rows it brings. No look-up waits longer than that turn.
 */
export function batchLookups<Found>(findAll: (keys: string[]) => Promise<Map<string, Found>>) {
  let open = new Map<string, Lookup<Found>>();

  async function send(batch: Map<string, Lookup<Found>>): Promise<void> {
    try {
      const found = await findAll([...batch.keys()]);
      for (const [key, { resolve }] of batch) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of batch.values()) reject(error);
    }
  }

  function begin(): void {
    const batch = new Map<string, Lookup<Found>>();
    open = batch;
    setImmediate(() => {
      if (open === batch) open = new Map();
      void send(batch);
    });
  }

  return function find(key: string): Promise<Found | undefined> {
    const known = open.get(key);
    if (known !== undefined) return known.promise;
    if (open.size === 0 || open.size >= MAX_BATCH) begin();
    const lookup = Promise.withResolvers<Found | undefined>();
    open.set(key, lookup);
    return lookup.promise;
  };
}
