import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatTime } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { organization } from '../session/queries.ts'
import { Notice } from '../ui/Notice.tsx'

/** Says until when a member without a second factor has to add one. */
export function SecondFactorNotice() {
  const { data } = useSuspenseQuery(organization)
  const { name, second_factor_required_from: requiredFrom, member } = data
  if (requiredFrom === null || member.has_second_factor) return null
  return (
    <div className="print:hidden mb-4">
      <Notice tone="caution">
        {t('layout.secondFactorNotice.text', { organization: name, at: formatTime(requiredFrom) })}{' '}
        <Link to="/account" className="link">
          {t('layout.secondFactorNotice.action')}
        </Link>
      </Notice>
    </div>
  )
}
