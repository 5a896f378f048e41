const WIDTH = 260;
const HEIGHT = 32;

/** A small chart without axes, ending today; the numbers are in the large chart. */
export function Sparkline({ values }: { values: number[] | undefined }) {
  const largest = Math.max(1, ...(values ?? []));
  const count = values?.length ?? 0;
  const step = WIDTH / Math.max(12, count);
  const left = WIDTH - count * step;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="mt-3 block h-8 w-full"
    >
      <path d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} className="stroke-line" vectorEffect="non-scaling-stroke" />
      {(values ?? []).map((value, index) => {
        const height = (value / largest) * (HEIGHT - 2);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the place in time is the bar's identity
            key={index}
            x={left + index * step + 1}
            y={HEIGHT - height}
            width={step - 2}
            height={height}
            className="fill-bar"
          />
        );
      })}
    </svg>
  );
}
