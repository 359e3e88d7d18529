import { createContext, type ReactNode, use } from 'react'

/** What the top bar says about the data of the screen, such as that it is simulated. Set by the layout of a brand. */
export const TopBarStatus = createContext<ReactNode>(null)

type TopBarProps = {
  /** The heading of the screen, or the way back to its list. */
  children: ReactNode
  filters?: ReactNode
  actions?: ReactNode
}

/** The first row of a screen: what it is, its filters, the state of the data, and its actions. */
export function TopBar({ children, filters, actions }: TopBarProps) {
  return (
    <header className="-mx-4 mb-4 flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2.5 sm:-mx-6 sm:px-6 print:hidden">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">{children}</div>
      {filters && <div className="min-w-0 max-sm:order-last max-sm:w-full">{filters}</div>}
      <div className="ml-auto flex max-w-full flex-wrap items-center justify-end gap-2">
        {use(TopBarStatus)}
        {actions}
      </div>
    </header>
  )
}
