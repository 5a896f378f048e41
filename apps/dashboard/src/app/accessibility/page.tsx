import type { Metadata } from "next";

export { AccessibilityPage as default } from "../../features/accessibility/accessibility-page.tsx";

export const metadata: Metadata = { title: "Accessibility" };
