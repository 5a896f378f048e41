"use client";

import { useEffect, useState } from "react";
import { MoonIcon, SunIcon, SystemIcon } from "../../shared/icons.tsx";
import { applyTheme, readTheme, THEMES, type Theme } from "./theme.ts";

const LABELS: Record<Theme, string> = { system: "As the system", light: "Light", dark: "Dark" };
const ICONS = { system: SystemIcon, light: SunIcon, dark: MoonIcon };

/** The browser's own popover: it closes with Escape and with a click elsewhere. */
export function ThemeMenu() {
  const [theme, setTheme] = useState<Theme>("system");
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => setTheme(readTheme()), []);

  return (
    <div className="relative">
      <button
        type="button"
        popoverTarget="theme-menu"
        aria-label="Theme"
        aria-expanded={isOpen}
        className="-mr-2 grid size-9 shrink-0 place-items-center rounded-lg text-muted hover:bg-soft hover:text-ink"
      >
        <span className="dark:hidden">
          <SunIcon />
        </span>
        <span className="hidden dark:block">
          <MoonIcon />
        </span>
      </button>
      <fieldset
        id="theme-menu"
        popover="auto"
        onToggle={(event) => setIsOpen(event.newState === "open")}
        className="card appear fixed inset-auto top-13 right-4 min-w-44 p-1 text-sm text-ink sm:right-8 min-[74rem]:right-[calc((100vw-74rem)/2+1.5rem)]"
      >
        <legend className="sr-only">Theme</legend>
        {THEMES.map((name) => {
          const Icon = ICONS[name];
          return (
            <label
              key={name}
              className="flex cursor-pointer items-center gap-2.5 rounded-lg px-2.5 py-1.5 hover:bg-soft has-checked:bg-soft has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name="theme"
                value={name}
                checked={theme === name}
                onChange={() => {
                  setTheme(name);
                  applyTheme(name);
                }}
                className="sr-only"
              />
              <Icon />
              {LABELS[name]}
            </label>
          );
        })}
      </fieldset>
    </div>
  );
}
