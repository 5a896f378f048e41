type Labelled = {
  index: number;
  /** Labels at the chart's ends grow inwards. */
  anchor: "start" | "middle" | "end";
  /** There is no room for it on a phone. */
  isExtra: boolean;
};

const MOST = 6;

/** Which of so many bars have their time written below them: at most six, equally far from each other. */
export function toLabelled(bars: number): Labelled[] {
  const step = Math.max(1, Math.ceil(bars / MOST));
  const indexes = Array.from({ length: Math.ceil(bars / step) }, (_, place) => place * step);
  return indexes.map((index, place) => ({
    index,
    anchor: bars <= MOST ? "middle" : index === 0 ? "start" : index === bars - 1 ? "end" : "middle",
    isExtra: place % 2 === 1,
  }));
}
