/** By these the dashboard's server asks the query API for one of its visitors, whose limit of requests then counts. */
export const VISITOR_HEADER = "X-Registry-Visitor";
/** Proves to the query API that the visitor's address comes from the dashboard, and not from the visitor. */
export const DASHBOARD_SECRET_HEADER = "X-Registry-Dashboard-Secret";

const MIN_SECRET_LENGTH = 32;
/** What stands in the public examples under `deploy`. */
const EXAMPLE_SECRETS = ["at-least-32-characters-that-the-dashboard-knows", "0".repeat(64)];

/** What a secret of dashboard and query API must be, if this one is not; undefined if it may be used. */
export function findSecretProblem(secret: string): string | undefined {
  if (secret.length < MIN_SECRET_LENGTH) return `must have at least ${MIN_SECRET_LENGTH} characters`;
  if (EXAMPLE_SECRETS.includes(secret))
    return "must be a secret of your own, and not the example that everybody can read: openssl rand -hex 32 makes one";
  return undefined;
}
