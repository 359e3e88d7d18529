import { useMutation } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { formatCount, formatDay } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, type Returns } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { DialogButton } from '../ui/DialogButton.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'
import { UploadDialog } from '../ui/UploadDialog.tsx'
import { useChange } from '../useChange.ts'
import { readLogParts } from './log-parts.ts'

type Preview = Returns<'POST /api/brands/:brand/logs/preview'>
type Report = Returns<'POST /api/brands/:brand/logs'>

/** Opens the upload of a log: a preview of its start, then the import of all its parts. */
export const UploadLogButton = () => (
  <DialogButton Icon={Upload} label={t('traffic.upload.open')}>
    {(onClose) => <LogUpload onClose={onClose} />}
  </DialogButton>
)

function LogUpload({ onClose }: { onClose(): void }) {
  const { slug } = useBrand()
  const [file, setFile] = useState<File | null>(null)
  const [progress, setProgress] = useState<Report | null>(null)
  const preview = useMutation({
    mutationFn: async (chosen: File) => {
      const { value = '' } = await readLogParts(chosen).next()
      return api('POST /api/brands/:brand/logs/preview', { params: { brand: slug }, body: value })
    },
  })
  const upload = useChange(
    async (chosen: File) => {
      const total: Report = { lines: 0, stored: 0, known: 0, unreadable: 0 }
      for await (const body of readLogParts(chosen)) {
        const part = await api('POST /api/brands/:brand/logs', { params: { brand: slug }, body })
        total.lines += part.lines
        total.stored += part.stored
        total.known += part.known
        total.unreadable += part.unreadable
        setProgress({ ...total })
      }
      return total
    },
    ['GET /api/traffic/crawlers'],
  )
  return (
    <UploadDialog
      title={t('traffic.upload.open')}
      lead={t('traffic.upload.lead')}
      field={
        <label className="block text-sm font-medium">
          {t('traffic.upload.file')}
          <input
            type="file"
            disabled={upload.isPending}
            className="control mt-1 font-normal"
            onChange={({ target }) => {
              const chosen = target.files?.[0] ?? null
              setFile(chosen)
              setProgress(null)
              upload.reset()
              if (chosen) preview.mutate(chosen)
            }}
          />
        </label>
      }
      error={preview.error ?? upload.error}
      result={progress && t('traffic.upload.result', progress)}
      isDone={upload.isSuccess}
      action={{
        label: t('traffic.upload.import'),
        busy: upload.isPending,
        disabled: !file || !preview.data || preview.data.requests === 0,
        onClick: () => file && upload.mutate(file),
      }}
      onClose={onClose}
    >
      {preview.data && <PreviewTable preview={preview.data} />}
    </UploadDialog>
  )
}

function PreviewTable({ preview }: { preview: Preview }) {
  const { lines, unreadable, requests, first_day, last_day, agents } = preview
  return (
    <div className="mt-4 space-y-3">
      <p className="text-sm">
        {first_day === null || last_day === null
          ? t('traffic.upload.nothing', { lines, unreadable })
          : t('traffic.upload.preview', {
              lines,
              unreadable,
              requests,
              first: formatDay(first_day),
              last: formatDay(last_day),
            })}
      </p>
      {agents.length > 0 && (
        <div className="max-h-64 overflow-y-auto">
          <DataTable
            caption={t('traffic.crawlers.agentsCaption')}
            columns={[
              { label: t('traffic.crawlers.agent'), cell: ({ agent }) => agent },
              {
                label: t('traffic.crawlers.requests'),
                isNumber: true,
                cell: ({ requests: count }) => formatCount(count),
              },
            ]}
            rows={agents}
            getKey={({ agent }) => agent}
          />
        </div>
      )}
    </div>
  )
}
