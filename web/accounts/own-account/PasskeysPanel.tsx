import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatLocalDay } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { api, type Returns } from '../../api.ts'
import { ownFactors } from '../../session/queries.ts'
import { Badge } from '../../ui/Badge.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { DialogButton } from '../../ui/DialogButton.tsx'
import { TextField } from '../../ui/form/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { getText } from '../../ui/form/form-values.ts'
import { Panel } from '../../ui/page/Panel.tsx'
import { useChange } from '../../useChange.ts'
import { createPasskey } from '../passkeys.ts'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { readBrowser } from './read-browser.ts'

type Passkey = Returns<'GET /api/auth/factors'>['passkeys'][number]

/** Passkeys sign in without address and password, and count as both factors. */
export function PasskeysPanel() {
  const { data } = useSuspenseQuery(ownFactors)
  const { passkeys, passkey_problem: problem } = data
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <Panel
      heading="h2"
      title={t('accounts.page.passkeys.title')}
      lead={problem ?? t('accounts.page.passkeys.lead')}
      actions={
        problem === null && (
          <DialogButton label={t('accounts.page.passkeys.add')}>
            {(onClose) => <AddDialog onClose={onClose} onCodes={setCodes} />}
          </DialogButton>
        )
      }
    >
      {passkeys.length > 0 && (
        <ul className="divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {codes !== null && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Panel>
  )
}

type AddDialogProps = { onClose(): void; onCodes(codes: readonly string[] | null): void }

function AddDialog({ onClose, onCodes }: AddDialogProps) {
  const add = useChange(
    async (values: FormData) => {
      const passkey = await createPasskey()
      return api('POST /api/auth/passkeys', { body: { name: getText(values, 'name'), passkey } })
    },
    [ownFactors.queryKey, 'GET /api/organization'],
    ({ recovery_codes }) => {
      onClose()
      onCodes(recovery_codes)
    },
  )
  const { browser, system } = readBrowser(navigator.userAgent)
  return (
    <FormDialog
      title={t('accounts.page.passkeys.addTitle')}
      action={t('accounts.page.passkeys.add')}
      mutation={add}
      onClose={onClose}
    >
      <p className="text-muted">{t('accounts.page.passkeys.addLead')}</p>
      <NameField defaultValue={system ?? browser ?? ''} />
    </FormDialog>
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { id, name, is_synced, created_at, last_used_at } = passkey
  const remove = useChange(
    () => api('DELETE /api/auth/passkeys/:passkey', { params: { passkey: id } }),
    [ownFactors.queryKey, 'GET /api/organization'],
  )
  const addedOn = formatLocalDay(created_at)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
          {name}
          {is_synced && <Badge>{t('accounts.page.passkeys.synced')}</Badge>}
        </p>
        <p className="text-sm text-muted">
          {last_used_at === null
            ? t('accounts.page.passkeys.unused', { addedOn })
            : t('accounts.page.passkeys.used', { addedOn, usedOn: formatLocalDay(last_used_at) })}
        </p>
      </div>
      <div className="flex items-center gap-2">
        <DialogButton
          size="small"
          aria-label={t('accounts.page.passkeys.renameOne', { name })}
          label={t('accounts.page.passkeys.rename')}
        >
          {(onClose) => <RenameDialog passkey={passkey} onClose={onClose} />}
        </DialogButton>
        <ConfirmButton
          size="small"
          label={t('accounts.page.factors.remove')}
          aria-label={t('accounts.page.passkeys.removeOne', { name })}
          title={t('accounts.page.passkeys.removeTitle', { name })}
          mutation={remove}
        >
          {t('accounts.page.passkeys.removeWarning')}
        </ConfirmButton>
      </div>
    </li>
  )
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose(): void }) {
  const rename = useChange(
    (values: FormData) =>
      api('PATCH /api/auth/passkeys/:passkey', {
        params: { passkey: passkey.id },
        body: { name: getText(values, 'name') },
      }),
    [ownFactors.queryKey],
    onClose,
  )
  return (
    <FormDialog
      title={t('accounts.page.passkeys.renameOne', { name: passkey.name })}
      action={t('accounts.page.passkeys.rename')}
      mutation={rename}
      onClose={onClose}
    >
      <NameField defaultValue={passkey.name} />
    </FormDialog>
  )
}

const NameField = ({ defaultValue }: { defaultValue: string }) => (
  <TextField
    label={t('accounts.page.passkeys.name')}
    name="name"
    required
    defaultValue={defaultValue}
    autoComplete="off"
  />
)
