import { findChangelogSection } from "./find-changelog-section.ts";

type Release = {
  tag: string;
  /** Of the packages that are published, by their names. */
  versions: Record<string, string>;
  changelog: string;
  repositoryUrl: string;
};

/** Why a tag cannot be released; empty if it can. */
export function findReleaseProblems({ tag, versions, changelog, repositoryUrl }: Release): string[] {
  const version = /^v(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)$/.exec(tag)?.[1];
  if (version === undefined) return [`The tag ${tag} is no version such as v1.2.3.`];
  const problems = Object.entries(versions)
    .filter(([, published]) => published !== version)
    .map(([name, published]) => `${name} has version ${published}, not ${version}.`);
  if (findChangelogSection({ changelog, version }) === undefined)
    problems.push(`CHANGELOG.md has no section "## ${version}".`);
  if (!/^https:\/\/[^\s/]+\/[^\s?#]+[^\s?#/]$/.test(repositoryUrl))
    problems.push(
      "REPOSITORY_URL must be the https:// address of the repository that the packages come from.",
    );
  return problems;
}
