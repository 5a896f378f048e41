const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

/**
 * Whether a `Content-Type` is JSON, with or without parameters such as `charset`. Other types are refused: browsers let
 * every page post those anywhere, without asking first.
 */
export function isJsonType(contentType: string | undefined): boolean {
  return JSON_TYPE.test(contentType?.trim() ?? "");
}
