import { useQuery } from '@tanstack/react-query'
import { formatDay } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { CitedPageLink } from '../citations/CitedPageLink.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { AnswerLink } from './AnswersLink.tsx'
import { AnswerText } from './AnswerText.tsx'
import { type Answer, getHighlights } from './answer-highlights.ts'
import { answerQuery } from './queries.ts'

type AnswerExcerptProps = {
  title: string
  /** The title is above the part. */
  isTitleHidden?: boolean
  id: string
  /** The id of an earlier answer: sources that it does not cite are marked as new. */
  earlier?: string | undefined
}

/** An answer in a part of a screen: whether it mentions the brand, its text, which scrolls, and its first sources. */
export function AnswerExcerpt({ title, isTitleHidden = false, id, earlier }: AnswerExcerptProps) {
  const answer = useQuery(answerQuery(id))
  const before = useQuery({ ...answerQuery(earlier ?? ''), enabled: earlier !== undefined })
  if (!answer.data) return <Bar className="h-40 rounded-lg" />
  const { mentions, answered_at, response, platform } = answer.data
  const source = t('answers.excerpt.answer', {
    platform: platformLabels[platform],
    day: formatDay(answered_at),
  })
  return (
    <>
      <p className="mb-2 flex flex-wrap items-center justify-between gap-2 text-sm">
        <span>
          {!isTitleHidden && <span className="font-semibold">{title} </span>}
          <AnswerLink id={id}>{source}</AnswerLink>
        </span>
        {mentions.mentioned ? (
          <Badge tone="good">
            {mentions.rank === null
              ? t('answers.excerpt.mentioned')
              : t('answers.excerpt.ranked', { rank: mentions.rank })}
          </Badge>
        ) : (
          <Badge tone="bad">{t('answers.excerpt.notMentioned')}</Badge>
        )}
      </p>
      <section
        aria-label={isTitleHidden ? source : title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-72 overflow-y-auto text-sm"
      >
        {response && <AnswerText markdown={response} highlights={getHighlights(answer.data)} />}
      </section>
      <Sources answer={answer.data} earlier={before.data} />
    </>
  )
}

const mostSources = 4

function Sources({ answer, earlier }: { answer: Answer; earlier: Answer | undefined }) {
  const known = new Set(earlier?.citations.map(({ url }) => url))
  if (answer.citations.length === 0) return null
  return (
    <ol className="mt-3 space-y-1 border-t border-line pt-2 text-sm">
      {answer.citations.slice(0, mostSources).map(({ position, url, domain, is_own, category }) => (
        <li key={`${position} ${url}`} className="flex items-center gap-2">
          <span className="w-4 tabular-nums text-muted">{position}</span>
          <CitedPageLink url={url} title={url} className="min-w-0 truncate hover:underline">
            {domain ?? url}
          </CitedPageLink>
          <span className="ml-auto">
            {is_own ? (
              <Badge tone="accent">{t('answers.excerpt.yourSite')}</Badge>
            ) : category === 'competitor' ? (
              <Badge>{t('labels.sourceCategory.competitor')}</Badge>
            ) : (
              earlier && !known.has(url) && <Badge>{t('answers.excerpt.newPage')}</Badge>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}
