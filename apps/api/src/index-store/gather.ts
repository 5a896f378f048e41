const MAX_TOGETHER = 200;

type Asked<Found> = PromiseWithResolvers<Found | undefined>;

/**
 * Look-ups of one moment travel together, and the same one only once: a round trip to a database costs
 * more than the rows it brings. Nobody waits for company; whoever asks in the same turn of the event loop
 * is taken along.
 */
export function gather<Found>(findAll: (keys: string[]) => Promise<Map<string, Found>>) {
  let group = new Map<string, Asked<Found>>();

  async function send(asked: Map<string, Asked<Found>>): Promise<void> {
    try {
      const found = await findAll([...asked.keys()]);
      for (const [key, { resolve }] of asked) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of asked.values()) reject(error);
    }
  }

  function begin(): void {
    const started = new Map<string, Asked<Found>>();
    group = started;
    setImmediate(() => {
      if (group === started) group = new Map();
      void send(started);
    });
  }

  return function find(key: string): Promise<Found | undefined> {
    const known = group.get(key);
    if (known !== undefined) return known.promise;
    if (group.size === 0 || group.size >= MAX_TOGETHER) begin();
    const asked = Promise.withResolvers<Found | undefined>();
    group.set(key, asked);
    return asked.promise;
  };
}
