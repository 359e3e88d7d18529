import { type ReactNode, useEffect } from 'react'

type PageProps = {
  title: string
  /** Stands beside the title in the browser's tab, when the title alone does not say what it is. */
  within?: string
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A screen of the dashboard: the browser's title, one heading, what can be done here, and the rest. */
export function Page({ title, within, lead, actions, children }: PageProps) {
  return (
    <>
      <PageTitle>{within ? `${title}, ${within}` : title}</PageTitle>
      <header className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-2xl font-semibold tracking-tight [overflow-wrap:anywhere]">{title}</h1>
          {lead && <div className="mt-1 text-muted [overflow-wrap:anywhere]">{lead}</div>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </>
  )
}

/** What the browser's tab, its history and a screen reader call the screen. */
export function PageTitle({ children }: { children: string }) {
  useEffect(() => {
    document.title = `${children} – Ansight`
  }, [children])
  return null
}
