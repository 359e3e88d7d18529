import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { api, type Returns } from '../../api.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { readTextParts } from '../../text-parts.ts'
import { Select } from '../../ui/form/Select.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { UploadDialog } from '../../ui/UploadDialog.tsx'
import { useChange } from '../../useChange.ts'
import { FileField } from '../import/FileField.tsx'
import { candidateAddresses } from './candidates.ts'

type Preview = Returns<'POST /api/brands/:brand/keyword-files/preview'>
type Layout = { delimiter?: Preview['delimiter']; columns?: string; skip?: string }
type KeywordFile = Returns<'POST /api/brands/:brand/keyword-files'>

/** At most 3 MB as UTF-8; the service accepts 4 MB. */
const partLength = 1_000_000

const getLayout = ({ delimiter, columns, skip }: Preview): Required<Layout> => ({
  delimiter,
  columns: columns.map(({ content }) => content ?? '').join(),
  skip: String(skip),
})

/** Reads the start of a file, shows which columns it has, and then sends all of its parts. */
export function UploadKeywordsDialog({ onClose }: { onClose(): void }) {
  const params = { brand: useBrand().slug }
  const [file, setFile] = useState<File | null>(null)
  const [progress, setProgress] = useState<KeywordFile | null>(null)
  const preview = useMutation({
    mutationFn: async ({ chosen, layout }: { chosen: File; layout: Layout }) => {
      const { value: body = '' } = await readTextParts(chosen, partLength).next()
      return api('POST /api/brands/:brand/keyword-files/preview', { params, query: layout, body })
    },
  })
  const upload = useChange(
    async ({ chosen, layout }: { chosen: File; layout: Layout }) => {
      let stored: KeywordFile | null = null
      for await (const body of readTextParts(chosen, partLength)) {
        stored =
          stored === null
            ? await api('POST /api/brands/:brand/keyword-files', {
                params,
                query: { file_name: chosen.name.slice(-200), ...layout },
                body,
              })
            : await api('POST /api/brands/:brand/keyword-files/:id/parts', {
                params: { ...params, id: stored.id },
                body,
              })
        setProgress(stored)
      }
      return stored
    },
    ['GET /api/brands/:brand/keyword-files', ...candidateAddresses],
  )
  const choose = (chosen: File | null) => {
    setFile(chosen)
    setProgress(null)
    upload.reset()
    preview.reset()
    if (chosen) preview.mutate({ chosen, layout: {} })
  }
  return (
    <UploadDialog
      title={t('discovery.page.upload')}
      lead={t('discovery.upload.lead')}
      field={<FileField label={t('discovery.upload.file')} onFile={choose} isDisabled={upload.isPending} />}
      error={preview.error ?? upload.error}
      result={progress && t('discovery.upload.result', progress)}
      isDone={upload.isSuccess}
      action={{
        label: t('discovery.page.upload'),
        busy: upload.isPending || preview.isPending,
        disabled: !file || !preview.data || preview.data.lines === 0,
        onClick: () =>
          file && preview.data && upload.mutate({ chosen: file, layout: getLayout(preview.data) }),
      }}
      onClose={onClose}
    >
      {preview.data && file && (
        <PreviewTable
          preview={preview.data}
          onChange={(layout) => preview.mutate({ chosen: file, layout })}
        />
      )}
    </UploadDialog>
  )
}

type PreviewTableProps = { preview: Preview; onChange(layout: Layout): void }

function PreviewTable({ preview, onChange }: PreviewTableProps) {
  const { lines, rejected, with_volume: volumes, sample, columns } = preview
  const choose = (index: number, content: string) => {
    const chosen = columns.map((column, at) =>
      at === index ? content : column.content === content ? '' : (column.content ?? ''),
    )
    // Without keywords there is nothing to read.
    if (chosen.includes('keyword')) onChange({ ...getLayout(preview), columns: chosen.join() })
  }
  return (
    <div className="mt-4 space-y-3">
      {columns.length > 1 && (
        <ul className="grid gap-2 sm:grid-cols-3">
          {columns.map(({ name, content }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity except their position
            <li key={index}>
              <label className="block min-w-0">
                <span className="mb-0.5 block truncate text-xs text-muted" title={name}>
                  {t('prompts.importPreview.column', { number: index + 1, firstCell: name })}
                </span>
                <Select value={content ?? ''} onChange={({ target }) => choose(index, target.value)} isWide>
                  <option value="">{t('discovery.upload.skip')}</option>
                  <option value="keyword">{t('discovery.upload.keyword')}</option>
                  <option value="volume">{t('discovery.upload.volume')}</option>
                </Select>
              </label>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="text-sm">
        {t('discovery.upload.preview', { lines, volumes, rejected })}
      </p>
      <div className="max-h-64 overflow-y-auto">
        <DataTable
          caption={t('discovery.upload.keyword')}
          columns={[
            { label: t('discovery.upload.keyword'), cell: ({ keyword }) => keyword },
            {
              label: t('discovery.upload.volume'),
              isNumber: true,
              cell: ({ volume }) => (volume === null ? t('discovery.upload.unknown') : formatCount(volume)),
            },
          ]}
          rows={sample}
          getKey={({ line }) => String(line)}
        />
      </div>
    </div>
  )
}
