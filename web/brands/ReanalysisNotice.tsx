import { useQuery } from '@tanstack/react-query'
import { t } from '../../vocabulary/texts.ts'
import { pollMs } from '../polling.ts'
import { Notice } from '../ui/Notice.tsx'
import { useInvalidateAfter } from './invalidate-answers.ts'
import { reanalysisQuery } from './queries.ts'
import { useBrand } from './useBrand.ts'

/** Shown while past answers are reprocessed after a change of names. */
export function ReanalysisNotice() {
  const { slug } = useBrand()
  const { data } = useQuery({
    ...reanalysisQuery(slug),
    refetchInterval: ({ state }) => (state.data?.job ? pollMs : false),
  })
  const job = data?.job
  useInvalidateAfter(job !== null && job !== undefined)
  if (!job) return null
  const { completed = 0, total = 0 } = job.progress ?? {}
  return (
    <div className="mb-6">
      <Notice tone="caution" live>
        {total > 0 ? t('brands.reanalysis.progress', { completed, total }) : t('brands.reanalysis.starting')}
      </Notice>
    </div>
  )
}
