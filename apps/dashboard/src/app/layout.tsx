import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { ApiProvider } from "../api/api-provider.tsx";
import { resources } from "../api/resources.ts";
import { readApiUrl, readExplorerUrl, readRelayerUrl } from "../api/service-urls.ts";
import { SiteFooter } from "../features/shell/site-footer.tsx";
import { SiteHeader } from "../features/shell/site-header.tsx";
import { themeScript } from "../features/shell/theme.ts";
import { WithAnswers } from "../server/with-answers.tsx";
import { ANNOUNCEMENTS_ID } from "../shared/announce.ts";
import { fontVariables } from "./fonts.ts";
import "./globals.css";

// Every page is rendered per request: the policy's nonce and the API's address are not known before.
export const dynamic = "force-dynamic";

export const metadata: Metadata = {
  title: { default: "Agent Registry", template: "%s · Agent Registry" },
  description: "The public register of autonomous agents and of the people who answer for them.",
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#15181b" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  const services = {
    apiUrl: readApiUrl(),
    explorerUrl: readExplorerUrl(),
    relayerUrl: readRelayerUrl(),
    renderedAtMs: Date.now(),
  };
  return (
    // The script below sets the theme before React starts.
    <html lang="en" className={fontVariables} suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, run before there is a body to paint, so that the theme does not flash */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: themeScript }} />
      </head>
      <body className="flex min-h-dvh flex-col antialiased">
        <ApiProvider services={services}>
          <WithAnswers resources={[resources.stats]}>
            <a
              href="#content"
              className="sr-only focus:not-sr-only focus:absolute focus:z-20 focus:m-3 focus:rounded-lg focus:bg-surface focus:px-4 focus:py-2"
            >
              Skip to content
            </a>
            <SiteHeader />
            <main
              id="content"
              tabIndex={-1}
              className="mx-auto w-full max-w-[1184px] flex-1 px-4 pb-16 outline-none sm:px-8"
            >
              {children}
            </main>
            <SiteFooter />
            <p id={ANNOUNCEMENTS_ID} role="status" className="sr-only" />
          </WithAnswers>
        </ApiProvider>
      </body>
    </html>
  );
}
