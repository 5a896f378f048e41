import type { Metadata } from "next";
import { KyaPage } from "../../features/kya/kya-page.tsx";

export const metadata: Metadata = { title: "KYA check" };

export default function Page() {
  return <KyaPage />;
}
