"use client";

import { usePathname } from "next/navigation";
import { PageLink } from "../../shared/links/page-link.tsx";
import { HeaderSearch } from "./header-search.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { isCurrent, NAV_ITEMS } from "./nav-items.ts";
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
