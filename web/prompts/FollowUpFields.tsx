import { useQuery } from '@tanstack/react-query'
import { MessageSquarePlus } from 'lucide-react'
import { useState } from 'react'
import { maxQuestions } from '../../vocabulary/conversations.ts'
import { formatCost, formatList } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, read } from '../api.ts'
import { platformsQuery } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Button } from '../ui/Button.tsx'
import { TextArea } from '../ui/form/Field.tsx'

const field = 'follow_up'

/** Adds follow-ups to a form, up to the end of the longest conversation. `before`: the questions that it has already. */
export function FollowUpFields({ before }: { before: number }) {
  const [count, setCount] = useState(0)
  return (
    <>
      {Array.from({ length: count }, (_, index) => index + before).map((turn) => (
        <TextArea
          key={turn}
          label={t('prompts.followUps.label', { number: turn })}
          name={`${field}_${turn}`}
          rows={2}
          maxLength={2000}
          placeholder={t('prompts.followUps.placeholder')}
          hint={turn === before + count - 1 && <Hint turn={turn} />}
        />
      ))}
      {before + count < maxQuestions && (
        <Button className="self-start" onClick={() => setCount(count + 1)}>
          <MessageSquarePlus aria-hidden className="size-4" />
          {t('prompts.followUps.add')}
        </Button>
      )}
    </>
  )
}

/** What a follow-up costs, and where it is not asked. */
function Hint({ turn }: { turn: number }) {
  const { slug } = useBrand()
  const { data: cost } = useQuery(
    read('GET /api/brands/:brand/prompt-cost', {
      params: { brand: slug },
      query: { turns_before: turn === 1 ? '1' : '2' },
    }),
  )
  const { data: backends } = useQuery(read('GET /api/platforms'))
  const { data: settings } = useQuery(platformsQuery(slug))
  const enabled = new Set(settings?.flatMap(({ platform, enabled }) => (enabled ? [platform] : [])))
  const single = backends?.items.filter(
    (each) => each.configured && enabled.has(each.platform) && !each.takes_conversations,
  )
  return (
    <>
      {t('prompts.followUps.hint')}{' '}
      {single && single.length > 0 && (
        <>
          {t('prompts.followUps.notAskedOn', {
            platforms: formatList(single.map(({ platform }) => platformLabels[platform])),
          })}{' '}
        </>
      )}
      {cost && cost.cost_micros > 0 && t('prompts.followUps.cost', { cost: formatCost(cost.cost_micros) })}
    </>
  )
}

/** Returns the texts of the follow-ups of a form. */
export const getFollowUps = (values: FormData): string[] =>
  [...values].flatMap(([name, value]) => {
    const text = name.startsWith(`${field}_`) && typeof value === 'string' ? value.trim() : ''
    return text === '' ? [] : [text]
  })

/** Adds follow-ups at the end of the conversation of a prompt. */
export async function addFollowUps(
  brandId: string,
  promptId: string,
  texts: readonly string[],
): Promise<void> {
  const [text, ...follow_ups] = texts
  if (text === undefined) return
  const { questions } = await api('GET /api/prompts/:prompt/conversation', { params: { prompt: promptId } })
  const follows = questions.at(-1)?.prompt_id ?? promptId
  await api('POST /api/prompts', { body: { brand_id: brandId, text, follow_ups, follows } })
}
