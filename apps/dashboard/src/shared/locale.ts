/** The pages are in English for every visitor; so are their numbers, on the server as in every browser. */
export const LOCALE = "en-US";
