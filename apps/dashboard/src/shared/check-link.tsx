import type { ReactNode } from "react";

/**
 * Leads to the page where the browser verifies an answer. Not a link within the application: only that page may ask
 * nodes of the reader's choice, and a browser keeps the policy of the page that it loaded.
 */
export function CheckLink({ wallet, children }: { wallet: string; children: ReactNode }) {
  return (
    <a href={`/check?wallet=${wallet}`} className="link print:hidden">
      {children}
    </a>
  );
}
