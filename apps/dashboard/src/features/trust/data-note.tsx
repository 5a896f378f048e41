/** What others may do with the data: anything. */
export function DataNote() {
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
