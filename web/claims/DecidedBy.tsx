import { t } from '../../vocabulary/texts.ts'

type Claim = { method: 'rules' | 'model'; is_corrected: boolean }

/** Says that a person or a language model decided on a verdict; nothing for rules. */
export function DecidedBy({ claim: { method, is_corrected } }: { claim: Claim }) {
  if (is_corrected) return <span className="text-xs text-muted"> {t('claims.detail.corrected')}</span>
  return method === 'model' && <span className="text-xs text-muted"> {t('claims.detail.byModel')}</span>
}
