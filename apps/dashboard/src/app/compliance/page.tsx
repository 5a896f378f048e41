import type { Metadata } from "next";
import { resources } from "../../api/resources.ts";
import { CompliancePage } from "../../features/compliance/compliance-page.tsx";
import { WithAnswers } from "../../server/with-answers.tsx";

export const metadata: Metadata = { title: "Compliance" };

export default function Page() {
  return (
    <WithAnswers resources={[resources.compliance]}>
      <CompliancePage />
    </WithAnswers>
  );
}
