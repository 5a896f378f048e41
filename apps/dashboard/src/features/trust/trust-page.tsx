import type { ReactNode } from "react";
import { PageLink } from "../../shared/links/page-link.tsx";
import { PageTitle } from "../../shared/page/page-title.tsx";

/** For each kind of answer, whom its reader has to believe. */
export function TrustPage() {
  return (
    <>
      <PageTitle lead="A register is worth what its answers are worth. This is what each kind of answer rests on, and how to rest on less.">
        Whom to believe
      </PageTitle>
      <div className="grid gap-5 lg:grid-cols-2">
        {ANSWERS.map(({ title, rests, fails }) => (
          <section key={title} className="card p-5 last:odd:lg:col-span-2 sm:p-6">
            <h2 className="mb-3 text-xl">{title}</h2>
            <p>{rests}</p>
            <p className="mt-3 text-muted">{fails}</p>
          </section>
        ))}
      </div>
      <section id="certificates" aria-labelledby="certificates-worth" className="card mt-5 p-5 sm:p-6">
        <h2 id="certificates-worth" className="mb-3 text-xl">
          What a certificate is worth
        </h2>
        <p>
          An accredited{" "}
          <PageLink href="/notaries" className="link">
            notary
          </PageLink>{" "}
          may certify that it has checked who controls an address, how well, and until when; the person
          accepts it with the key of that address. It counts as long as it has not ended and the notary is
          accredited. You believe the notary, and the operator who accredited it. It is the notary’s word,
          nothing more, and says nothing about the agent.
        </p>
        <p className="mt-3 text-muted">
          Nobody’s name, document or number is in the register or on the chain. Those who have a claim ask the
          notary, by the certificate’s reference.
        </p>
      </section>
      <section aria-labelledby="never" className="card mt-5 p-5 sm:p-6">
        <h2 id="never" className="mb-3 text-xl">
          What no answer says
        </h2>
        <ul className="grid list-disc gap-2 pl-5">
          <li>
            Anyone may enter anyone. A Haftungsperson who has not agreed answers for nothing: look at who
            agreed, not only at the name. If wallet and Haftungsperson are one key, nobody else answers.
          </li>
          <li>
            The register knows addresses, not people. If no notary has certified who stands behind a
            Haftungsperson’s address, it is for those to establish who rely on it.
          </li>
          <li>What an agent says of itself, its scope and its revenue, is its own word.</li>
        </ul>
      </section>
      <DataNote />
    </>
  );
}

const ANSWERS: { title: string; rests: ReactNode; fails: ReactNode }[] = [
  {
    title: "An answer on this site, or of the API",
    rests:
      "You believe whoever runs this register: that its index holds what the chain holds, and that its server was not tampered with. The index is compared with the contract all the time, but that is the operator’s word as well.",
    fails: "A dishonest operator could show you anything.",
  },
  {
    title: "An answer that you have proven",
    rests: (
      <>
        You believe one statement: that a certain block is one of the chain’s. Everything else is arithmetic,
        done on your own device. A node says it that you choose yourself; two of different operators would
        have to collude.{" "}
        <a href="/check" className="link">
          Check an entry yourself
        </a>
      </>
    ),
    fails:
      "The register’s operator cannot deceive you, only be silent. On this site that holds as far as you believe the code that it sends you; the command line and the SDK do the same with code that you installed.",
  },
  {
    title: "An answer that the register has signed",
    rests:
      "Receipts and status lists are signed by the operator, and name the block that they are about. You believe the operator, some minutes back, and can hold the answer against it. Programs decide by them without asking anybody.",
    fails:
      "A dishonest operator could sign a falsehood, and would have convicted itself: with a proof of the same block, prove-fraud on the command line shows it to everybody.",
  },
  {
    title: "What you read from the chain",
    rests:
      "The SDK and the command line ask an RPC node instead of the API if you name one. Then you believe that node for the whole answer, not only for a block.",
    fails: "A dishonest node could show you anything; the register’s operator could not.",
  },
  {
    title: "The chain itself",
    rests:
      "All of this assumes the chain: that its blocks follow its rules and that the contract is the one whose source is published. Whoever runs a node of their own assumes the least.",
    fails: "The newest blocks may be replaced; that happens within minutes or not at all.",
  },
];

/** What others may do with the data: anything. */
function DataNote() {
  return (
    <section id="data" aria-labelledby="data-licence" className="card mt-5 p-5 sm:p-6">
      <h2 id="data-licence" className="mb-3 text-xl">
        Whose data these are
      </h2>
      <p>
        What the register holds are public facts from a public chain. As far as compiling them gives the
        operator any right, it is waived: the data are in the public domain by{" "}
        <a
          href="https://creativecommons.org/publicdomain/zero/1.0/"
          target="_blank"
          rel="noreferrer noopener"
          className="link"
        >
          CC0 1.0
        </a>
        . Copy, sell and build on them without asking. Texts that agents wrote themselves, such as their
        scopes, remain the words of those who wrote them.
      </p>
    </section>
  );
}
