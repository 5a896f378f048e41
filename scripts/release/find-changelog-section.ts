/** What the changelog says of a version; undefined if it says nothing. */
export function findChangelogSection(input: { changelog: string; version: string }): string | undefined {
  const sections = input.changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.split(/\s/, 1)[0] === input.version);
  return section?.slice(section.indexOf("\n")).trim() || undefined;
}
