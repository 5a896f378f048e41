/**
 * `packages/cli/server.json` as registries of MCP servers take it. Its name stands below the place that the packages come
 * from, since these registries ask the publisher to prove that the name is its own.
 */
export function toMcpServer<T extends object>({ server, url }: { server: T; url: string }) {
  const { hostname, pathname } = new URL(url);
  const owner = pathname.split("/")[1];
  const namespace =
    hostname === "github.com" ? `io.github.${owner}` : hostname.split(".").reverse().join(".");
  return {
    ...server,
    name: `${namespace}/agent-registry`,
    repository: { url, source: hostname.replace(/\.com$/, ""), subfolder: "packages/cli" },
  };
}
