"use client";

import type { ComponentProps, MouseEvent } from "react";
import { type UrlChanges, useUrlState } from "./use-url-state.ts";

type Props = Omit<ComponentProps<"a">, "href" | "onClick"> & {
  /** What the address says afterwards. */
  changes: UrlChanges;
  /** The choice is no step that the back button undoes. */
  replace?: boolean;
  /** The element that a page without scripts, which is loaded anew, is to show first. */
  anchor?: string;
  /** Once the choice is made on this page. */
  onFollow?(): void;
};

/**
 * A choice on this page as a link, which can be followed without a script, opened in another tab and sent. In a page that
 * runs it changes the address bar alone.
 */
export function StateLink({ changes, replace = false, anchor, onFollow, ...props }: Props) {
  const { write, toHref } = useUrlState();

  function onClick(event: MouseEvent<HTMLAnchorElement>) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    write(changes, { replace });
    onFollow?.();
  }

  const href = `${toHref(changes)}${anchor === undefined ? "" : `#${anchor}`}`;
  return <a {...props} href={href} onClick={onClick} />;
}
