import { Link, useParams, useSearch } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import { t } from '../../vocabulary/texts.ts'
import { brandFilter } from '../brands/filter.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { classes } from '../ui/classes.ts'
import { useIsHere } from './current-screen.ts'
import { getGroups, type NavigationItem } from './navigation-items.ts'

/** The main screens at the bottom of a small screen, and the menu with all others. */
export function BottomBar({ onMore }: { onMore(): void }) {
  const { slug } = useParams({ strict: false })
  const { isClient, seesOrganization } = useCurrentUser()
  const items = getGroups({ slug, isClient, seesOrganization }).flatMap((group) => group.items)
  const main = items.filter(({ isMain }) => isMain)
  return (
    <nav
      aria-label={t('layout.navigation.main')}
      className="print:hidden fixed inset-x-0 bottom-0 z-10 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {(main.length > 0 ? main : items).map((item) => (
        <Item key={item.label} item={item} slug={slug} />
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onMore}
        className={classes(shape, 'border-transparent text-muted')}
      >
        <Menu aria-hidden className="size-5" />
        {t('layout.layout.more')}
      </button>
    </nav>
  )
}

const shape =
  'flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 border-t-2 px-0.5 text-xs font-medium'

function Item({ item, slug }: { item: NavigationItem; slug: string | undefined }) {
  const search = useSearch({ strict: false })
  const isHere = useIsHere()(item, slug)
  const { label, to, Icon } = item
  // Period and filters persist across a brand's screens.
  const kept = to.includes('$slug') ? { params: { slug }, search: brandFilter(search) } : {}
  return (
    <Link
      to={to}
      {...kept}
      aria-current={isHere ? 'page' : undefined}
      className={classes(
        shape,
        isHere ? 'border-accent text-accent-strong' : 'border-transparent text-muted',
      )}
    >
      <Icon aria-hidden className="size-5" />
      <span className="max-w-full truncate">{label}</span>
    </Link>
  )
}
