const STRINGS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;
const LABELS_AND_RANGES = /\{[^}]*\}|\[[^\]]*\]/g;
/** Labels that are summed over, matched on, or taken along. */
const GROUPINGS = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g;
const KEYWORDS = new Set(["and", "or", "unless", "bool", "offset", "inf", "nan"]);

/** The metrics that a query of Prometheus asks for: every name in it that is no function, label or keyword. */
export function findMetricNames(query: string): string[] {
  const bare = query.replace(STRINGS, "").replace(LABELS_AND_RANGES, "").replace(GROUPINGS, "");
  const names = [...bare.matchAll(/(?<![\w.:])[A-Za-z_:][\w:]*(?!\w|\s*\()/g)].map(([name]) => name);
  return [...new Set(names)].filter((name) => !KEYWORDS.has(name.toLowerCase()));
}

/** A label matcher for each metric that has any: which labels the query expects on it. */
export function findMatchedLabels(query: string): { metric: string; label: string }[] {
  return [...query.matchAll(/([A-Za-z_:][\w:]*)\{([^}]*)\}/g)].flatMap(([, metric = "", matchers = ""]) =>
    [...matchers.replace(STRINGS, "").matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = ""]) => ({
      metric,
      label,
    })),
  );
}
