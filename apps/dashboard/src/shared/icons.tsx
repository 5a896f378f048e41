import type { ReactNode } from "react";

function Icon({ children, size }: { children: ReactNode; size: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="shrink-0"
    >
      {children}
    </svg>
  );
}

/** An icon that always looks the same. */
function toIcon(children: ReactNode, size = 14) {
  return () => <Icon size={size}>{children}</Icon>;
}

export const CopyIcon = toIcon(
  <>
    <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
    <path d="M10.5 5.5v-2a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2" />
  </>,
);

export const CheckIcon = toIcon(<path d="m3 8.5 3.2 3.2L13 4.8" />);

export const CrossIcon = toIcon(<path d="m4 4 8 8M12 4l-8 8" />);

/** Nothing said yet. */
export const OpenIcon = toIcon(<circle cx="8" cy="8" r="4.5" strokeDasharray="2.4 2.3" />);

export const AlertIcon = toIcon(<path d="M8 2.5 14 13H2L8 2.5ZM8 6.8v2.8M8 11.4v.1" />);

export const ChevronIcon = toIcon(<path d="m6 3.5 4.5 4.5L6 12.5" />);

export const MenuIcon = toIcon(<path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11" />, 18);

export const CloseIcon = toIcon(<path d="m4 4 8 8M12 4l-8 8" />, 18);

export const SearchIcon = toIcon(
  <>
    <circle cx="7" cy="7" r="4.2" />
    <path d="m10.3 10.3 3.2 3.2" />
  </>,
  15,
);

export const SunIcon = toIcon(
  <>
    <circle cx="8" cy="8" r="2.8" />
    <path d="M8 1.5v1.2M8 13.3v1.2M1.5 8h1.2M13.3 8h1.2M3.4 3.4l.9.9M11.7 11.7l.9.9M3.4 12.6l.9-.9M11.7 4.3l.9-.9" />
  </>,
  16,
);

export const MoonIcon = toIcon(<path d="M13.2 9.6A5.6 5.6 0 0 1 6.4 2.8a5.6 5.6 0 1 0 6.8 6.8Z" />, 16);

export const SystemIcon = toIcon(
  <>
    <rect x="2" y="3" width="12" height="8" rx="1.2" />
    <path d="M6 13.5h4" />
  </>,
  16,
);

export const PrintIcon = toIcon(
  <>
    <path d="M4.5 6V2.5h7V6M4.5 11.5h-2v-4a1.5 1.5 0 0 1 1.5-1.5h8a1.5 1.5 0 0 1 1.5 1.5v4h-2" />
    <rect x="4.5" y="9.5" width="7" height="4" />
  </>,
);

export const OutIcon = toIcon(<path d="M6 3.5H3v9.5h9.5v-3M9 2.5h4.5V7M13.2 2.8 7.5 8.5" />, 11);

export const SortIcon = ({ direction }: { direction: "asc" | "desc" | null }) => (
  <Icon size={12}>
    <path d="m4.5 6.5 3.5-4 3.5 4" opacity={direction === "desc" ? 0.25 : 1} />
    <path d="m4.5 9.5 3.5 4 3.5-4" opacity={direction === "asc" ? 0.25 : 1} />
  </Icon>
);
