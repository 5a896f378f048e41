/** "the wallet, the Haftungsperson and a regulator". By hand: a browser takes long to make its first Intl.ListFormat. */
export function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}
