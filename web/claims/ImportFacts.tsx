import { useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { useChange } from '../useChange.ts'
import { factAddresses } from './queries.ts'

/** Stays open after the import, with the lines that were not imported. */
export function ImportFacts({ onClose }: { onClose: () => void }) {
  const { slug } = useBrand()
  const [file, setFile] = useState<File | null>(null)
  const send = useChange(
    async (_: FormData) =>
      api('POST /api/brands/:brand/facts/import', {
        params: { brand: slug },
        body: (await file?.text()) ?? '',
        textType: 'text/csv',
      }),
    factAddresses,
  )
  const { data } = send
  return (
    <FormDialog
      title={t('claims.page.import')}
      action={t('claims.page.import')}
      mutation={send}
      onClose={onClose}
    >
      <label className="block text-sm font-medium">
        {t('claims.import.file')}
        <input
          type="file"
          name="file"
          required
          accept=".csv,text/csv"
          onChange={({ target }) => setFile(target.files?.[0] ?? null)}
          className="control mt-1 text-sm"
        />
      </label>
      <p className="text-sm text-muted">{t('claims.import.hint')}</p>
      <div role="status" className="text-sm">
        {data && (
          <>
            <p>{t('claims.import.result', { ...data, rejected: data.rejected.length })}</p>
            <ul>
              {data.rejected.map(({ line, reason }) => (
                <li key={line}>{t('claims.import.line', { line, reason })}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </FormDialog>
  )
}
