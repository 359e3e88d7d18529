import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, type Returns, read } from '../api.ts'
import { invalidateAnswers } from '../brands/invalidate-answers.ts'
import { ErrorNotice } from '../ui/Notice.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Section } from '../ui/page/Section.tsx'
import { copy } from './copy.ts'

const { sentiment: texts } = copy

type Method = Returns<'GET /api/sentiment-method'>
export type SentimentOption = Method['options'][number]

/** Chooses what classifies sentiment. For owners and admins. */
export function SentimentSection() {
  const method = useQuery(read('GET /api/sentiment-method'))
  return (
    <Section title={texts.title} lead={texts.lead}>
      <QueryBoundary query={method} className="h-24">
        {(data) => <MethodChoice method={data} />}
      </QueryBoundary>
    </Section>
  )
}

function MethodChoice({ method: { vendor, model, is_default, options } }: { method: Method }) {
  const queryClient = useQueryClient()
  const choose = useMutation({
    mutationFn: (chosen: SentimentOption['vendor'] | null) =>
      api('PUT /api/sentiment-method', { body: { vendor: chosen } }),
    onSuccess: () => invalidateAnswers(queryClient),
  })
  const connected = options.filter((option) => option.is_connected || option.vendor === vendor)
  return (
    <div className="card space-y-1.5 px-4 py-3.5 sm:px-5">
      <label className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="font-medium">{texts.label}</span>
        <select
          className="control w-auto max-w-full"
          value={vendor ?? ''}
          disabled={choose.isPending}
          onChange={({ target }) =>
            choose.mutate(connected.find((option) => option.vendor === target.value)?.vendor ?? null)
          }
        >
          <option value="">{texts.rules}</option>
          {connected.map((option) => (
            <option key={option.vendor} value={option.vendor}>
              {texts.option(
                option.label,
                option.vendor === vendor ? (model ?? option.model) : option.model,
                costOf(option),
              )}
            </option>
          ))}
        </select>
        {is_default && vendor !== null && <span className="text-sm text-muted">{texts.fromSettings}</span>}
      </label>
      <p className="text-sm text-muted">{texts.hint}</p>
      <ErrorNotice error={choose.error} />
    </div>
  )
}

/** Asks once, while a key is entered, whether its vendor may also classify sentiment. */
export function SentimentConsent({ option }: { option: SentimentOption }) {
  return (
    <div>
      <label className="flex items-start gap-2.5">
        <input
          type="checkbox"
          name="classifies_sentiment"
          defaultChecked
          className="mt-0.5 size-4.5 shrink-0 accent-accent"
        />
        <span className="font-medium">{texts.consent(option.label, costOf(option))}</span>
      </label>
      <p className="mt-1 pl-7 text-sm text-muted">{texts.consentHint}</p>
    </div>
  )
}

const costOf = ({ month_micros, cost_per_thousand_micros }: SentimentOption): string =>
  month_micros === null ? texts.perThousand(cost_per_thousand_micros) : texts.perMonth(month_micros)
