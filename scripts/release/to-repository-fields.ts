/** Where a published package says it comes from. A package with provenance must be published from there. */
export function toRepositoryFields({ url, directory }: { url: string; directory: string }) {
  return {
    homepage: `${url}#readme`,
    bugs: { url: `${url}/issues` },
    repository: { type: "git", url: `git+${url}.git`, directory },
  };
}
