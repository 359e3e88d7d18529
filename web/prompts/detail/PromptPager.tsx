import { Link, useSearch } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { t } from '../../../vocabulary/texts.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { tableQuery, usePromptTable } from '../prompt-table.ts'
import { promptsSearch } from '../search.ts'

/** Links to the previous and next prompt of the list, with its filters and in its order. */
export function PromptPager({ id }: { id: string }) {
  const { query } = useBrand()
  const search = promptsSearch(useSearch({ strict: false }))
  const { data } = usePromptTable(tableQuery(query, search).request)
  const prompts = data?.pages.flatMap((page) => page.prompts) ?? []
  const index = prompts.findIndex(({ prompt_id }) => prompt_id === id)
  if (index === -1 || prompts.length < 2) return null
  return (
    <nav aria-label={t('promptDetail.pager.label')} className="flex items-center gap-1 text-sm text-muted">
      <span className="mr-1 tabular-nums">
        {t('promptDetail.pager.position', { index: index + 1, count: data?.pages[0]?.matches ?? 0 })}
      </span>
      <Step Icon={ChevronLeft} label={t('promptDetail.pager.previous')} prompt={prompts[index - 1]} />
      <Step Icon={ChevronRight} label={t('promptDetail.pager.next')} prompt={prompts[index + 1]} />
    </nav>
  )
}

type StepProps = {
  Icon: LucideIcon
  label: string
  /** Undefined at the end of the list. */
  prompt: { prompt_id: string; prompt_text: string } | undefined
}

function Step({ Icon, label, prompt }: StepProps) {
  const { slug, filter } = useBrand()
  const search = promptsSearch(useSearch({ strict: false }))
  const icon = <Icon aria-hidden className="size-4" />
  if (!prompt) return <span className="p-2 opacity-40">{icon}</span>
  return (
    <Link
      to="/dashboard/brands/$slug/prompts/$id"
      params={{ slug, id: prompt.prompt_id }}
      search={{ ...filter, ...search }}
      aria-label={label}
      title={prompt.prompt_text}
      className="rounded-lg p-2 hover:bg-sunken hover:text-ink"
    >
      {icon}
    </Link>
  )
}
