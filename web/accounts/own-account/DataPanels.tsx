import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { t } from '../../../vocabulary/texts.ts'
import { api } from '../../api.ts'
import { basePath } from '../../base-path.ts'
import { buttonClasses } from '../../ui/Button.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { Panel } from '../../ui/page/Panel.tsx'
import type { User } from '../queries.ts'

export function DataPanel() {
  return (
    <Panel
      heading="h2"
      title={t('accounts.page.data.title')}
      lead={t('accounts.page.data.lead')}
      actions={
        <a
          href={`${basePath}/api/auth/export`}
          download="ansight-account.json"
          className={buttonClasses('secondary')}
        >
          <Download aria-hidden className="size-4" />
          {t('accounts.page.data.download')}
        </a>
      }
    />
  )
}

export function DeletePanel({ user }: { user: User }) {
  const remove = useMutation({
    mutationFn: () => api('DELETE /api/auth/user'),
    // A full page load, so that nothing of the account stays in memory.
    onSuccess: () => location.assign(`${basePath}/`),
  })
  return (
    <Panel
      heading="h2"
      title={t('accounts.page.delete.title')}
      lead={t('accounts.page.delete.lead')}
      actions={
        <ConfirmButton
          look="risky"
          label={t('accounts.page.delete.submit')}
          title={t('accounts.page.delete.title')}
          typed={user.email}
          mutation={remove}
        >
          {t('accounts.page.delete.confirm', { email: user.email })}
        </ConfirmButton>
      }
    />
  )
}
