import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '../../../vocabulary/texts.ts'
import { AnswersLink } from '../../answers/AnswersLink.tsx'
import { read } from '../../api.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { BriefButton } from '../../opportunities/BriefButton.tsx'
import { buttonClasses } from '../../ui/Button.tsx'
import { PeriodStatus } from '../../ui/PeriodMark.tsx'
import { AnswerPairs } from './AnswerPairs.tsx'
import { type ChangedPrompt, getScores, type PreviousWindow } from './prompt-leaders.ts'
import { ScoreTrend } from './ScoreTrend.tsx'
import { SourceShifts } from './SourceShifts.tsx'

type ChangeDetailProps = { prompt: ChangedPrompt; previous: PreviousWindow }

/** One prompt whose leader changed: its answers before and now, what changed in them, and the brief. */
export function ChangeDetail({ prompt, previous }: ChangeDetailProps) {
  const { brand, slug, filter } = useBrand()
  const { prompt_id, prompt_text, change, result_count } = prompt
  const { data } = useQuery(read('GET /api/content', { query: { brand_id: brand.id, prompt_id, limit: 10 } }))
  const opportunity = data?.items.find(
    ({ status, source_domain }) => status !== 'done' && status !== 'dismissed' && source_domain === null,
  )
  return (
    <section aria-label={prompt_text} className="card min-w-0">
      <div className="px-4 py-3">
        <h2 className="font-semibold [overflow-wrap:anywhere]">{prompt_text}</h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          {t('promptChanges.detail.scores', getScores(prompt, brand.name))}
          <PeriodStatus change={change} />
        </p>
      </div>
      <ScoreTrend prompt={prompt} previous={previous} />
      <AnswerPairs prompt={prompt} previous={previous} />
      <SourceShifts promptId={prompt_id} previous={previous} />
      <div className="flex flex-wrap items-start gap-2 border-t border-line px-4 py-3 text-sm">
        <BriefButton look="primary" opportunity={opportunity} />
        <Link
          to="/dashboard/brands/$slug/prompts/$id"
          params={{ slug, id: prompt_id }}
          search={filter}
          className={buttonClasses('secondary', 'small')}
        >
          {t('promptChanges.detail.openPrompt')}
        </Link>
        <span className="ml-auto self-center">
          <AnswersLink of={{ prompt: prompt_id }}>
            {t('promptChanges.detail.answers', { count: result_count })}
          </AnswersLink>
        </span>
      </div>
    </section>
  )
}
