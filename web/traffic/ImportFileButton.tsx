import { useMutation } from '@tanstack/react-query'
import { Upload as UploadIcon } from 'lucide-react'
import { useState } from 'react'
import { formatDatedRange, formatTime } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { ApiError, api, type Returns } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogButton } from '../ui/DialogButton.tsx'
import { SelectField, TextField } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { FormButtons } from '../ui/form/FormButtons.tsx'
import { getText, toBase64 } from '../ui/form/form-values.ts'
import { Options } from '../ui/form/Options.tsx'
import { Select } from '../ui/form/Select.tsx'
import { ErrorNotice, Notice } from '../ui/Notice.tsx'
import { useChange } from '../useChange.ts'
import { countedLabel, fileImportAddresses } from './file-imports.ts'

type Preview = Returns<'POST /api/brands/:brand/file-imports/preview'>
type Table = Preview['tables'][number]
/** What is sent, with the corrections so far. */
type Upload = {
  file_name: string
  content: string
  kind?: Preview['kind']
  tables?: { name: string; content: Table['content'] }[]
  first_day?: string
  last_day?: string
}

const maxFileBytes = 5 * 1024 * 1024

/** Opens the import of a report: the file, a preview that can be corrected, and the import. */
export const ImportFileButton = () => (
  <DialogButton Icon={UploadIcon} label={t('traffic.files.open')}>
    {(onClose) => <ImportDialog onClose={onClose} />}
  </DialogButton>
)

function ImportDialog({ onClose }: { onClose(): void }) {
  const { slug } = useBrand()
  const [upload, setUpload] = useState<Upload | null>(null)
  const preview = useMutation({
    mutationFn: async (chosen: Upload) => {
      const read = await api('POST /api/brands/:brand/file-imports/preview', {
        params: { brand: slug },
        body: chosen,
      })
      setUpload(chosen)
      return read
    },
  })
  const open = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > maxFileBytes)
        throw new ApiError(413, { error: t('traffic.files.fileTooLarge'), code: 'too_large' })
      await preview.mutateAsync({ file_name: file.name, content: await toBase64(file) })
    },
  })
  return (
    <Dialog title={t('traffic.files.open')} place="wide" onClose={onClose}>
      <p className="text-sm text-muted">{t('traffic.files.uploadLead')}</p>
      <label className="mt-4 block text-sm font-medium">
        {t('traffic.files.file')}
        <input
          type="file"
          accept=".zip,.csv"
          className="control mt-1 font-normal"
          onChange={({ target }) => {
            const file = target.files?.[0]
            preview.reset()
            if (file) open.mutate(file)
          }}
        />
      </label>
      <ErrorNotice error={open.error ?? preview.error} className="mt-4" />
      {preview.data && upload && (
        <ImportForm
          // The fields have the values that were recognized in this file.
          key={upload.content}
          preview={preview.data}
          upload={upload}
          onCorrect={(corrected) => preview.mutate(corrected)}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

type ImportFormProps = {
  preview: Preview
  upload: Upload
  onCorrect(upload: Upload): void
  onClose(): void
}

function ImportForm({ preview, upload, onCorrect, onClose }: ImportFormProps) {
  const { slug, brand } = useBrand()
  const { kind, kinds, first_day, last_day, period_from, filters, tables, own_pages, replaces } = preview
  const create = useChange(
    (values: FormData) =>
      api('POST /api/brands/:brand/file-imports', {
        params: { brand: slug },
        body: {
          ...upload,
          ...days(values),
          replace: values.get('replace') !== null,
        },
      }),
    fileImportAddresses,
    onClose,
  )
  const choose = (name: string, content: Table['content']) =>
    onCorrect({
      ...upload,
      tables: tables.map((table) => ({
        name: table.name,
        content: table.name === name ? content : table.content,
      })),
    })
  /** Another period can replace other imports. */
  const correctPeriod = (form: HTMLFormElement | null) => {
    const period = form ? days(new FormData(form)) : {}
    if (period.first_day && period.last_day) onCorrect({ ...upload, ...period })
  }
  return (
    <Form error={create.error} onSubmit={create.mutate} className="mt-4 space-y-4">
      <SelectField
        label={t('traffic.files.report')}
        name="kind"
        value={kind}
        hint={countedLabel(kind)}
        onChange={({ target }) =>
          onCorrect({ ...upload, kind: kinds.find((each) => each === target.value) ?? kind })
        }
      >
        <Options of={kinds.map((each) => [each, t(`traffic.files.kinds.${each}`)])} />
      </SelectField>
      <div>
        <div className="flex flex-wrap gap-4">
          <TextField
            label={t('traffic.files.firstDay')}
            name="first_day"
            type="date"
            required
            defaultValue={first_day ?? ''}
            onChange={({ target }) => correctPeriod(target.form)}
          />
          <TextField
            label={t('traffic.files.lastDay')}
            name="last_day"
            type="date"
            required
            defaultValue={last_day ?? ''}
            onChange={({ target }) => correctPeriod(target.form)}
          />
        </div>
        <p className="mt-1 text-sm text-muted">
          {t('traffic.files.periodFrom', { from: period_from ?? 'other' })}{' '}
          {filters.length > 0 && t('traffic.files.filters', { filters: filters.join(' · ') })}
        </p>
      </div>
      <ul className="divide-y divide-line rounded-lg border border-line text-sm">
        {tables.map((table) => (
          <TableRow key={table.name} table={table} onChoose={(content) => choose(table.name, content)} />
        ))}
      </ul>
      {own_pages === 0 && (
        <Notice tone="caution">{t('traffic.files.ownPages', { brand: brand.name })}</Notice>
      )}
      {replaces.length > 0 && (
        <label className="flex items-start gap-2 text-sm">
          <input type="checkbox" name="replace" className="mt-0.5 size-4 accent-accent" />
          <span>
            {replaces.map((earlier) => (
              <span key={earlier.id} className="block">
                {t('traffic.files.replace', {
                  report: t(`traffic.files.kinds.${earlier.kind}`),
                  period: formatDatedRange(earlier.first_day, earlier.last_day),
                  time: formatTime(earlier.created_at),
                })}
              </span>
            ))}
          </span>
        </label>
      )}
      <FormButtons busy={create.isPending} onCancel={onClose}>
        {t('traffic.files.import')}
      </FormButtons>
    </Form>
  )
}

/** Only the days that are filled in. */
function days(values: FormData): { first_day?: string; last_day?: string } {
  const [first_day, last_day] = [getText(values, 'first_day'), getText(values, 'last_day')]
  return { ...(first_day && { first_day }), ...(last_day && { last_day }) }
}

function TableRow({ table, onChoose }: { table: Table; onChoose(content: Table['content']): void }) {
  const { name, content, contents, header, rows, total, skipped, examples } = table
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 px-3 py-2">
      <div className="min-w-0">
        <p className="font-medium [overflow-wrap:anywhere]">{name}</p>
        <p className="text-muted">
          {[
            t('traffic.files.tableSummary', { content: header.join(', '), rows, total }),
            ...(skipped > 0 ? [t('traffic.files.skipped', { skipped })] : []),
          ].join(' · ')}
        </p>
        {examples.map(({ key, count }) => (
          <p key={key} className="text-xs text-muted [overflow-wrap:anywhere]">
            {t('traffic.files.example', { key, count })}
          </p>
        ))}
      </div>
      <Select
        aria-label={t('traffic.files.contentOf', { name })}
        value={content ?? ''}
        onChange={({ target }) => onChoose(contents.find((each) => each === target.value) ?? null)}
      >
        <option value="">{t('traffic.files.skip')}</option>
        <Options of={contents.map((each) => [each, t(`traffic.files.contents.${each}`)])} />
      </Select>
    </li>
  )
}
