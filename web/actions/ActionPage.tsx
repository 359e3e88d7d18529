import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { formatDay, joinFacts } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { buttonClasses } from '../ui/Button.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { BackLink } from '../ui/page/BackLink.tsx'
import { Page } from '../ui/page/Page.tsx'
import { useChange } from '../useChange.ts'
import { ChainSection } from './ChainSection.tsx'
import { listCosts } from './cost-text.ts'
import { ExperimentSection } from './ExperimentSection.tsx'
import { actionQuery } from './queries.ts'
import { StateBadge } from './StateBadge.tsx'

/** One action: what it changed, and each step of its chain. */
export function ActionPage() {
  const { id } = useParams({ from: '/dashboard/brands/$slug/actions/$id' })
  const { brand, slug } = useBrand()
  const { mayWrite } = useCurrentUser()
  const { data: action } = useSuspenseQuery(actionQuery(slug, id))
  return (
    <Page
      back={
        <BackLink to="/dashboard/brands/$slug/actions" params={{ slug }}>
          {t('actions.detail.back')}
        </BackLink>
      }
      title={action.title}
      within={brand.name}
      lead={
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm">
          <StateBadge state={action.result.state} />
          <span>
            {joinFacts([t(`actions.kinds.${action.kind}`), formatDay(action.day), ...listCosts(action)])}
          </span>
        </span>
      }
      actions={mayWrite && <Changes id={id} />}
    >
      {action.note !== '' && <p className="max-w-3xl whitespace-pre-line">{action.note}</p>}
      <ExperimentSection action={action} />
      <ChainSection action={action} />
    </Page>
  )
}

function Changes({ id }: { id: string }) {
  const { slug } = useBrand()
  const navigate = useNavigate()
  const remove = useChange(
    () => api('DELETE /api/brands/:brand/actions/:id', { params: { brand: slug, id } }),
    ['GET /api/actions', 'GET /api/brands/:brand/actions/proposals'],
    () => void navigate({ to: '/dashboard/brands/$slug/actions', params: { slug } }),
  )
  return (
    <>
      <Link
        to="/dashboard/brands/$slug/actions/$id/edit"
        params={{ slug, id }}
        className={buttonClasses('secondary')}
      >
        {t('actions.detail.edit')}
      </Link>
      <ConfirmButton
        Icon={Trash2}
        look="risky"
        label={t('actions.detail.delete')}
        title={t('actions.detail.deleteTitle')}
        action={t('actions.detail.delete')}
        mutation={remove}
      >
        {t('actions.detail.deleteHint')}
      </ConfirmButton>
    </>
  )
}
