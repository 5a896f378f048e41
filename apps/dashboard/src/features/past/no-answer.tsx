"use client";

import type { ReactNode } from "react";

/** A question about the past that has no answer, with the reason, and a way on. */
export function NoAnswer({
  title,
  sentence,
  children,
}: {
  title: string;
  sentence: string;
  children: ReactNode;
}) {
  return (
    <div role="alert" className="card appear border-l-[5px] border-l-yellow p-5 sm:p-6">
      <p className="font-serif text-xl">{title}</p>
      <p className="mt-1 text-muted">{sentence}</p>
      <p className="mt-3 flex flex-wrap gap-x-5">{children}</p>
    </div>
  );
}
