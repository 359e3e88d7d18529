import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Button, buttonClasses } from '../ui/Button.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { type Opportunity, useContentRefresh } from './queries.ts'

type BriefButtonProps = {
  /** Undefined: creates one for the domain or the search of engines first. */
  opportunity: Pick<Opportunity, 'id' | 'has_brief'> | undefined
  of?: { domain: string } | { search: string }
  look?: 'primary' | 'secondary' | 'quiet'
}

/** Creates the brief with one press, or opens the one that exists. */
export function BriefButton({ opportunity, of, look = 'secondary' }: BriefButtonProps) {
  const { brand, slug } = useBrand()
  const { mayWrite } = useCurrentUser()
  const navigate = useNavigate()
  const refresh = useContentRefresh()
  const to = '/dashboard/brands/$slug/opportunities/$id'
  const create = useMutation({
    mutationFn: async () => {
      const id =
        opportunity?.id ?? (await api('POST /api/content', { body: { brand_id: brand.id, ...of } })).id
      await api('POST /api/content/:id/brief', { params: { id }, query: { regenerate: 'false' } })
      return id
    },
    onSuccess: (id) => navigate({ to, params: { slug, id }, search: { part: 'brief' } }),
    // An opportunity without its brief exists too, if only the second request fails.
    onSettled: refresh,
  })
  if (opportunity && (opportunity.has_brief || !mayWrite))
    return (
      <Link
        to={to}
        params={{ slug, id: opportunity.id }}
        {...(opportunity.has_brief && { search: { part: 'brief' } })}
        className={buttonClasses(look, 'small')}
      >
        {opportunity.has_brief ? t('overview.nextActions.viewBrief') : t('overview.nextActions.viewEvidence')}
      </Link>
    )
  if (!mayWrite || (!opportunity && of === undefined)) return null
  return (
    <div>
      <Button look={look} size="small" busy={create.isPending} onClick={() => create.mutate()}>
        {t('overview.nextActions.createBrief')}
      </Button>
      <ErrorNotice error={create.error} className="mt-2" />
    </div>
  )
}
