import { Hex } from "../../shared/hex.tsx";
import { PageLink } from "../../shared/page-link.tsx";
import { PageTitle } from "../../shared/page-title.tsx";

/** In place of a notary that there never was. */
export function NotANotary({ address }: { address: string }) {
  return (
    <>
      <PageTitle
        lead={
          <>
            The register has never accredited <Hex value={address} label="the address" whole />.
          </>
        }
      >
        This is not a notary
      </PageTitle>
      <PageLink href="/notaries" className="link">
        All notaries
      </PageLink>
    </>
  );
}
