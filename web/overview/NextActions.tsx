import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { impactLabels } from '../../vocabulary/opportunities.ts'
import { read } from '../api.ts'
import { newestRunOf } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Section } from '../ui/page/Section.tsx'
import { copy } from './copy.ts'

/** Recommended next steps, most urgent first. Renders nothing if there are none. */
export function NextActions() {
  const { brand, slug } = useBrand()
  const { data: runs } = useQuery(newestRunOf(brand.id))
  const jobId = runs?.items[0]?.id
  const { data: run } = useQuery({
    ...read('GET /api/tracking/status', { query: { jobId: jobId ?? '' } }),
    enabled: jobId !== undefined,
  })
  const { data: candidates } = useQuery(
    read('GET /api/brands/:brand/candidates', { params: { brand: slug }, query: { limit: 1 } }),
  )
  const { data: opportunities } = useQuery(
    read('GET /api/content', { query: { brand_id: brand.id, status: 'new', limit: 3 } }),
  )
  const failed = run?.result?.platforms.filter((each) => each.error !== null) ?? []
  const name = candidates?.items[0]?.name
  const open = opportunities?.items ?? []
  if (failed.length === 0 && name === undefined && open.length === 0) return null
  return (
    <Section title={copy.nextActions.title}>
      <ul className="card divide-y divide-line">
        {failed.length > 0 && (
          <Action to="/dashboard/brands/$slug/runs">{copy.nextActions.platformErrors(failed.length)}</Action>
        )}
        {open.map(({ id, title, impact }) => (
          <Action key={id} to="/dashboard/brands/$slug/opportunities/$id" id={id}>
            <span className="font-medium [overflow-wrap:anywhere]">{title}</span>{' '}
            <span className="text-muted">{copy.nextActions.impact(impactLabels[impact])}</span>
          </Action>
        ))}
        {name !== undefined && (
          <Action to="/dashboard/brands/$slug/competitors">
            {copy.nextActions.suggestedCompetitor(name)}
          </Action>
        )}
      </ul>
    </Section>
  )
}

type ActionProps = { to: NonNullable<LinkProps['to']>; id?: string; children: ReactNode }

function Action({ to, id, children }: ActionProps) {
  const { slug } = useBrand()
  return (
    <li>
      <Link
        to={to}
        params={id === undefined ? { slug } : { slug, id }}
        className="flex items-center justify-between gap-4 px-4 py-3 hover:bg-sunken sm:px-5"
      >
        <span>{children}</span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
      </Link>
    </li>
  )
}
