import type { Metadata } from "next";
import { CheckPage } from "../../features/check/check-page.tsx";

export const metadata: Metadata = { title: "Check it yourself" };

export default function Page() {
  return <CheckPage />;
}
