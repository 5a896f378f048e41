import type { Metadata } from "next";
import { resources } from "../../api/resources.ts";
import { NotariesPage } from "../../features/certificates/notaries-page.tsx";
import { WithAnswers } from "../../server/with-answers.tsx";

export const metadata: Metadata = { title: "Notaries" };

export default function Page() {
  return (
    <WithAnswers resources={[resources.notaries]}>
      <NotariesPage />
    </WithAnswers>
  );
}
