import { OverviewPage } from "../features/overview/overview-page.tsx";
import { overviewQueries } from "../features/overview/overview-queries.ts";
import { WithAnswers } from "../server/with-answers.tsx";

export default function Page() {
  return (
    <WithAnswers resources={Object.values(overviewQueries)}>
      <OverviewPage />
    </WithAnswers>
  );
}
