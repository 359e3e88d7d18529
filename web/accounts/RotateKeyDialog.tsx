import { t } from '../../vocabulary/texts.ts'
import { api, type Returns } from '../api.ts'
import { SelectField } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { getText } from '../ui/form/form-values.ts'
import { Options } from '../ui/form/Options.tsx'
import { useChange } from '../useChange.ts'
import { NewTokenDialog } from './NewTokenDialog.tsx'

type ApiKey = Returns<'GET /api/api-keys'>['items'][number]
type RotateKeyDialogProps = { apiKey: ApiKey; onClose: () => void }

/** Replaces a key by one with the same limits. The old one works until the overlap is over. */
export function RotateKeyDialog({ apiKey, onClose }: RotateKeyDialogProps) {
  const rotate = useChange(
    (values: FormData) =>
      api('POST /api/api-keys/:key/rotate', {
        params: { key: apiKey.id },
        body: { overlap_hours: Number(getText(values, 'overlap')) },
      }),
    ['GET /api/api-keys'],
  )
  if (rotate.data) return <NewTokenDialog token={rotate.data.token} onClose={onClose} />
  return (
    <FormDialog
      title={t('accounts.rotateKey.title', { name: apiKey.name })}
      action={t('accounts.rotateKey.submit')}
      mutation={rotate}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{t('accounts.rotateKey.explanation')}</p>
      <SelectField label={t('accounts.rotateKey.overlap')} name="overlap" defaultValue="24">
        <Options
          of={(['0', '24', '168', '720'] as const).map(
            (hours) => [hours, t(`accounts.rotateKey.overlaps.${hours}`)] as const,
          )}
        />
      </SelectField>
    </FormDialog>
  )
}
