import { type ReactNode, useEffect } from 'react'
import { classes } from '../classes.ts'
import { Updating } from './Updating.tsx'

type PageProps = {
  title: string
  /** What the screen belongs to, such as the brand, for the browser title. */
  within?: string
  /** Replaces the heading in the browser title. */
  screen?: string
  lead?: ReactNode
  /** Filters of a screen that has to fit without scrolling: in one row with the heading, which small screens have in their top bar. */
  filters?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A screen of the dashboard: browser title, heading, actions and content. */
export function Page({ title, within, screen, lead, filters, actions, children }: PageProps) {
  return (
    <>
      <PageTitle within={within}>{screen ?? title}</PageTitle>
      <header
        className={classes(
          'flex flex-wrap items-center justify-between gap-y-4',
          filters ? 'mb-4 gap-x-3 lg:flex-nowrap' : 'mb-6 gap-x-6',
        )}
      >
        <div className={filters ? 'max-w-60 shrink-0 max-lg:sr-only' : 'min-w-0'}>
          <div className="flex flex-wrap items-center gap-x-3">
            <h1 className="text-2xl font-semibold tracking-tight [overflow-wrap:anywhere]">{title}</h1>
            <Updating />
          </div>
          {lead && <div className="mt-1 text-muted [overflow-wrap:anywhere]">{lead}</div>}
        </div>
        {filters && <div className="mr-auto min-w-0 max-sm:flex-1">{filters}</div>}
        {actions && <div className="flex max-w-full shrink-0 flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </>
  )
}

type PageTitleProps = { children: string; within?: string | undefined }

/** The browser title of the screen, such as “Prompts · Acme · Ansight”. */
export function PageTitle({ children, within }: PageTitleProps) {
  useEffect(() => {
    document.title = [children, ...(within === undefined ? [] : [within]), 'Ansight'].join(' · ')
  }, [children, within])
  return null
}
