import { Link, useParams, useSearch } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { formatQuantity, formatTime } from '../../vocabulary/formats.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Button } from '../ui/Button.tsx'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { ErrorNotice, Notice } from '../ui/Notice.tsx'
import { BackLink } from '../ui/page/BackLink.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { AuditProgress } from './AuditProgress.tsx'
import { AuditScore } from './AuditScore.tsx'
import { ChangesSection } from './ChangesSection.tsx'
import { FindingsSection } from './FindingsSection.tsx'
import { type Audit, isUnderWay, useAudit, useStartAudit } from './queries.ts'
import { Recommendations } from './Recommendations.tsx'
import { siteAuditSearch } from './search.ts'

/** One site audit: its progress, then its findings. */
export function AuditPage() {
  const { id } = useParams({ from: '/dashboard/brands/$slug/audits/$id' })
  const { slug } = useBrand()
  const audit = useAudit(id)
  return (
    <>
      <BackLink to="/dashboard/brands/$slug/audits" params={{ slug }}>
        Site audits
      </BackLink>
      <QueryBoundary query={audit}>{(found) => <Shown audit={found} />}</QueryBoundary>
    </>
  )
}

function Shown({ audit }: { audit: Audit }) {
  const { slug } = useBrand()
  const { mayWrite } = useCurrentUser()
  const { since, show } = siteAuditSearch(useSearch({ from: '/dashboard/brands/$slug/audits/$id' }))
  const { url, final_url: finalUrl, pages } = audit
  return (
    <Page
      title={nameOf(url)}
      within="Site audit"
      lead={
        <span className="flex flex-wrap gap-x-3 gap-y-1 text-sm">
          <ExternalLink href={finalUrl ?? url}>{finalUrl ?? url}</ExternalLink>
          <span>
            {formatTime(audit.completed_at ?? audit.created_at)}, {formatQuantity(pages, 'page')}
          </span>
          <Link to="/dashboard/brands/$slug/audits" params={{ slug }} search={{ page: url }} className="link">
            All audits of this page
          </Link>
        </span>
      }
      actions={mayWrite && !isUnderWay(audit) && <Again audit={audit} />}
    >
      {isUnderWay(audit) && <AuditProgress audit={audit} mayCancel={mayWrite} />}
      {audit.status === 'failed' && (
        <Notice tone="bad">{audit.error ?? 'The audit failed without a reason.'} No score.</Notice>
      )}
      {audit.status === 'completed' && (
        <>
          <AuditScore audit={audit} />
          <ChangesSection audit={audit} since={since} />
          <Recommendations audit={audit} />
          <FindingsSection audit={audit} show={show} />
        </>
      )}
    </Page>
  )
}

/** `https://acme.com/guide` → `acme.com/guide`. */
const nameOf = (url: string) => url.replace(/^https?:\/\//, '').replace(/\/$/, '')

function Again({ audit: { url, pages } }: { audit: Audit }) {
  const start = useStartAudit()
  return (
    <>
      <Button busy={start.isPending} onClick={() => start.mutate({ url, pages })}>
        <RotateCw aria-hidden className="size-4" />
        Audit again
      </Button>
      <ErrorNotice error={start.error} className="basis-full" />
    </>
  )
}
