import { Link } from '@tanstack/react-router'
import { t } from '../../vocabulary/texts.ts'

/** Opens the panel of a source next to the list. The row keeps its place, and the address names the source. */
export const SourceLink = ({ domain }: { domain: string }) => (
  <Link
    to="."
    search={(old: Record<string, unknown>) => ({ ...old, source: domain })}
    resetScroll={false}
    aria-label={t('citations.panel.open', { domain })}
    title={domain}
    className="min-w-0 truncate font-medium hover:underline"
  >
    {domain}
  </Link>
)
