type Labelled = {
  index: number;
  /** Labels near the chart's ends grow inwards; beyond them they would be cut off. */
  anchor: "start" | "middle" | "end";
  /** There is no room for it on a phone. */
  isExtra: boolean;
};

const MOST = 6;
/** Of the chart's width: on a phone, about half of the longest label. */
const EDGE = 0.14;

/** Which of the bars have their time written below them: at most `MOST`, equally far from each other. */
export function toLabelled(bars: number): Labelled[] {
  const step = Math.max(1, Math.ceil(bars / MOST));
  const indexes = Array.from({ length: Math.ceil(bars / step) }, (_, place) => place * step);
  return indexes.map((index, place) => ({
    index,
    anchor: toAnchor((index + 0.5) / bars),
    isExtra: place % 2 === 1,
  }));
}

function toAnchor(place: number): Labelled["anchor"] {
  if (place < EDGE) return "start";
  return place > 1 - EDGE ? "end" : "middle";
}
