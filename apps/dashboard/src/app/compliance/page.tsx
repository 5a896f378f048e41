import type { Metadata } from "next";
import { CompliancePage } from "../../features/compliance/compliance-page.tsx";

export const metadata: Metadata = { title: "Compliance" };

export default function Page() {
  return <CompliancePage />;
}
