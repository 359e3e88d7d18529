import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount, formatDatedRange, formatPct, formatTime, noData } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, type Returns, read, readPages } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Button } from '../ui/Button.tsx'
import { DeleteButton } from '../ui/DeleteButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Options } from '../ui/form/Options.tsx'
import { Select } from '../ui/form/Select.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Section } from '../ui/page/Section.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { ListTable } from '../ui/table/ListTable.tsx'
import { LoadMoreButton } from '../ui/table/LoadMoreButton.tsx'
import { numberColumn } from '../ui/table/number-column.ts'
import { useChange } from '../useChange.ts'
import { countedLabel, type FileImport, fileImportAddresses } from './file-imports.ts'
import { ImportFileButton } from './ImportFileButton.tsx'

type Content = FileImport['tables'][number]['content']
type Row = Returns<'GET /api/brands/:brand/file-imports/:id/rows'>['items'][number]

/** Reports of search engines that were imported from files, each with its own period. */
export function FileImports() {
  const { slug } = useBrand()
  const { mayWrite } = useCurrentUser()
  const [shown, setShown] = useState<FileImport | null>(null)
  const imports = useQuery(read('GET /api/brands/:brand/file-imports', { params: { brand: slug } }))
  return (
    <Section
      title={t('traffic.files.title')}
      lead={t('traffic.files.lead')}
      actions={mayWrite && <ImportFileButton />}
    >
      <QueryBoundary query={imports}>
        {({ items }) => (
          <ListTable
            empty={t('traffic.files.empty')}
            caption={t('traffic.files.caption')}
            columns={columns(mayWrite, setShown)}
            rows={items}
          />
        )}
      </QueryBoundary>
      {shown && <RowsDialog imported={shown} onClose={() => setShown(null)} />}
    </Section>
  )
}

const describe = ({ kind, first_day, last_day }: FileImport) => ({
  report: t(`traffic.files.kinds.${kind}`),
  period: formatDatedRange(first_day, last_day),
})

const columns = (mayWrite: boolean, onShow: (imported: FileImport) => void): Column<FileImport>[] => [
  {
    label: t('traffic.files.report'),
    cell: ({ kind, file_name, filters }) => (
      <>
        <span className="font-medium">{t(`traffic.files.kinds.${kind}`)}</span>
        <span className="block text-xs text-muted [overflow-wrap:anywhere]">
          {[file_name, ...filters].join(' · ')}
        </span>
      </>
    ),
  },
  { label: t('traffic.files.period'), cell: (imported) => describe(imported).period },
  {
    label: t('traffic.files.counted'),
    cell: ({ kind, tables }) => (
      <>
        {countedLabel(kind)}
        {tables.map(({ content, rows, total }) => (
          <span key={content} className="block text-xs text-muted">
            {t('traffic.files.tableSummary', {
              content: t(`traffic.files.contents.${content}`),
              rows,
              total,
            })}
          </span>
        ))}
      </>
    ),
  },
  { label: t('traffic.files.imported'), cell: ({ created_at }) => formatTime(created_at), onlyWide: true },
  {
    label: t('traffic.files.show'),
    isLabelHidden: true,
    cell: (imported) => (
      <div className="flex flex-wrap gap-2 sm:justify-end">
        <Button
          size="small"
          aria-label={t('traffic.files.showNamed', describe(imported))}
          onClick={() => onShow(imported)}
        >
          {t('traffic.files.show')}
        </Button>
        {mayWrite && <DeleteImport imported={imported} />}
      </div>
    ),
  },
]

function DeleteImport({ imported }: { imported: FileImport }) {
  const { slug } = useBrand()
  const title = t('traffic.files.deleteNamed', describe(imported))
  const remove = useChange(
    () => api('DELETE /api/brands/:brand/file-imports/:id', { params: { brand: slug, id: imported.id } }),
    fileImportAddresses,
  )
  return (
    <DeleteButton label={t('traffic.files.delete')} title={title} mutation={remove}>
      {t('traffic.files.deleteHint')}
    </DeleteButton>
  )
}

const pageSize = 100

function RowsDialog({ imported, onClose }: { imported: FileImport; onClose(): void }) {
  const { slug } = useBrand()
  const contents = imported.tables.map(({ content }) => content)
  const [content, setContent] = useState<Content>(
    contents.find((each) => each === 'pages') ?? contents[0] ?? 'pages',
  )
  const list = useInfiniteQuery(
    readPages('GET /api/brands/:brand/file-imports/:id/rows', {
      params: { brand: slug, id: imported.id },
      query: { content, limit: pageSize },
    }),
  )
  const { report, period } = describe(imported)
  return (
    <Dialog title={report} place="wide" onClose={onClose}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">{[period, ...imported.filters].join(' · ')}</p>
        {contents.length > 1 && (
          <Select
            aria-label={t('traffic.files.counted')}
            value={content}
            onChange={({ target }) => setContent(contents.find((each) => each === target.value) ?? content)}
          >
            <Options of={contents.map((each) => [each, t(`traffic.files.contents.${each}`)])} />
          </Select>
        )}
      </div>
      <QueryBoundary query={list}>
        {({ pages }) => (
          <>
            <DataTable
              caption={t(`traffic.files.contents.${content}`)}
              columns={rowColumns(imported.kind, content)}
              rows={pages.flatMap(({ items }) => items)}
              getKey={({ position }) => String(position)}
            />
            <LoadMoreButton {...list} />
          </>
        )}
      </QueryBoundary>
    </Dialog>
  )
}

function rowColumns(kind: FileImport['kind'], content: Content): Column<Row>[] {
  const text = (label: string, get: (row: Row) => string | null): Column<Row> => ({
    label,
    cell: (row) => get(row) ?? noData,
  })
  return [
    {
      label: t(`traffic.files.contents.${content}`),
      cell: ({ key }) => <span className="[overflow-wrap:anywhere]">{key}</span>,
    },
    ...(content === 'queries'
      ? [
          text(t('traffic.files.intent'), ({ intent }) => intent),
          text(t('traffic.files.topic'), ({ topic }) => topic),
        ]
      : []),
    numberColumn(countedLabel(kind), ({ count }) => formatCount(count)),
    ...(kind === 'bing_ai_overview'
      ? [
          {
            ...text(t('traffic.files.citedPages'), ({ cited_pages }) =>
              cited_pages === null ? null : formatCount(cited_pages),
            ),
            isNumber: true,
          },
        ]
      : []),
    ...(content === 'queries'
      ? [{ ...text(t('traffic.files.share'), ({ share_pct }) => formatPct(share_pct)), isNumber: true }]
      : []),
  ]
}
