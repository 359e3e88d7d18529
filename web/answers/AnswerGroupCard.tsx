import { Check, Minus, TriangleAlert } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useState } from 'react'
import { formatCount } from '../../vocabulary/formats.ts'
import { answerStatusLabels, promptCategoryLabel } from '../../vocabulary/labels.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { Badge } from '../ui/Badge.tsx'
import { AnswerView } from './AnswerView.tsx'
import type { Answer, AnswerGroup } from './answer.ts'

/** One prompt with its answers side by side: one is read at a time, and all say at a glance whether they name the brand. */
export function AnswerGroupCard({
  group: { prompt, answers },
  brandName,
}: {
  group: AnswerGroup
  brandName: string
}) {
  const [chosen, setChosen] = useState<string | null>(null)
  // A filter may take the chosen answer away, and a new run brings others: what is shown is always one that is there.
  const shown =
    answers.find((answer) => placeOf(answer) === chosen) ??
    answers.find(({ mentions }) => mentions.mentioned) ??
    answers[0]
  const answered = answers.filter(({ status }) => status === 'answered')
  const named = answered.filter(({ mentions }) => mentions.mentioned)
  return (
    <article className="card overflow-hidden">
      <div className="px-4 pb-3 pt-4 sm:px-5">
        <h3 className="font-semibold [overflow-wrap:anywhere]">{prompt.text}</h3>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
          {answered.length === 0
            ? 'Nothing was answered'
            : `Named in ${formatCount(named.length)} of ${formatCount(answered.length)}`}
          <Badge>{promptCategoryLabel(prompt.category)}</Badge>
          {prompt.topic && <Badge>{prompt.topic}</Badge>}
        </p>
      </div>
      <Tabs.Root value={shown ? placeOf(shown) : ''} onValueChange={setChosen} activationMode="manual">
        <Tabs.List
          aria-label={`Answers to: ${prompt.text}`}
          className="relative flex gap-1 overflow-x-auto border-b border-line px-2 sm:px-3"
        >
          {answers.map((answer) => (
            <AnswerTab key={answer.id} answer={answer} />
          ))}
        </Tabs.List>
        {answers.map((answer) => (
          <Tabs.Content key={answer.id} value={placeOf(answer)} className="px-4 py-5 sm:px-5">
            <AnswerView answer={answer} brandName={brandName} />
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </article>
  )
}

/** Of the newest answers to one prompt there is one per platform and region. */
const placeOf = ({ platform, region }: Answer) => `${platform}-${region ?? ''}`

function AnswerTab({ answer }: { answer: Answer }) {
  const { Icon, tone, words } = verdictOf(answer)
  return (
    <Tabs.Trigger
      value={placeOf(answer)}
      className="-mb-px flex shrink-0 items-center gap-1.5 border-b-2 border-transparent px-2 py-2 text-sm font-medium text-muted hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink focus-visible:-outline-offset-2"
    >
      <Icon aria-hidden className={`size-3.5 ${tone}`} strokeWidth={3} />
      {platformLabels[answer.platform]}
      {answer.region && <span className="font-normal">{answer.region}</span>}
      <span className="sr-only">{words}</span>
    </Tabs.Trigger>
  )
}

function verdictOf({ status, mentions }: Answer) {
  if (status !== 'answered')
    return { Icon: TriangleAlert, tone: 'text-caution', words: answerStatusLabels[status] }
  return mentions.mentioned
    ? { Icon: Check, tone: 'text-good', words: 'named' }
    : { Icon: Minus, tone: 'text-muted', words: 'not named' }
}
