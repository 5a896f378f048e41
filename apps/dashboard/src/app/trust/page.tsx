import type { Metadata } from "next";

export { TrustPage as default } from "../../features/trust/trust-page.tsx";

export const metadata: Metadata = { title: "Whom to believe" };
