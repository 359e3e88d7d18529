/** A command of the administrator. */
export const Command = ({ children }: { children: string }) => (
  <code className="block rounded-lg bg-sunken px-3.5 py-2.5 font-mono text-sm [overflow-wrap:anywhere]">
    {children}
  </code>
)
