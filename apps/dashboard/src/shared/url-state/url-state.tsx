"use client";

import { toVisibleName } from "@agent-registry/protocol/visible-name";
import { usePathname, useSearchParams } from "next/navigation";
import { type ComponentProps, type FormEvent, type MouseEvent, type ReactNode, useCallback } from "react";

export type UrlChanges = Record<string, string | number | null>;

/**
 * Keeps what the reader has chosen in the address bar, so that a view can be shared and the back button
 * undoes a choice. Written with the history API, so that the server is not asked for the same page again.
 */
export function useUrlState() {
  const params = useSearchParams();
  const pathname = usePathname();

  const write = useCallback((changes: UrlChanges, { replace = false }: { replace?: boolean } = {}) => {
    const url = new URL(window.location.href);
    url.search = toQuery(url.searchParams, changes);
    if (url.href === window.location.href) return;
    // Until Next watches the history it would not notice a change: the server is asked for the page instead.
    if (!Object.hasOwn(window.history, "pushState")) window.location.assign(url);
    else if (replace) window.history.replaceState(null, "", url);
    else window.history.pushState(null, "", url);
  }, []);

  /** The address of this page after such a choice, for those who follow it as a link. */
  const toHref = (changes: UrlChanges) => {
    const query = toQuery(params, changes);
    return query === "" ? pathname : `${pathname}?${query}`;
  };

  return { params, pathname, write, toHref };
}

function toQuery(present: URLSearchParams, changes: UrlChanges): string {
  const params = new URLSearchParams(present);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") params.delete(name);
    else params.set(name, String(value));
  }
  return params.toString();
}

type StateLinkProps = Omit<ComponentProps<"a">, "href" | "onClick"> & {
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
export function StateLink({ changes, replace = false, anchor, onFollow, ...props }: StateLinkProps) {
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

type StateFormProps = {
  /** The parameters that the form asks for anew, and those that a new choice forgets. */
  without: readonly string[];
  /** What the button says that sends the form if no script does. */
  submit: string;
  className?: string;
  children: ReactNode;
};

/** Fields that choose what this page shows. A plain form, so that it works without a script; the address keeps the rest. */
export function StateForm({ without, submit, className, children }: StateFormProps) {
  const { params, pathname } = useUrlState();
  const kept = [...new Map(params)].filter(([name]) => !without.includes(name));
  return (
    <form action={pathname} onSubmit={preventSending} className={className}>
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <noscript>
        <button type="submit" className="h-9 rounded-lg border border-line bg-surface px-3 text-sm">
          {submit}
        </button>
      </noscript>
    </form>
  );
}

/** A script has made the choice already. */
const preventSending = (event: FormEvent) => event.preventDefault();

type ChoiceProps<T extends string> = {
  label: string;
  value: T;
  options: readonly T[];
  /** What the address says once an option is chosen. */
  toChanges(value: T): UrlChanges;
  /** What an option shows, if that is not the value itself. */
  render?(value: T): ReactNode;
};

/** A choice of one among a few options that are all visible. */
export function Choice<T extends string>({ label, value, options, toChanges, render }: ChoiceProps<T>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and these are links
    <div
      role="group"
      aria-label={label}
      className="flex w-fit max-w-full flex-wrap gap-0.5 rounded-[10px] border border-line bg-surface p-0.5 text-sm print:hidden"
    >
      {options.map((option) => (
        <StateLink
          key={option}
          changes={toChanges(option)}
          aria-current={option === value ? "true" : undefined}
          className="inline-block h-8.5 max-w-72 truncate rounded-lg px-2.5 leading-8.5 text-muted hover:text-ink aria-[current]:bg-soft aria-[current]:font-medium aria-[current]:text-ink sm:px-3"
        >
          {render === undefined ? toVisibleName(option) : render(option)}
        </StateLink>
      ))}
    </div>
  );
}
