import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatSample } from '../../vocabulary/formats.ts'
import { brandFilter } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import type { AnswerSearch } from './search.ts'

type AnswersLinkProps = {
  /** Which answers; all answered ones by default. */
  of?: AnswerSearch
  /** A filter of the metric that the screen does not have. */
  filter?: Record<string, string>
  className?: string
  children: ReactNode
}

/** Links from a metric to the answers behind it: same period, same filters. */
export function AnswersLink({ of = {}, filter = {}, className = 'link', children }: AnswersLinkProps) {
  const { slug, filter: here } = useBrand()
  return (
    <Link
      to="/dashboard/brands/$slug/answers"
      params={{ slug }}
      search={{ ...brandFilter({ ...here, ...filter }), ...of }}
      className={className}
    >
      {children}
    </Link>
  )
}

/** `n = 240`, linked to those 240 answers. */
export function SampleLink({ count, ...rest }: Omit<AnswersLinkProps, 'children'> & { count: number }) {
  if (count === 0) return <span className="text-muted">{formatSample(0)}</span>
  return (
    <AnswersLink {...rest}>
      <span className="whitespace-nowrap">{formatSample(count)}</span>
    </AnswersLink>
  )
}

type AnswerLinkProps = {
  id: string
  /** The list that the answer belongs to, for the way back. */
  of?: AnswerSearch
  className?: string
  children: ReactNode
}

/** Links to one answer, with the filters of this screen. */
export function AnswerLink({ id, of = {}, className = 'link', children }: AnswerLinkProps) {
  const { slug, filter } = useBrand()
  return (
    <Link
      to="/dashboard/brands/$slug/answers/$id"
      params={{ slug, id }}
      search={{ ...filter, ...of }}
      className={className}
    >
      {children}
    </Link>
  )
}
