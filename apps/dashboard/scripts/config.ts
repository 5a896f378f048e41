import { isIP } from "node:net";
import { API_PORT, DASHBOARD_PORT } from "@agent-registry/protocol/limits";
import { EXPLORER_URL_RULE, parseExplorerUrl } from "../src/api/explorer-url.ts";

/** Without a host it listens on every address. */
type DashboardConfig = {
  port: string;
  host: string | undefined;
  apiUrl: string;
  explorerUrl: string | null;
};

/** The dashboard's variables, or a sentence for each that is wrong. */
export function parseDashboardConfig(
  env: Partial<Record<string, string>>,
): DashboardConfig | { problems: string[] } {
  const usualApiUrl = `http://localhost:${API_PORT}`;
  const port = env.PORT || String(DASHBOARD_PORT);
  const host = env.HOST || undefined;
  const apiUrl = env.NEXT_PUBLIC_API_URL || usualApiUrl;
  const explorerUrl = parseExplorerUrl(env.EXPLORER_URL);
  const problems: string[] = [];
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    problems.push(`PORT must be a port number, not "${port}".`);
  }
  if (host !== undefined && isIP(host) === 0 && host !== "localhost") {
    problems.push(`HOST must be an IP address of this machine, such as 127.0.0.1, not "${host}".`);
  }
  if (!/^https?:$/.test(URL.parse(apiUrl)?.protocol ?? "")) {
    problems.push(
      `NEXT_PUBLIC_API_URL must be an http:// or https:// address, such as ${usualApiUrl}, not "${apiUrl}".`,
    );
  }
  if (explorerUrl === undefined) return { problems: [...problems, EXPLORER_URL_RULE] };
  return problems.length > 0 ? { problems } : { port, host, apiUrl, explorerUrl };
}
