import { Counter, Gauge, type Registry } from "prom-client";

type Values = number | Iterable<readonly [label: string, value: number]>;

type Options = {
  /** The name of the label by which the values differ. */
  by?: string;
  /** Called when the metrics are asked for, so that what is measured pays nothing for it. */
  read?: () => Values | Promise<Values>;
};

/** Makes the metrics of one registry. */
export function createMeters(registry: Registry) {
  const toConfig = (name: string, help: string, { by, read }: Options, put: (values: Values) => void) => ({
    ...{ name, help, registers: [registry] },
    labelNames: by === undefined ? [] : [by],
    ...(read && { collect: async () => put(await read()) }),
  });
  const toEntries = (values: Values, { by = "" }: Options) =>
    typeof values === "number"
      ? [[{}, values] as const]
      : Array.from(values, ([label, value]) => [{ [by]: label }, value] as const);

  return {
    gauge(name: string, help: string, options: Options = {}): Gauge {
      const gauge: Gauge = new Gauge(
        toConfig(name, help, options, (values) => {
          for (const entry of toEntries(values, options)) gauge.set(...entry);
        }),
      );
      return gauge;
    },
    counter(name: string, help: string, options: Options = {}): Counter {
      const counter: Counter = new Counter(
        toConfig(name, help, options, (values) => {
          counter.reset();
          for (const entry of toEntries(values, options)) counter.inc(...entry);
        }),
      );
      return counter;
    },
  };
}
