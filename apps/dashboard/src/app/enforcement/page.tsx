import type { Metadata } from "next";
import { feeds } from "../../api/feeds.ts";
import { toFeedMetadata } from "../../api/to-feed-metadata.ts";
import { EnforcementPage } from "../../features/enforcement/enforcement-page.tsx";

export function generateMetadata(): Metadata {
  return { title: "Enforcement", ...toFeedMetadata({ feed: feeds.enforcement, title: "Enforcement" }) };
}

export default function Page() {
  return <EnforcementPage />;
}
