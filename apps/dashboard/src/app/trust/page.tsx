import type { Metadata } from "next";
import { TrustPage } from "../../features/trust/trust-page.tsx";

export const metadata: Metadata = { title: "Whom to believe" };

export default function Page() {
  return <TrustPage />;
}
