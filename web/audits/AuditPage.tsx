import { Link, useParams, useSearch } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { formatTime } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Button } from '../ui/Button.tsx'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { ErrorNotice, Notice } from '../ui/Notice.tsx'
import { BackLink } from '../ui/page/BackLink.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { AuditPdf } from './AuditPdf.tsx'
import { AuditProgress } from './AuditProgress.tsx'
import { AuditScore } from './AuditScore.tsx'
import { ChangesSection } from './ChangesSection.tsx'
import { CrawlerAccess } from './CrawlerAccess.tsx'
import { FindingsSection } from './FindingsSection.tsx'
import { type Audit, isUnderWay, useAudit, useStartAudit } from './queries.ts'
import { Recommendations } from './Recommendations.tsx'

/** One site audit: its progress, then its findings. */
export function AuditPage() {
  const { id } = useParams({ from: '/dashboard/brands/$slug/audits/$id' })
  const audit = useAudit(id)
  return <QueryBoundary query={audit}>{(found) => <AuditDetails audit={found} />}</QueryBoundary>
}

function AuditDetails({ audit }: { audit: Audit }) {
  const { brand, slug } = useBrand()
  const { mayWrite } = useCurrentUser()
  const { since, show } = useSearch({ from: '/dashboard/brands/$slug/audits/$id' })
  const { url, final_url: finalUrl, pages } = audit
  return (
    <Page
      back={
        <BackLink to="/dashboard/brands/$slug/audits" params={{ slug }}>
          {t('audits.audit.back')}
        </BackLink>
      }
      title={getName(url)}
      within={brand.name}
      lead={
        <span className="flex flex-wrap gap-x-3 gap-y-1 text-sm">
          <ExternalLink href={finalUrl ?? url}>{finalUrl ?? url}</ExternalLink>
          <span>
            {t('audits.audit.summary', { at: formatTime(audit.completed_at ?? audit.created_at), pages })}
          </span>
          <Link to="/dashboard/brands/$slug/audits" params={{ slug }} search={{ page: url }} className="link">
            {t('audits.audit.allAudits')}
          </Link>
        </span>
      }
      actions={
        <>
          {audit.status === 'completed' && <AuditPdf audit={audit} />}
          {mayWrite && !isUnderWay(audit) && <AuditAgain audit={audit} />}
        </>
      }
    >
      {isUnderWay(audit) && <AuditProgress audit={audit} mayCancel={mayWrite} />}
      {audit.status === 'failed' && (
        <Notice tone="bad">
          {audit.error === null
            ? t('audits.audit.failedUnknown')
            : t('audits.audit.failed', { reason: audit.error })}
        </Notice>
      )}
      {audit.status === 'completed' && (
        <>
          <AuditScore audit={audit} />
          <div className="mt-4">
            <CrawlerAccess crawlers={audit.crawlers} />
          </div>
          <ChangesSection audit={audit} since={since} />
          <Recommendations audit={audit} />
          <FindingsSection audit={audit} show={show} />
        </>
      )}
    </Page>
  )
}

/** `https://acme.com/guide` → `acme.com/guide`. */
const getName = (url: string) => url.replace(/^https?:\/\//, '').replace(/\/$/, '')

function AuditAgain({ audit: { url, pages } }: { audit: Audit }) {
  const start = useStartAudit()
  return (
    <>
      <Button busy={start.isPending} onClick={() => start.mutate({ url, pages })}>
        <RotateCw aria-hidden className="size-4" />
        {t('audits.audit.again')}
      </Button>
      <ErrorNotice error={start.error} className="basis-full" />
    </>
  )
}
