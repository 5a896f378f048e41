/** Puts a text on the clipboard; false if the browser allows neither way. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Refused, or a page not served over TLS, which has no clipboard at all.
    return copySelection(text);
  }
}

/** The old way, which works on any page: select the text in a field and copy the selection. */
function copySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "sr-only";
  field.setAttribute("aria-hidden", "true");
  document.body.append(field);
  try {
    field.select();
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
