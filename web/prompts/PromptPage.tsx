import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { promptCategoryLabel } from '../../vocabulary/labels.ts'
import { t } from '../../vocabulary/texts.ts'
import { FilterBar } from '../brands/FilterBar.tsx'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Badge } from '../ui/Badge.tsx'
import { BackLink } from '../ui/page/BackLink.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { AnswerStability } from './AnswerStability.tsx'
import { AnswersOverTime } from './detail/AnswersOverTime.tsx'
import { LatestAnswer } from './detail/LatestAnswer.tsx'
import { PromptAction } from './detail/PromptAction.tsx'
import { PromptActions } from './detail/PromptActions.tsx'
import { PromptConversation } from './detail/PromptConversation.tsx'
import { PromptPager } from './detail/PromptPager.tsx'
import { PromptPlatforms } from './detail/PromptPlatforms.tsx'
import { PromptRanking } from './detail/PromptRanking.tsx'
import { PromptSources } from './detail/PromptSources.tsx'
import { PromptTrend } from './detail/PromptTrend.tsx'
import { PromptVerdict } from './detail/PromptVerdict.tsx'
import { getPromptDetail } from './detail/prompt-detail.ts'
import { promptQuery } from './queries.ts'
import { SearchVolume } from './SearchVolume.tsx'
import { promptsSearch } from './search.ts'

/** One prompt: who wins it, where, with which sources, and every answer to it. */
export function PromptPage() {
  const { id } = useParams({ from: '/dashboard/brands/$slug/prompts/$id' })
  const { brand, slug, filter } = useBrand()
  const search = promptsSearch(useSearch({ from: '/dashboard/brands/$slug/prompts/$id' }))
  const { mayWrite } = useCurrentUser()
  const { data: prompt } = useSuspenseQuery(promptQuery(id))
  const where = [prompt.region, prompt.language].filter(Boolean).join(', ')
  return (
    <Page
      title={prompt.text}
      back={
        <>
          <BackLink to="/dashboard/brands/$slug/prompts" params={{ slug }} search={{ ...filter, ...search }}>
            {t('prompts.promptPage.back')}
          </BackLink>
          <PromptPager id={id} />
        </>
      }
      filters={<FilterBar parts={['days', 'platform', 'region']} />}
      actions={mayWrite && <PromptActions prompt={prompt} />}
      within={brand.name}
      lead={
        <span className="flex flex-wrap items-center gap-1.5">
          {!prompt.is_active && <Badge tone="caution">{t('prompts.badges.paused')}</Badge>}
          {prompt.branded && <Badge tone="accent">{t('prompts.badges.branded')}</Badge>}
          {prompt.category !== 'branded' && <Badge>{promptCategoryLabel(prompt.category)}</Badge>}
          {prompt.topic_name && <Badge>{prompt.topic_name}</Badge>}
          {where && <Badge>{where}</Badge>}
          {prompt.persona_name && <Badge>{prompt.persona_name}</Badge>}
        </span>
      }
    >
      <PromptConversation id={id} />
      <Detail id={id} />
      <SearchVolume promptId={id} />
      <AnswersOverTime id={id} />
      <Stability id={id} />
    </Page>
  )
}

function Detail({ id }: { id: string }) {
  const { query } = useBrand()
  const detail = useQuery(getPromptDetail(query, id))
  return (
    <QueryBoundary query={detail} className="h-128">
      {(data) =>
        data.result_count === 0 ? (
          <p className="card px-5 py-4 text-muted">{t('prompts.promptPage.noAnswers')}</p>
        ) : (
          <>
            <PromptVerdict detail={data} />
            <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
              <div className="grid min-w-0 gap-4">
                <PromptTrend detail={data} />
                <PromptRanking detail={data} />
                <PromptPlatforms detail={data} />
              </div>
              <div className="grid min-w-0 gap-4 max-xl:order-first">
                <LatestAnswer detail={data} />
                <PromptAction detail={data} />
                <PromptSources detail={data} />
              </div>
            </div>
          </>
        )
      }
    </QueryBoundary>
  )
}

/** Collapsed, because few readers need it; computed when it is opened. */
function Stability({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="mt-10" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="text-lg font-semibold">{t('prompts.consistency.title')}</summary>
      {isOpen && <AnswerStability promptId={id} />}
    </details>
  )
}
