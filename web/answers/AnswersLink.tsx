import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCount } from '../../vocabulary/formats.ts'
import { brandFilter } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import type { AnswerSearch } from './search.ts'

type AnswersLinkProps = {
  /** Which of the answers; all that count without it. */
  of?: AnswerSearch
  /** A filter that the number stands under, and the screen does not. */
  filter?: Record<string, string>
  className?: string
  children: ReactNode
}

/** From a number to the answers it was made of: the same days and filters. */
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

/** `n = 240`, which opens onto those 240. */
export function SampleLink({ count, ...rest }: Omit<AnswersLinkProps, 'children'> & { count: number }) {
  if (count === 0) return <span className="text-muted">n = 0</span>
  return (
    <AnswersLink {...rest}>
      <span className="whitespace-nowrap">n = {formatCount(count)}</span>
    </AnswersLink>
  )
}
