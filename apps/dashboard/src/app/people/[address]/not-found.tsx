import { PageLink } from "../../../shared/links/page-link.tsx";
import { PageTitle } from "../../../shared/page/page-title.tsx";

export default function NotAnAddress() {
  return (
    <>
      <PageTitle lead="A person is known by an address: 0x and 40 characters. If it mixes capitals, a mistyped character shows, so copy it again or write it all in lower case.">
        This is not an address
      </PageTitle>
      <PageLink href="/agents" className="link">
        All agents
      </PageLink>
    </>
  );
}
