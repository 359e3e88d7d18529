import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { t } from '../../vocabulary/texts.ts'
import { brandingQuery } from '../reports/queries.ts'
import { organization } from '../session/queries.ts'

/** The contact of the agency, for clients and viewers, who do not see the organization. */
export default function AgencyCard() {
  const { data: own } = useSuspenseQuery(organization)
  const { data: branding } = useQuery(brandingQuery(null))
  if (!branding) return null
  return (
    <section aria-label={t('layout.agency.label')} className="mt-auto px-2.5 py-3 text-sm">
      {branding.logo !== null && (
        <img src={branding.logo} alt="" className="mb-2 h-8 max-w-40 object-contain object-left" />
      )}
      <p className="font-medium [overflow-wrap:anywhere]">{branding.name ?? own.name}</p>
      {branding.contact_email !== null && (
        <a href={`mailto:${branding.contact_email}`} className="link [overflow-wrap:anywhere]">
          {branding.contact_email}
        </a>
      )}
    </section>
  )
}
