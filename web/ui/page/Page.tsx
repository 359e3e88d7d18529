import { type ReactNode, useEffect } from 'react'
import { classes } from '../classes.ts'
import { TopBar } from './TopBar.tsx'
import { Updating } from './Updating.tsx'

type PageProps = {
  title: string
  /** What the screen belongs to, such as the brand, for the browser title. */
  within?: string
  lead?: ReactNode
  /** The way back to the list that the screen belongs to. It takes the place of the heading, which is then below the bar. */
  back?: ReactNode
  /** In one row with the heading, which is hidden on small screens. */
  filters?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A screen of the dashboard: browser title, top bar and content. */
export function Page({ title, within, lead, back, filters, actions, children }: PageProps) {
  const heading = (
    <div
      className={classes(
        'flex min-w-0 flex-wrap items-center gap-x-3',
        back === undefined && filters !== undefined && 'max-sm:sr-only',
      )}
    >
      <h1
        className={classes(
          'font-semibold tracking-tight [overflow-wrap:anywhere]',
          back === undefined ? 'text-lg' : 'text-xl',
        )}
      >
        {title}
      </h1>
      <Updating />
    </div>
  )
  return (
    <>
      <PageTitle within={within}>{title}</PageTitle>
      <TopBar filters={filters} actions={actions}>
        {back ?? heading}
      </TopBar>
      {back !== undefined && heading}
      {lead && <div className="mb-4 mt-1 text-muted [overflow-wrap:anywhere]">{lead}</div>}
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
