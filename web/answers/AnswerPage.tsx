import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { formatUtcTime, joinFacts } from '../../vocabulary/formats.ts'
import { promptCategoryLabel } from '../../vocabulary/labels.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Badge } from '../ui/Badge.tsx'
import { BackLink } from '../ui/page/BackLink.tsx'
import { Page } from '../ui/page/Page.tsx'
import { AnswerConversation } from './AnswerConversation.tsx'
import { AnswerView } from './AnswerView.tsx'
import { answerQuery } from './queries.ts'

/** The full text of one answer, with every mention highlighted and every citation listed. */
export function AnswerPage() {
  const { id } = useParams({ from: '/dashboard/brands/$slug/answers/$id' })
  const search = useSearch({ from: '/dashboard/brands/$slug/answers/$id' })
  const { brand, slug, filter } = useBrand()
  const { data: answer } = useSuspenseQuery(answerQuery(id))
  return (
    <Page
      back={
        <BackLink to="/dashboard/brands/$slug/answers" params={{ slug }} search={search}>
          {t('answers.answer.back')}
        </BackLink>
      }
      title={answer.prompt.text}
      within={brand.name}
      lead={
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          {joinFacts([platformLabels[answer.platform], formatUtcTime(answer.answered_at)])}
          <Badge>{promptCategoryLabel(answer.prompt.category)}</Badge>
          {answer.prompt.topic && <Badge>{answer.prompt.topic}</Badge>}
          {answer.prompt.persona && <Badge>{answer.prompt.persona}</Badge>}
          <Link
            to="/dashboard/brands/$slug/prompts/$id"
            params={{ slug, id: answer.prompt.id }}
            search={filter}
            className="link"
          >
            {t('answers.answer.allAnswers')}
          </Link>
        </span>
      }
    >
      <AnswerConversation id={id} />
      <p className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        <span className="own-mention">{t('answers.answer.ownMention')}</span>
        <span className="competitor-mention text-ink">{t('answers.answer.competitorMention')}</span>
      </p>
      <div className="card px-4 py-5 sm:px-6">
        <AnswerView answer={answer} brandName={brand.name} />
      </div>
    </Page>
  )
}
