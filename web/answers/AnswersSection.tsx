import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { MessagesSquare, SearchX } from 'lucide-react'
import { useState } from 'react'
import { formatCount, formatQuantity } from '../../vocabulary/formats.ts'
import { platformLabels, platforms } from '../../vocabulary/platforms.ts'
import { brandSearch } from '../brands/needs.ts'
import { newestAnswersOf } from '../brands/queries.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Section } from '../ui/Section.tsx'
import { Bar } from '../ui/Skeleton.tsx'
import { AnswerGroupCard } from './AnswerGroupCard.tsx'
import { type Answer, type AnswerFilter, groupByPrompt, passes } from './answer.ts'

type AnswersSectionProps = { brand: { id: string; name: string }; filter: AnswerFilter }

/** The newest answer to each prompt on each platform: what every number above opens onto. */
export function AnswersSection({ brand, filter }: AnswersSectionProps) {
  const { data, error } = useQuery(newestAnswersOf(brand.id))
  const answers = data?.results
  return (
    <Section
      title="Answers"
      lead="The newest answer to each prompt on each platform."
      actions={answers && answers.length > 0 && <Filters answers={answers} filter={filter} />}
    >
      {error && <Notice tone="bad">{error.message}</Notice>}
      {!answers && !error && <Bar className="h-64 rounded-xl" />}
      {answers?.length === 0 && (
        <div className="card">
          <EmptyState Icon={MessagesSquare} title="No answers yet">
            Add prompts above and run them. Each answer then stands here word for word, with every mention
            marked.
          </EmptyState>
        </div>
      )}
      {answers && answers.length > 0 && <Groups answers={answers} filter={filter} brandName={brand.name} />}
    </Section>
  )
}

const groupsAtOnce = 10

function Groups({
  answers,
  filter,
  brandName,
}: {
  answers: Answer[]
  filter: AnswerFilter
  brandName: string
}) {
  const [shown, setShown] = useState(groupsAtOnce)
  const matching = answers.filter(passes(filter))
  const groups = groupByPrompt(matching)
  if (groups.length === 0) return <NothingMatches />
  return (
    <>
      <Legend brandName={brandName} answers={matching} />
      <div className="space-y-4">
        {groups.slice(0, shown).map((group) => (
          <AnswerGroupCard key={group.prompt.id} group={group} brandName={brandName} />
        ))}
      </div>
      {groups.length > shown && (
        <div className="mt-4 flex justify-center">
          <Button onClick={() => setShown(shown + groupsAtOnce)}>
            Show more ({formatQuantity(groups.length - shown, 'prompt')})
          </Button>
        </div>
      )}
    </>
  )
}

function Legend({ brandName, answers }: { brandName: string; answers: Answer[] }) {
  const answered = answers.filter(({ status }) => status === 'answered').length
  const others = answers.length - answered
  return (
    <div className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
      <p role="status">
        {formatQuantity(answered, 'answer')}
        {others > 0 && `, ${formatCount(others)} failed, refused or empty`}
      </p>
      <p>
        <span className="own-mention">{brandName}</span> is marked like this
      </p>
      <p>
        <span className="competitor-mention text-ink">a competitor</span> like this
      </p>
    </div>
  )
}

function NothingMatches() {
  const navigate = useNavigate({ from: '/dashboard/brands/$slug' })
  return (
    <div className="card">
      <EmptyState
        Icon={SearchX}
        title="No answer matches"
        action={
          <Button
            onClick={() =>
              navigate({ search: ({ days }) => ({ ...(days && { days }) }), resetScroll: false })
            }
          >
            Show all answers
          </Button>
        }
      >
        Failed, refused and empty answers are neither named nor not named.
      </EmptyState>
    </div>
  )
}

function Filters({ answers, filter }: { answers: Answer[]; filter: AnswerFilter }) {
  const navigate = useNavigate({ from: '/dashboard/brands/$slug' })
  const present = platforms.filter((platform) => answers.some((answer) => answer.platform === platform))
  // An empty choice is no filter; what the address may say is checked where it is read.
  const choose = (change: Record<string, string>) =>
    navigate({ search: (old) => brandSearch({ ...old, ...change }), replace: true, resetScroll: false })
  return (
    <>
      <select
        aria-label="Platform"
        value={filter.platform ?? ''}
        onChange={(event) => choose({ platform: event.target.value })}
        className="control w-auto"
      >
        <option value="">All platforms</option>
        {present.map((platform) => (
          <option key={platform} value={platform}>
            {platformLabels[platform]}
          </option>
        ))}
      </select>
      <select
        aria-label="Named or not"
        value={filter.named ?? ''}
        onChange={(event) => choose({ named: event.target.value })}
        className="control w-auto"
      >
        <option value="">Named or not</option>
        <option value="yes">Named</option>
        <option value="no">Not named</option>
      </select>
    </>
  )
}
