import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { formatCount, formatScore } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { AnswersLink } from '../answers/AnswersLink.tsx'
import type { AnswerSearch } from '../answers/search.ts'
import { toAnswerParams } from '../answers/search.ts'
import { type Returns, read } from '../api.ts'
import { useFilterChoice } from '../brands/FilterBar.tsx'
import { useBrand } from '../brands/useBrand.ts'
import { Options } from '../ui/form/Options.tsx'
import { Select } from '../ui/form/Select.tsx'
import { Section } from '../ui/page/Section.tsx'
import { competitorSearch } from './search.ts'

type Comparison = Returns<'GET /api/metrics/competitor-comparison'>

/** The same answers, split by which of two brands they mention. */
export function HeadToHead({ comparison }: { comparison: Comparison }) {
  const { brand } = useBrand()
  const { versus: chosen } = competitorSearch(useSearch({ from: '/dashboard/brands/$slug/competitors' }))
  const choose = useFilterChoice()
  const competitor =
    comparison.competitors.find(({ competitor_id }) => competitor_id === chosen) ?? comparison.competitors[0]
  const both = useCount({ competitor: competitor?.competitor_id ?? '', named: 'yes' })
  if (!competitor || comparison.result_count === 0) return null
  const id = competitor.competitor_id
  const onlyThem = both === null ? null : competitor.appearance_count - both
  const onlyYou = both === null ? null : comparison.brand.appearance_count - both
  const neither =
    both === null ? null : comparison.result_count - competitor.appearance_count - (onlyYou ?? 0)
  const ownScore = comparison.brand.avg_visibility_score
  const lead = (ownScore ?? 0) - (competitor.avg_visibility_score ?? 0)
  const leader = lead === 0 ? null : lead > 0 ? brand.name : competitor.name
  return (
    <Section
      title={t('competitors.headToHead.title')}
      lead={
        leader === null
          ? t('competitors.headToHead.leadLevel', {
              ownScore: formatScore(ownScore),
              competitorScore: formatScore(competitor.avg_visibility_score),
            })
          : t('competitors.headToHead.lead', {
              ownScore: formatScore(ownScore),
              competitorScore: formatScore(competitor.avg_visibility_score),
              leader,
            })
      }
      actions={
        <Select
          aria-label={t('competitors.headToHead.choose')}
          value={id}
          onChange={({ target }) => choose({ versus: target.value })}
        >
          <Options of={comparison.competitors.map(({ competitor_id, name }) => [competitor_id, name])} />
        </Select>
      }
    >
      <ul className="card grid grid-cols-2 overflow-hidden lg:grid-cols-4">
        <Part
          label={t('competitors.headToHead.only', { name: brand.name })}
          count={onlyYou}
          of={{ without: id, named: 'yes' }}
        />
        <Part label={t('competitors.headToHead.both')} count={both} of={{ competitor: id, named: 'yes' }} />
        <Part
          label={t('competitors.headToHead.only', { name: competitor.name })}
          count={onlyThem}
          of={{ competitor: id, named: 'no' }}
        />
        <Part label={t('competitors.headToHead.neither')} count={neither} of={{ without: id, named: 'no' }} />
      </ul>
    </Section>
  )
}

type PartProps = { label: string; count: number | null; of: AnswerSearch }

function Part({ label, count, of }: PartProps) {
  return (
    <li className="-mb-px -mr-px border-b border-r border-line px-4 py-4 sm:px-5">
      <p className="text-sm text-muted [overflow-wrap:anywhere]">{label}</p>
      <p className="text-2xl font-semibold tabular-nums">{count === null ? '…' : formatCount(count)}</p>
      <p className="text-xs">
        {count !== null && count > 0 ? (
          <AnswersLink of={of}>{t('competitors.headToHead.viewAnswers')}</AnswersLink>
        ) : (
          <span className="text-muted">{t('competitors.headToHead.noAnswers')}</span>
        )}
      </p>
    </li>
  )
}

/** The number of matching answers in this period with these filters; null while loading. */
function useCount(of: AnswerSearch): number | null {
  const { query } = useBrand()
  const { data } = useQuery(
    read('GET /api/answers', { query: { ...query, ...toAnswerParams(of), limit: 1 } }),
  )
  return data?.total ?? null
}
