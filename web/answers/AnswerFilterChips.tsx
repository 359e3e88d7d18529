import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { t } from '../../vocabulary/texts.ts'
import { read } from '../api.ts'
import { brandFilter, toItems } from '../brands/filter.ts'
import { competitorsQuery, productsQuery } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'
import { answerSearch } from './search.ts'

/** Filters that come with a link and have no control; each can be removed. */
export function AnswerFilterChips() {
  const { slug, filter } = useBrand()
  const search = answerSearch(useSearch({ from: '/dashboard/brands/$slug/answers' }))
  const {
    prompt,
    run,
    model,
    domain,
    url,
    search: ran,
    cited,
    without,
    product,
    fact,
    verdict,
    ...rest
  } = search
  const prompts = toItems(prompt)
  const { data } = useQuery({
    ...read('GET /api/prompts/:prompt', { params: { prompt: prompts[0] ?? '' } }),
    enabled: prompts.length === 1,
  })
  const { data: competitors } = useQuery({ ...competitorsQuery(slug), enabled: without !== undefined })
  const { data: products } = useQuery({ ...productsQuery(slug), enabled: product !== undefined })
  const withoutName = without && nameIn(competitors, without)
  const productName = product && nameIn(products, product)
  const chips = [
    ...(prompt
      ? [
          {
            key: 'prompt' as const,
            label:
              data?.text === undefined
                ? t('answers.chips.prompts', { count: prompts.length })
                : t('answers.chips.prompt', { text: data.text }),
          },
        ]
      : []),
    ...(run ? [{ key: 'run' as const, label: t('answers.chips.run') }] : []),
    ...(model ? [{ key: 'model' as const, label: t('answers.chips.model', { model }) }] : []),
    ...(domain ? [{ key: 'domain' as const, label: t('answers.chips.cites', { source: domain }) }] : []),
    ...(url ? [{ key: 'url' as const, label: t('answers.chips.cites', { source: url }) }] : []),
    ...(fact && !verdict ? [{ key: 'fact' as const, label: t('answers.chips.statesFact') }] : []),
    ...(verdict
      ? [
          {
            key: 'verdict' as const,
            label: t('answers.chips.claim', { verdict: t(`labels.verdict.${verdict}`) }),
          },
        ]
      : []),
    ...(ran ? [{ key: 'search' as const, label: t('answers.chips.search', { search: ran }) }] : []),
    ...(without
      ? [
          {
            key: 'without' as const,
            label:
              withoutName === undefined
                ? t('answers.chips.withoutCompetitorUnknown')
                : t('answers.chips.withoutCompetitor', { name: withoutName }),
          },
        ]
      : []),
    ...(product
      ? [
          {
            key: 'product' as const,
            label:
              productName === undefined
                ? t('answers.chips.mentionsProductUnknown')
                : t('answers.chips.mentionsProduct', { name: productName }),
          },
        ]
      : []),
    ...(cited
      ? [
          {
            key: 'cited' as const,
            label: cited === 'yes' ? t('answers.chips.citesYou') : t('answers.chips.doesNotCiteYou'),
          },
        ]
      : []),
  ]
  if (chips.length === 0) return null
  return (
    <ul className="-mt-3 mb-5 flex flex-wrap gap-2">
      {chips.map(({ key, label }) => (
        <li key={key}>
          <Link
            to="/dashboard/brands/$slug/answers"
            params={{ slug }}
            search={{
              ...brandFilter(filter),
              ...rest,
              ...withoutKey(
                { prompt, run, model, domain, url, search: ran, cited, without, product, fact, verdict },
                key,
              ),
            }}
            className="inline-flex max-w-full items-center gap-1.5 rounded-full bg-accent-soft px-3 py-1 text-sm font-medium text-accent-strong [overflow-wrap:anywhere]"
          >
            {label}
            <X aria-hidden className="size-3.5 shrink-0" />
            <span className="sr-only">{t('answers.chips.remove')}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const nameIn = (list: { items: { id: string; name: string }[] } | undefined, id: string) =>
  list?.items.find((each) => each.id === id)?.name

function withoutKey(search: Record<string, string | undefined>, key: string) {
  return answerSearch(Object.fromEntries(Object.entries(search).filter(([name]) => name !== key)))
}
