import type { Metadata } from "next";
import { AccessibilityPage } from "../../features/accessibility/accessibility-page.tsx";

export const metadata: Metadata = { title: "Accessibility" };

export default function Page() {
  return <AccessibilityPage />;
}
