import { t } from '../../vocabulary/texts.ts'
import { ShowOnceDialog } from './ShowOnceDialog.tsx'

/** Shows the token of a new API key. */
export const NewTokenDialog = ({ token, onClose }: { token: string; onClose: () => void }) => (
  <ShowOnceDialog
    title={t('accounts.createKey.tokenTitle')}
    label={t('accounts.createKey.token')}
    value={token}
    onClose={onClose}
  >
    {t('accounts.createKey.tokenNote')}
  </ShowOnceDialog>
)
