import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatLocalDay, formatTime } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { api, type Returns } from '../../api.ts'
import { ownFactors } from '../../session/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { ErrorNotice, Notice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/page/Panel.tsx'
import { useChange } from '../../useChange.ts'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { SetUpAppDialog } from './SetUpAppDialog.tsx'

/** The authenticator app and the recovery codes. Passkeys have their own panel. */
export function SecondFactorsPanel() {
  const { data: factors } = useSuspenseQuery(ownFactors)
  const { totp, passkeys, required_from: requiredFrom, recovery_codes_left: left } = factors
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const hasFactor = totp !== null || passkeys.length > 0
  return (
    <Panel heading="h2" title={t('accounts.page.factors.title')} lead={t('accounts.page.factors.lead')}>
      {requiredFrom !== null && !hasFactor && (
        <div className="mb-4">
          <Notice tone="caution">
            {new Date(requiredFrom) <= new Date()
              ? t('accounts.page.factors.required')
              : t('accounts.page.factors.requiredFrom', { at: formatTime(requiredFrom) })}
          </Notice>
        </div>
      )}
      <div className="divide-y divide-line">
        <AppRow totp={totp} onCodes={setCodes} />
        {hasFactor && <RecoveryCodesRow left={left} onCodes={setCodes} />}
      </div>
      {codes !== null && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Panel>
  )
}

type Totp = Returns<'GET /api/auth/factors'>['totp']
type OnCodes = (codes: readonly string[] | null) => void

function AppRow({ totp, onCodes }: { totp: Totp; onCodes: OnCodes }) {
  const setUp = useMutation({ mutationFn: () => api('POST /api/auth/totp') })
  const remove = useChange(() => api('DELETE /api/auth/totp'), [ownFactors.queryKey, 'GET /api/organization'])
  return (
    <FactorRow
      title={t('accounts.page.factors.app')}
      state={
        totp === null
          ? t('accounts.page.factors.appMissing')
          : t('accounts.page.factors.addedOn', { day: formatLocalDay(totp.created_at) })
      }
      error={setUp.error}
    >
      <Button busy={setUp.isPending} onClick={() => setUp.mutate()}>
        {totp === null ? t('accounts.page.factors.setUp') : t('accounts.page.factors.replace')}
      </Button>
      {totp !== null && (
        <ConfirmButton
          label={t('accounts.page.factors.remove')}
          aria-label={t('accounts.page.factors.removeApp')}
          title={t('accounts.page.factors.removeAppTitle')}
          mutation={remove}
        >
          {t('accounts.page.factors.removeAppWarning')}
        </ConfirmButton>
      )}
      {setUp.data && (
        <SetUpAppDialog
          secret={setUp.data}
          onDone={(codes) => {
            setUp.reset()
            onCodes(codes)
          }}
          onClose={setUp.reset}
        />
      )}
    </FactorRow>
  )
}

function RecoveryCodesRow({ left, onCodes }: { left: number; onCodes: OnCodes }) {
  const create = useChange(
    () => api('POST /api/auth/recovery-codes'),
    [ownFactors.queryKey],
    ({ recovery_codes }) => onCodes(recovery_codes),
  )
  return (
    <FactorRow
      title={t('accounts.page.factors.codes')}
      state={t('accounts.page.factors.codesLeft', { left })}
      error={create.error}
    >
      <ConfirmButton
        label={t('accounts.page.factors.newCodes')}
        title={t('accounts.page.factors.newCodesTitle')}
        mutation={create}
      >
        {t('accounts.page.factors.newCodesWarning')}
      </ConfirmButton>
    </FactorRow>
  )
}

type FactorRowProps = { title: string; state: string; error: Error | null; children: ReactNode }

function FactorRow({ title, state, error, children }: FactorRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">{title}</p>
        <p className="text-sm text-muted">{state}</p>
      </div>
      {children}
      <ErrorNotice error={error} className="basis-full" />
    </div>
  )
}
