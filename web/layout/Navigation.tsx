import { Link, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { brandFilter } from '../brands/filter.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { classes } from '../ui/classes.ts'
import { useIsHere } from './current-screen.ts'
import { getGroups, type NavigationItem } from './navigation-items.ts'

const AgencyCard = lazy(() => import('./AgencyCard.tsx'))

export function Navigation({ onNavigate }: { onNavigate?: (() => void) | undefined }) {
  const { slug } = useParams({ strict: false })
  const { isClient, seesOrganization } = useCurrentUser()
  return (
    <nav
      aria-label={t('layout.navigation.label')}
      className="flex min-h-0 flex-1 flex-col gap-2.5 overflow-y-auto pb-2"
    >
      {getGroups({ slug, isClient, seesOrganization }).map(({ heading, items }) => (
        <div key={heading}>
          <p className="mb-0.5 px-2.5 text-xs font-medium text-muted">{heading}</p>
          <ul>
            {items.map((item) => (
              <li key={item.label}>
                <ItemLink item={item} slug={slug} onNavigate={onNavigate} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      {!seesOrganization && (
        <Suspense fallback={null}>
          <AgencyCard />
        </Suspense>
      )}
    </nav>
  )
}

type ItemLinkProps = { item: NavigationItem; slug: string | undefined; onNavigate: (() => void) | undefined }

function ItemLink({ item, slug, onNavigate }: ItemLinkProps) {
  const search = useSearch({ strict: false })
  const { label, to, Icon } = item
  const isHere = useIsHere()(item, slug)
  // Period and filters persist across a brand's screens.
  const kept = to.includes('$slug') ? { params: { slug }, search: brandFilter(search) } : {}
  return (
    <Link
      to={to}
      {...kept}
      onClick={onNavigate}
      aria-current={isHere ? 'page' : undefined}
      className={classes(
        'flex items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-sm font-medium lg:py-1',
        isHere ? 'bg-accent-soft text-accent-strong' : 'text-muted hover:bg-sunken hover:text-ink',
      )}
    >
      <Icon aria-hidden className="size-4.5" />
      {label}
    </Link>
  )
}
