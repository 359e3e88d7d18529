import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { PageTitle } from './Page.tsx'
import { TopBar } from './TopBar.tsx'

export type PageTab = {
  label: string
  link: LinkProps
  /** Not visible to every role. */
  isHidden?: boolean
}

type TabbedPageProps = { title: string; lead?: ReactNode; tabs: readonly PageTab[]; children: ReactNode }

/** Related screens side by side. Each has its own URL, so these are links and not ARIA tabs. */
export function TabbedPage({ title, lead, tabs, children }: TabbedPageProps) {
  const list = useShownTab()
  return (
    <>
      <TopBar>
        <h1 className="text-lg font-semibold tracking-tight [overflow-wrap:anywhere]">{title}</h1>
        {lead && <div className="text-muted [overflow-wrap:anywhere]">{lead}</div>}
      </TopBar>
      <nav aria-label={title} className="mb-6 border-b border-line">
        <ul ref={list} className="-mb-px flex gap-x-1 overflow-x-auto">
          {tabs
            .filter(({ isHidden }) => !isHidden)
            .map(({ label, link }) => (
              <li key={label}>
                <Link
                  {...link}
                  activeOptions={{ exact: true, includeSearch: false }}
                  className="block whitespace-nowrap border-b-2 border-transparent px-3 py-2 font-medium text-muted -outline-offset-2 hover:text-ink data-[status=active]:border-accent data-[status=active]:text-ink"
                >
                  {label}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
      {children}
    </>
  )
}

/** On a narrow screen, scrolls the active tab into view. */
function useShownTab() {
  const list = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path means a new active tab
  useEffect(() => {
    const tab = list.current?.querySelector('[data-status=active]')
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [pathname])
  return list
}

type TabProps = {
  title: string
  /** What the screen belongs to, for the browser title. */
  within: string
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** One screen of a `TabbedPage`. */
export function Tab({ title, within, lead, actions, children }: TabProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <PageTitle within={within}>{title}</PageTitle>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 id={id} className="text-lg font-semibold">
            {title}
          </h2>
          {lead && <p className="max-w-2xl text-sm text-muted">{lead}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
