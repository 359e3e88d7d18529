import { useQuery } from '@tanstack/react-query'
import { formatCount, formatLocalDay, noData } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { read } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Section } from '../ui/page/Section.tsx'

/** The search volume of a prompt; renders nothing if no source reports it. */
export function SearchVolume({ promptId }: { promptId: string }) {
  const { brand } = useBrand()
  const { data } = useQuery(read('GET /api/metrics/prompt-volumes', { query: { brand_id: brand.id } }))
  const volume = data?.volumes.find(({ prompt_id }) => prompt_id === promptId)
  if (!volume) return null
  const { est_ai_volume_low: low, est_ai_volume_high: high } = volume
  return (
    <Section
      title={t('prompts.searchVolume.title')}
      lead={t('prompts.searchVolume.source', {
        source: volume.source,
        fetchedAt: formatLocalDay(volume.fetched_at),
        method: volume.method,
      })}
    >
      <dl className="card grid gap-4 px-4 py-4 text-sm sm:grid-cols-3 sm:px-5">
        <div>
          <dt className="text-muted">{t('prompts.searchVolume.total')}</dt>
          <dd className="text-xl font-semibold tabular-nums">
            {volume.total_volume === null ? noData : formatCount(volume.total_volume)}
          </dd>
        </div>
        <div>
          <dt className="text-muted">{t('prompts.searchVolume.estimatedAi')}</dt>
          <dd className="text-xl font-semibold tabular-nums">
            {low === null || high === null ? noData : t('prompts.searchVolume.range', { low, high })}
          </dd>
        </div>
        <div>
          <dt className="text-muted">{t('prompts.searchVolume.keywords')}</dt>
          <dd>
            <ul>
              {volume.keywords.map(({ keyword, volume: searches }) => (
                <li key={keyword} className="flex justify-between gap-4">
                  <span className="[overflow-wrap:anywhere]">{keyword}</span>
                  <span className="tabular-nums text-muted">
                    {searches === null ? noData : formatCount(searches)}
                  </span>
                </li>
              ))}
            </ul>
          </dd>
        </div>
      </dl>
    </Section>
  )
}
