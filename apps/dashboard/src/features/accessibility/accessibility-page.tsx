import { PageTitle } from "../../shared/page/page-title.tsx";

/** What readers can count on, what is known to fall short, and another way to the same facts. */
export function AccessibilityPage() {
  return (
    <>
      <PageTitle lead="A public register is for everybody. It is built to meet the Web Content Accessibility Guidelines (WCAG) 2.2 at level AA.">
        Accessibility
      </PageTitle>
      <div className="grid gap-5">
        <section aria-labelledby="holds" className="card p-5 sm:p-6">
          <h2 id="holds" className="mb-3 text-xl">
            What you can count on
          </h2>
          <ul className="grid list-disc gap-2 pl-5">
            <li>Everything works by keyboard alone, and what has the focus is outlined.</li>
            <li>
              A status is always a word, never a colour alone; text has the contrast of level AA in both
              themes.
            </li>
            <li>
              Screen readers hear verdicts and errors when they come, and are not read every ticking second.
            </li>
            <li>
              Pages fit a screen of 320 pixels, and nothing moves for those who prefer no motion. What charts
              show is there as a table for screen readers.
            </li>
            <li>An agent’s extract prints in black and white without loss.</li>
          </ul>
        </section>
        <section aria-labelledby="short" className="card p-5 sm:p-6">
          <h2 id="short" className="mb-3 text-xl">
            What falls short
          </h2>
          <ul className="grid list-disc gap-2 pl-5">
            <li>Charts, signing and the refreshing of pages need JavaScript; what pages say does not.</li>
            <li>
              Tables of thousands of rows hold those in sight alone; a search in the page does not find the
              others.
            </li>
            <li>
              Scopes and reasons are written by agents and regulators, in any language and without its mark.
            </li>
          </ul>
          <p className="mt-3 text-muted">
            The same facts come from the query API as JSON, and most of them from the command line as text.
            Every page is checked by a program for violations before each release; no outside audit has been
            made.
          </p>
        </section>
      </div>
    </>
  );
}
