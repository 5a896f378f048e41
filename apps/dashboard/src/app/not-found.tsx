import type { Metadata } from "next";
import { NothingHere } from "../shared/page/page-title.tsx";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return <NothingHere title="There is no such page" lead="The register has no page under this address." />;
}
