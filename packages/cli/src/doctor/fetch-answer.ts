import type * as z from "zod/mini";

const TIMEOUT_MS = 10_000;

/** A service's answer, or why there is none. */
export async function fetchAnswer<T extends z.ZodMiniType>({
  url,
  schema,
}: {
  url: string;
  schema: T;
}): Promise<{ value: z.infer<T> } | { problem: string }> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const body: unknown = await response.json().catch(() => undefined);
    const parsed = schema.safeParse(body);
    if (response.ok && parsed.success) return { value: parsed.data };
    const said = (body as { error?: unknown } | undefined)?.error;
    return {
      problem:
        typeof said === "string"
          ? `${url} answers ${response.status}: ${said}`
          : `what answers at ${url} is something else`,
    };
  } catch {
    return { problem: `nothing answers at ${url}` };
  }
}
