import { type ReactNode, useEffect } from 'react'

type PageProps = {
  title: string
  /** Added to the browser's title, where the title alone is ambiguous. */
  within?: string
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A screen of the dashboard: browser title, heading, actions and content. */
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

/** The browser title of the screen. */
export function PageTitle({ children }: { children: string }) {
  useEffect(() => {
    document.title = `${children} – Ansight`
  }, [children])
  return null
}
