import { fileURLToPath } from "node:url";
import type { NextConfig } from "next";

// The content security policy is not here: it carries a nonce and is made per request, in src/proxy.ts.
const securityHeaders = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "no-referrer" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
  {
    key: "Permissions-Policy",
    value: "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
  },
];

const root = fileURLToPath(new URL("../..", import.meta.url));

const config: NextConfig = {
  // The build and what it runs with of all packages, in one folder beside the build: the image takes that alone.
  output: "standalone",
  outputFileTracingRoot: root,
  // No page has pictures that would have to be scaled: the image leaves out what would do it.
  images: { unoptimized: true },
  transpilePackages: ["@agent-registry/protocol", "@agent-registry/sdk"],
  // Takes single modules out of this package's index, which lists far more than the pages use.
  experimental: { optimizePackageImports: ["viem"] },
  turbopack: { root },
  poweredByHeader: false,
  // The server does it, by Brotli if the browser takes that: scripts/serve.ts.
  compress: false,
  // The workspace's own type check covers these files.
  typescript: { ignoreBuildErrors: true },
  headers: async () => [{ source: "/:path*", headers: securityHeaders }],
};

export default config;
