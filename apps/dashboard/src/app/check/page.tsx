import type { Metadata } from "next";

export { CheckPage as default } from "../../features/check/check-page.tsx";

export const metadata: Metadata = { title: "Check it yourself" };
