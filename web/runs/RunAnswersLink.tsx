import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCount } from '../../vocabulary/formats.ts'
import type { Platform } from '../../vocabulary/platforms.ts'
import { useBrand } from '../brands/useBrand.ts'
import type { RunReport } from './queries.ts'

type RunAnswersProps = {
  run: Pick<RunReport, 'id'>
  count: number
  platform?: Platform
  /** Default: answers that count in metrics. */
  status?: 'any' | 'failed'
  children?: ReactNode
}

/** The number of answers of a run, linked to them. */
export function RunAnswersLink({
  run,
  count,
  platform,
  status,
  children = formatCount(count),
}: RunAnswersProps) {
  const { slug } = useBrand()
  if (count === 0) return children
  return (
    <Link
      to="/dashboard/brands/$slug/answers"
      params={{ slug }}
      search={{ days: 'all', run: run.id, ...(platform && { platform }), ...(status && { status }) }}
      className="link"
    >
      {children}
    </Link>
  )
}
