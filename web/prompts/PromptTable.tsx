import { Link, useSearch } from '@tanstack/react-router'
import { CornerDownRight } from 'lucide-react'
import { t } from '../../vocabulary/texts.ts'
import type { Returns } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Badge } from '../ui/Badge.tsx'
import { type Column, DataTable, type Sort } from '../ui/table/DataTable.tsx'
import { PromptMenu } from './PromptMenu.tsx'
import { PromptTraits } from './PromptTraits.tsx'
import { optionalColumns } from './prompt-columns.tsx'
import type { PromptRow } from './prompt-table.ts'
import { useStability, useTrends } from './row-queries.ts'
import { promptsSearch } from './search.ts'
import { type ColumnKey, columnKeys } from './table-columns.tsx'

type Prompt = Returns<'GET /api/prompts'>['items'][number]

type PromptTableProps = {
  rows: PromptRow[]
  /** The settings of the prompts, by id. */
  settings: ReadonlyMap<string, Prompt>
  columns: ReadonlySet<ColumnKey>
  sort: Sort
  onSort(sort: Sort): void
  added: readonly string[]
  /** Absent for people who cannot change prompts. */
  selection: { chosen: ReadonlySet<string>; onChange(chosen: ReadonlySet<string>): void } | undefined
}

export function PromptTable({ rows, settings, columns, sort, onSort, added, selection }: PromptTableProps) {
  const { query, filter } = useBrand()
  const stability = useStability(query, columns.has('consistency') ? rows : [])
  const trends = useTrends(query, filter, columns.has('trend') ? rows : [])
  const optional = optionalColumns({ stability, trends })
  return (
    <DataTable
      isOneLine
      caption={t('prompts.table.caption')}
      columns={[
        {
          label: t('prompts.table.prompt'),
          cell: (row) => (
            <PromptCell
              row={row}
              prompt={settings.get(row.prompt_id)}
              hasTopic={columns.has('topic')}
              isNew={added.includes(row.prompt_id)}
            />
          ),
        },
        ...columnKeys.flatMap((key) => (columns.has(key) && key !== 'topic' ? optional[key] : [])),
        ...(selection ? [menuColumn(settings)] : []),
      ]}
      rows={rows}
      getKey={({ prompt_id }) => prompt_id}
      sort={sort}
      onSort={onSort}
      isNew={({ prompt_id }) => added.includes(prompt_id)}
      selection={
        selection && {
          ...selection,
          getLabel: ({ prompt_text }) => t('prompts.table.select', { prompt: prompt_text }),
        }
      }
    />
  )
}

const menuColumn = (settings: ReadonlyMap<string, Prompt>): Column<PromptRow> => ({
  label: t('prompts.table.actions'),
  isLabelHidden: true,
  className: 'sm:w-12 max-sm:absolute max-sm:right-2 max-sm:top-2 max-sm:before:hidden',
  cell: ({ prompt_id }) => {
    const prompt = settings.get(prompt_id)
    return prompt ? <PromptMenu prompt={prompt} /> : null
  },
})

type PromptCellProps = { row: PromptRow; prompt: Prompt | undefined; hasTopic: boolean; isNew: boolean }

/**
 * The prompt, and in a second line the question that it follows up, what distinguishes it from a prompt with the same text, and its
 * topic, where long names fit in every language.
 */
function PromptCell({ row, prompt, hasTopic, isNew }: PromptCellProps) {
  const { slug, filter } = useBrand()
  const follows = prompt?.follows_text ?? null
  const search = promptsSearch(useSearch({ from: '/dashboard/brands/$slug/prompts' }))
  return (
    <>
      <span className="flex min-w-0 items-center gap-2 max-sm:flex-wrap max-sm:pr-8 sm:leading-4.5">
        <Link
          to="/dashboard/brands/$slug/prompts/$id"
          params={{ slug, id: row.prompt_id }}
          search={{ ...filter, ...search }}
          title={row.prompt_text}
          className="min-w-0 font-medium hover:underline sm:truncate"
        >
          {row.prompt_text}
        </Link>
        {isNew && <Badge tone="good">{t('prompts.badges.new')}</Badge>}
        {row.status === 'inactive' && <Badge tone="caution">{t('prompts.badges.paused')}</Badge>}
        {row.status === 'deleted' && <Badge>{t('prompts.badges.deleted')}</Badge>}
      </span>
      <span className="flex min-w-0 gap-x-2 text-xs leading-4 text-muted">
        {follows !== null && (
          <span className="flex min-w-0 items-center gap-1" title={follows}>
            <CornerDownRight aria-hidden className="size-3 shrink-0" />
            <span className="sm:truncate">{t('prompts.table.follows', { question: follows })}</span>
          </span>
        )}
        {prompt && <PromptTraits prompt={prompt} />}
        {hasTopic && row.topic_name !== null && <span className="sm:truncate">{row.topic_name}</span>}
        {row.branded && <span className="shrink-0 font-medium">{t('prompts.badges.branded')}</span>}
      </span>
    </>
  )
}
