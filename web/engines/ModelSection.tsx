import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { formatCost } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, type Returns, read } from '../api.ts'
import { answerAddresses } from '../brands/invalidate-answers.ts'
import { Select } from '../ui/form/Select.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Section } from '../ui/page/Section.tsx'
import { useChange } from '../useChange.ts'

type Method = Returns<'GET /api/sentiment-method'>
type Vendor = Method['vendor']
export type ModelOption = Method['options'][number]

/** Chooses what classifies sentiment. For owners and admins. */
export const SentimentSection = () => (
  <ModelSection
    title={t('engines.sentiment.title')}
    lead={t('engines.sentiment.lead')}
    label={t('engines.sentiment.label')}
    hint={t('engines.sentiment.hint')}
    method={useQuery(read('GET /api/sentiment-method'))}
    choose={(vendor) => api('PUT /api/sentiment-method', { body: { vendor } })}
  />
)

/** Chooses what compares claims. For owners and admins. */
export const ClaimsSection = () => (
  <ModelSection
    title={t('engines.claims.title')}
    lead={t('engines.claims.lead')}
    label={t('engines.claims.label')}
    hint={t('engines.claims.hint')}
    method={useQuery(read('GET /api/claims-method'))}
    choose={(vendor) => api('PUT /api/claims-method', { body: { vendor } })}
  />
)

type ChoiceProps = { label: string; hint: string; choose: (vendor: Vendor) => Promise<Method> }
type SectionProps = ChoiceProps & { title: string; lead: string; method: UseQueryResult<Method> }

const ModelSection = ({ title, lead, method, ...choice }: SectionProps) => (
  <Section title={title} lead={lead}>
    <QueryBoundary query={method} className="h-24">
      {(data) => <MethodChoice {...choice} method={data} />}
    </QueryBoundary>
  </Section>
)

function MethodChoice({
  label,
  hint,
  choose: send,
  method: { vendor, model, is_default, options },
}: ChoiceProps & { method: Method }) {
  const choose = useChange(send, answerAddresses)
  const connected = options.filter((option) => option.is_connected || option.vendor === vendor)
  return (
    <div className="card space-y-1.5 px-4 py-3.5 sm:px-5">
      <label className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="font-medium">{label}</span>
        <Select
          value={vendor ?? ''}
          disabled={choose.isPending}
          onChange={({ target }) =>
            choose.mutate(connected.find((option) => option.vendor === target.value)?.vendor ?? null)
          }
        >
          <option value="">{t('engines.method.rules')}</option>
          {connected.map((option) => (
            <option key={option.vendor} value={option.vendor}>
              {t('engines.method.option', {
                vendor: option.label,
                model: option.vendor === vendor ? (model ?? option.model) : option.model,
                cost: getCost(option),
              })}
            </option>
          ))}
        </Select>
        {is_default && vendor !== null && (
          <span className="text-sm text-muted">{t('engines.method.fromSettings')}</span>
        )}
      </label>
      <p className="text-sm text-muted">{hint}</p>
      <ErrorNotice error={choose.error} />
    </div>
  )
}

/** Asks once, while a key is entered, whether its vendor may also classify sentiment. */
export function SentimentConsent({ option }: { option: ModelOption }) {
  return (
    <div>
      <label className="flex items-start gap-2.5">
        <input
          type="checkbox"
          name="classifies_sentiment"
          defaultChecked
          className="mt-0.5 size-4.5 shrink-0 accent-accent"
        />
        <span className="font-medium">
          {t('engines.sentiment.consent', { vendor: option.label, cost: getCost(option) })}
        </span>
      </label>
      <p className="mt-1 pl-7 text-sm text-muted">{t('engines.sentiment.consentHint')}</p>
    </div>
  )
}

const getCost = ({ month_micros, cost_per_thousand_micros }: ModelOption): string =>
  month_micros === null
    ? t('engines.method.perThousand', { cost: formatCost(cost_per_thousand_micros) })
    : t('engines.method.perMonth', { cost: formatCost(month_micros) })
