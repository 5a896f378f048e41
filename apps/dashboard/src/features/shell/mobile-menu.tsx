"use client";

import { useRef } from "react";
import { CloseIcon, MenuIcon } from "../../shared/icons.tsx";
import { PageLink } from "../../shared/links/page-link.tsx";
import { isCurrent, NAV_ITEMS } from "./nav-items.ts";

/** The browser's own dialog: it keeps the focus inside, and closes with Escape. */
export function MobileMenu({ pathname }: { pathname: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  return (
    <>
      <button
        type="button"
        aria-label="Menu"
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
        className="-ml-2 grid size-9 shrink-0 place-items-center rounded-lg hover:bg-soft lg:hidden"
      >
        <MenuIcon />
      </button>
      <dialog
        ref={dialog}
        aria-label="Menu"
        className="appear m-0 w-full max-w-full border-b border-line bg-surface px-4 pb-4 text-ink backdrop:bg-paper/80"
      >
        <div className="flex h-15 items-center gap-3">
          <button
            type="button"
            aria-label="Close menu"
            onClick={close}
            className="-ml-2 grid size-9 place-items-center rounded-lg hover:bg-soft"
          >
            <CloseIcon />
          </button>
          <span className="font-serif text-lg font-medium">Agent Registry</span>
        </div>
        <nav aria-label="Main" className="flex flex-col">
          {NAV_ITEMS.map((item) => (
            <PageLink
              key={item.href}
              href={item.href}
              onClick={close}
              aria-current={isCurrent({ href: item.href, pathname }) ? "page" : undefined}
              className="border-t border-line py-3 text-lg text-muted aria-[current]:text-ink"
            >
              {item.label}
            </PageLink>
          ))}
        </nav>
      </dialog>
    </>
  );
}
