import { useQuery } from '@tanstack/react-query'
import { Link2, Link2Off } from 'lucide-react'
import { t } from '../../../vocabulary/texts.ts'
import { AnswersLink } from '../../answers/AnswersLink.tsx'
import { useBrand } from '../../brands/useBrand.ts'
import { getPromptDetail, type PromptDetail } from '../detail/prompt-detail.ts'
import { inPrevious, type PreviousWindow } from './prompt-leaders.ts'

const mostShifts = 4

type SourceShiftsProps = { promptId: string; previous: PreviousWindow }

/** The sources whose share of the answers changed most between the two periods. */
export function SourceShifts({ promptId, previous }: SourceShiftsProps) {
  const { query } = useBrand()
  const now = useQuery(getPromptDetail(query, promptId)).data
  const before = useQuery(getPromptDetail(inPrevious(query, previous), promptId)).data
  if (!now || !before || before.result_count === 0 || now.result_count === 0) return null
  const shifts = listShifts(before, now)
  if (shifts.length === 0) return null
  return (
    <section aria-label={t('promptChanges.sources.title')} className="border-t border-line px-4 py-3">
      <h3 className="mb-2 text-sm font-semibold">{t('promptChanges.sources.title')}</h3>
      <ul className="space-y-1.5 text-sm">
        {shifts.map(({ domain, isOwn, citingBefore, citingNow }) => {
          const Icon = citingNow < citingBefore ? Link2Off : Link2
          return (
            <li key={domain} className="flex gap-2">
              <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {t('promptChanges.sources.shift', {
                  source: isOwn ? t('promptChanges.sources.own', { domain }) : domain,
                  before: citingBefore,
                  answersBefore: before.result_count,
                  now: citingNow,
                  answersNow: now.result_count,
                })}{' '}
                {citingNow > 0 && (
                  <AnswersLink of={{ prompt: promptId, domain }} className="link whitespace-nowrap">
                    {t('ui.figure.viewAnswers')}
                  </AnswersLink>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Compares shares, because the periods can have different numbers of answers. Only the most cited sources of each are known. */
function listShifts(before: PromptDetail, now: PromptDetail) {
  const sources = new Map([...before.sources, ...now.sources].map((source) => [source.domain, source]))
  const count = ({ sources: cited }: PromptDetail, wanted: string) =>
    cited.find(({ domain }) => domain === wanted)?.results_citing ?? 0
  return [...sources.values()]
    .map(({ domain, category }) => {
      const [citingBefore, citingNow] = [count(before, domain), count(now, domain)]
      const shift = Math.abs(citingNow / now.result_count - citingBefore / before.result_count)
      return { domain, isOwn: category === 'owned', citingBefore, citingNow, shift }
    })
    .filter(({ shift }) => shift > 0)
    .toSorted((a, b) => b.shift - a.shift)
    .slice(0, mostShifts)
}
