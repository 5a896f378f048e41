export const ANNOUNCEMENTS_ID = "announcements";

/** Says something to screen readers, through the page's one live region. */
export function announce(text: string): void {
  const region = document.getElementById(ANNOUNCEMENTS_ID);
  if (region !== null) region.textContent = text;
}
