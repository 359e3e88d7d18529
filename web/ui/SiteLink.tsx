import { ExternalLink as Icon } from 'lucide-react'
import { t } from '../../vocabulary/texts.ts'
import { ExternalLink } from './ExternalLink.tsx'

/** The icon that opens another site. Names of sites and pages stay in the dashboard. */
export const SiteLink = ({ href, name }: { href: string; name: string }) => (
  <ExternalLink
    href={href}
    className="inline-flex shrink-0 rounded-md p-1 text-muted hover:bg-sunken hover:text-ink"
  >
    <Icon aria-hidden className="size-3.5" />
    <span className="sr-only">{t('ui.openSite', { name })}</span>
  </ExternalLink>
)
