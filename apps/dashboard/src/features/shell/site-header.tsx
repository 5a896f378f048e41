"use client";

import { usePathname } from "next/navigation";
import { useRef } from "react";
import { CloseIcon, MenuIcon } from "../../shared/icons.tsx";
import { PageLink } from "../../shared/links/page-link.tsx";
import { HeaderSearch } from "./header-search.tsx";
import { ThemeMenu } from "./theme-menu.tsx";

export function SiteHeader() {
  const pathname = usePathname();
  return (
    <header className="border-b border-line bg-surface print:hidden">
      <div className="mx-auto flex h-15 max-w-[1184px] items-center gap-x-3 px-4 sm:px-8">
        <MobileMenu pathname={pathname} />
        <PageLink
          href="/"
          className="flex items-center gap-2.5 font-serif text-lg font-medium whitespace-nowrap"
        >
          <Mark />
          <span className="max-[26rem]:sr-only">Agent Registry</span>
        </PageLink>
        <nav aria-label="Main" className="ml-5 hidden h-full gap-4 lg:flex xl:gap-6">
          {NAV_ITEMS.map((item) => (
            <PageLink
              key={item.href}
              href={item.href}
              aria-current={isCurrent({ href: item.href, pathname }) ? "page" : undefined}
              className="-mb-px flex items-center border-b-2 border-transparent pt-0.5 text-sm whitespace-nowrap text-muted hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
            >
              {item.label}
            </PageLink>
          ))}
        </nav>
        <div className="ml-auto flex min-w-0 items-center gap-2">
          <HeaderSearch />
          <ThemeMenu />
        </div>
      </div>
    </header>
  );
}

function Mark() {
  return (
    <svg aria-hidden="true" width="22" height="22" viewBox="0 0 22 22" fill="none" className="text-accent">
      <rect x="1" y="1" width="20" height="20" rx="5" stroke="currentColor" strokeWidth="1.5" />
      <path d="M6 7.2h10M6 11h10M6 14.8h5.5" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
      <circle cx="15" cy="14.8" r="1.5" className="fill-green" />
    </svg>
  );
}

/** The browser's own dialog: it keeps the focus inside, and closes with Escape. */
function MobileMenu({ pathname }: { pathname: string }) {
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

const NAV_ITEMS = [
  { href: "/", label: "Overview" },
  { href: "/agents", label: "Agents" },
  { href: "/compliance", label: "Compliance" },
  { href: "/enforcement", label: "Enforcement" },
  { href: "/revenue", label: "Revenue" },
  { href: "/kya", label: "KYA check" },
] as const;

function isCurrent({ href, pathname }: { href: string; pathname: string }): boolean {
  if (href === "/") return pathname === "/";
  // A lineage is a view of an agent.
  if (href === "/agents" && pathname.startsWith("/lineage/")) return true;
  return pathname === href || pathname.startsWith(`${href}/`);
}
