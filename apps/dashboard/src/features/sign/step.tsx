"use client";

import { type ReactNode, useEffect, useRef } from "react";

/** One step of the panel. Its heading takes the focus, so that a keyboard goes on from there and it is read out. */
export function Step({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="appear">
      <h3 ref={heading} tabIndex={-1} className="text-lg outline-none">
        {title}
      </h3>
      <div className="mt-2 grid gap-3">{children}</div>
    </div>
  );
}

type ButtonProps = { onClick?(): void; type?: "button" | "submit"; children: ReactNode };

const toButton = (look: string) =>
  function Button({ onClick, type = "button", children }: ButtonProps) {
    return (
      <button type={type} onClick={onClick} className={`min-h-10 rounded-[10px] px-4 py-1.5 ${look}`}>
        {children}
      </button>
    );
  };

export const MainButton = toButton("bg-ink font-medium text-paper hover:opacity-90");
export const SideButton = toButton("border border-line hover:bg-soft");

export function Buttons({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-2">{children}</div>;
}

/** What a person signs, set off from what the page says about it. */
export function Statement({ children }: { children: ReactNode }) {
  return <div className="rounded-[10px] bg-soft px-4 py-3 font-serif text-lg">{children}</div>;
}
