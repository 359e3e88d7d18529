import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { t } from '../../vocabulary/texts.ts'
import { toItems } from '../brands/filter.ts'
import { competitorsQuery, productsQuery } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'
import { promptQuery } from '../prompts/queries.ts'
import { type AnswerSearch, answerSearch } from './search.ts'

/** Filters that come with a link and have no control; each can be removed. */
export function AnswerFilterChips() {
  const { slug, filter } = useBrand()
  const search = answerSearch(useSearch({ from: '/dashboard/brands/$slug/answers' }))
  const chips = useLabels(search).filter(([, label]) => label !== undefined)
  if (chips.length === 0) return null
  return (
    <ul className="-mt-3 mb-5 flex flex-wrap gap-2">
      {chips.map(([key, label]) => (
        <li key={key}>
          <Link
            to="/dashboard/brands/$slug/answers"
            params={{ slug }}
            search={{ ...filter, ...answerSearch({ ...search, [key]: undefined }) }}
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

/** The label of each filter; undefined if it is not set. */
function useLabels(search: AnswerSearch): [key: keyof AnswerSearch, label: string | undefined][] {
  const { slug } = useBrand()
  const { prompt, run, model, domain, url, fact, verdict, search: ran, without, product, cited } = search
  const prompts = toItems(prompt)
  const { data } = useQuery({ ...promptQuery(prompts[0] ?? ''), enabled: prompts.length === 1 })
  const competitors = useQuery({ ...competitorsQuery(slug), enabled: without !== undefined })
  const products = useQuery({ ...productsQuery(slug), enabled: product !== undefined })
  return [
    [
      'prompt',
      prompt &&
        (data ? t('answers.chips.prompt', data) : t('answers.chips.prompts', { count: prompts.length })),
    ],
    ['run', run && t('answers.chips.run')],
    ['model', model && t('answers.chips.model', { model })],
    ['domain', domain && t('answers.chips.cites', { source: domain })],
    ['url', url && t('answers.chips.cites', { source: url })],
    ['fact', verdict ? undefined : fact && t('answers.chips.statesFact')],
    ['verdict', verdict && t('answers.chips.claim', { verdict: t(`labels.verdict.${verdict}`) })],
    ['search', ran && t('answers.chips.search', { search: ran })],
    ['without', without && withoutText(findName(competitors.data, without))],
    ['product', product && productText(findName(products.data, product))],
    ['cited', cited && (cited === 'yes' ? t('answers.chips.citesYou') : t('answers.chips.doesNotCiteYou'))],
  ]
}

const findName = (list: { items: { id: string; name: string }[] } | undefined, id: string) =>
  list?.items.find((each) => each.id === id)?.name

const withoutText = (name: string | undefined): string =>
  name === undefined
    ? t('answers.chips.withoutCompetitorUnknown')
    : t('answers.chips.withoutCompetitor', { name })

const productText = (name: string | undefined): string =>
  name === undefined
    ? t('answers.chips.mentionsProductUnknown')
    : t('answers.chips.mentionsProduct', { name })
