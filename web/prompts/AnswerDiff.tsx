import { useQuery } from '@tanstack/react-query'
import { diffWordsWithSpace } from 'diff'
import { X } from 'lucide-react'
import { formatUtcTime } from '../../vocabulary/formats.ts'
import { type Platform, platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { answerQuery } from '../answers/queries.ts'
import { Bar } from '../ui/page/Skeleton.tsx'
import { RichText } from '../ui/RichText.tsx'

type Which = { id: string; platform: Platform; answered_at: string }
type AnswerDiffProps = { older: Which; newer: Which; onClose: () => void }

/** The differences between two answers, word by word: deletions struck through, insertions underlined. */
export function AnswerDiff({ older, newer, onClose }: AnswerDiffProps) {
  const before = useQuery(answerQuery(older.id))
  const after = useQuery(answerQuery(newer.id))
  const from = before.data?.response
  const to = after.data?.response
  return (
    <section aria-label={t('prompts.answerDiff.label')} className="card mb-4">
      <header className="flex items-center justify-between gap-4 border-b border-line px-4 py-2.5 text-sm sm:px-5">
        <p>
          <RichText
            id="prompts.answerDiff.compared"
            values={{
              older: <del className="diff-gone">{getName(older)}</del>,
              newer: <ins className="diff-new">{getName(newer)}</ins>,
            }}
          />
        </p>
        <button
          type="button"
          aria-label={t('prompts.answerDiff.close')}
          onClick={onClose}
          className="rounded-md p-1.5 text-muted hover:bg-sunken"
        >
          <X aria-hidden className="size-4" />
        </button>
      </header>
      {typeof from === 'string' && typeof to === 'string' ? (
        <div className="answer-text whitespace-pre-wrap px-4 py-4 sm:px-5">
          <Difference from={from} to={to} />
        </div>
      ) : (
        <Bar className="m-4 h-40 rounded-lg" />
      )}
    </section>
  )
}

const getName = ({ platform, answered_at }: Which) =>
  t('prompts.answerDiff.answer', {
    platform: platformLabels[platform],
    answeredAt: formatUtcTime(answered_at),
  })

function Difference({ from, to }: { from: string; to: string }) {
  return (
    <div>
      {diffWordsWithSpace(from, to).map(({ value, added, removed }, index) => {
        // biome-ignore-start lint/suspicious/noArrayIndexKey: pieces of one text, in their order
        if (added)
          return (
            <ins key={index} className="diff-new">
              {value}
            </ins>
          )
        if (removed)
          return (
            <del key={index} className="diff-gone">
              {value}
            </del>
          )
        return <span key={index}>{value}</span>
        // biome-ignore-end lint/suspicious/noArrayIndexKey: pieces of one text, in their order
      })}
    </div>
  )
}
