import { Link } from '@tanstack/react-router'
import { t } from '../../vocabulary/texts.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Notice } from '../ui/Notice.tsx'
import type { OpportunityDetail } from './queries.ts'

/** Links a done opportunity to the action that measures what changed, or to the form that adds it. */
export function ActionNotice({ opportunity: { id, status, action_id } }: { opportunity: OpportunityDetail }) {
  const { slug } = useBrand()
  const { mayWrite } = useCurrentUser()
  if (action_id === null && (status !== 'done' || !mayWrite)) return null
  return (
    <div className="mt-4 max-w-3xl">
      <Notice tone="good">
        {action_id === null ? (
          <Link
            to="/dashboard/brands/$slug/actions/new"
            params={{ slug }}
            search={{ proposal: `opportunity:${id}` }}
            className="link"
          >
            {t('opportunities.detail.measure')}
          </Link>
        ) : (
          <Link to="/dashboard/brands/$slug/actions/$id" params={{ slug, id: action_id }} className="link">
            {t('opportunities.detail.showAction')}
          </Link>
        )}
      </Notice>
    </div>
  )
}
