/** A command that a party runs with its own key; no use on paper. */
export function Command({ children }: { children: React.ReactNode }) {
  return (
    <code className="font-mono text-[0.8125rem] whitespace-nowrap text-ink print:hidden">
      npx -y @agent-registry/cli {children}
    </code>
  );
}
