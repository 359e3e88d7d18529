import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { api, type Returns } from '../../api.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { readTextParts } from '../../text-parts.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { ErrorNotice, Notice } from '../../ui/Notice.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
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
    <Dialog title={t('discovery.page.upload')} onClose={onClose} place="wide">
      <p className="mb-4 text-sm text-muted">{t('discovery.upload.lead')}</p>
      <FileField onFile={choose} isDisabled={upload.isPending} />
      <ErrorNotice error={preview.error ?? upload.error} className="mt-4" />
      {preview.data && !upload.isSuccess && file && (
        <PreviewTable
          preview={preview.data}
          onChange={(layout) => preview.mutate({ chosen: file, layout })}
        />
      )}
      {progress && (
        <div role="status" className="mt-4">
          {upload.isSuccess ? (
            <Notice tone="good">{t('discovery.upload.result', progress)}</Notice>
          ) : (
            <p className="text-sm text-muted">{t('discovery.upload.result', progress)}</p>
          )}
        </div>
      )}
      <div className="mt-5 flex justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          {t('traffic.upload.close')}
        </Button>
        {!upload.isSuccess && (
          <Button
            look="primary"
            busy={upload.isPending || preview.isPending}
            disabled={!file || !preview.data || preview.data.lines === 0}
            onClick={() =>
              file && preview.data && upload.mutate({ chosen: file, layout: getLayout(preview.data) })
            }
          >
            {t('discovery.page.upload')}
          </Button>
        )}
      </div>
    </Dialog>
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
