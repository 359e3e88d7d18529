import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { type Returns, read } from '../api.ts'
import { Badge } from '../ui/Badge.tsx'
import { Card } from '../ui/page/Card.tsx'
import { AnswerExcerpt } from './AnswerExcerpt.tsx'

type Turn = Returns<'GET /api/answers/:id/conversation'>['turns'][number]

/** The questions before and after an answer in its conversation. Nothing for an answer without other turns. */
export function AnswerConversation({ id }: { id: string }) {
  const { data } = useQuery(read('GET /api/answers/:id/conversation', { params: { id } }))
  if (!data || data.turns.length < 2) return null
  return (
    <div className="mb-4">
      <Card title={t('answers.conversation.title')} lead={t('answers.conversation.lead')}>
        <ol className="divide-y divide-line border-t border-line">
          {data.turns.map((turn, index) => (
            <li key={turn.answer_id} className="px-4 py-2.5">
              {turn.answer_id === id ? (
                <Question turn={turn} number={index + 1} isCurrent />
              ) : (
                <OtherTurn turn={turn} number={index + 1} />
              )}
            </li>
          ))}
        </ol>
      </Card>
    </div>
  )
}

type TurnProps = { turn: Turn; number: number }

/** The answer is loaded when it is opened. */
function OtherTurn({ turn, number }: TurnProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Question turn={turn} number={number} />
      </summary>
      <div className="mt-2 rounded-lg border border-line p-3">
        {isOpen && <AnswerExcerpt isTitleHidden title={turn.prompt_text} id={turn.answer_id} />}
      </div>
    </details>
  )
}

function Question({ turn, number, isCurrent = false }: TurnProps & { isCurrent?: boolean }) {
  return (
    <span className="space-x-2 leading-7">
      <span className="tabular-nums text-muted">{number}</span>
      <span aria-current={isCurrent || undefined} className={isCurrent ? 'font-semibold' : 'font-medium'}>
        {turn.prompt_text}
      </span>
      {isCurrent && <Badge tone="accent">{t('answers.conversation.current')}</Badge>}
      <Mention turn={turn} />
    </span>
  )
}

function Mention({ turn: { status, mentioned, rank } }: { turn: Turn }) {
  if (status !== 'answered') return <Badge tone="caution">{t(`labels.answerStatus.${status}`)}</Badge>
  if (!mentioned) return <Badge>{t('answers.excerpt.notMentioned')}</Badge>
  return (
    <Badge tone="good">
      {rank === null ? t('answers.excerpt.mentioned') : t('answers.excerpt.ranked', { rank })}
    </Badge>
  )
}
