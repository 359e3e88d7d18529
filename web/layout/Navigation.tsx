import { Link, useLocation, useParams, useSearch } from '@tanstack/react-router'
import { brandFilter } from '../brands/filter.ts'
import { classes } from '../ui/classes.ts'
import { BrandSwitcher } from './BrandSwitcher.tsx'
import { copy } from './copy.ts'
import { ofBrand, ofOrganization, type Place } from './places.ts'

const { navigation: labels } = copy

export function Navigation({ onGo }: { onGo?: (() => void) | undefined }) {
  const { slug } = useParams({ strict: false })
  const groups = slug === undefined ? [{ heading: labels.manage, places: ofOrganization }] : ofBrand
  return (
    <nav aria-label={labels.label} className="min-h-0 flex-1 space-y-3 overflow-y-auto pb-4">
      <BrandSwitcher slug={slug} onGo={onGo} />
      {groups.map(({ heading, places }) => (
        <div key={heading}>
          <p className="mb-0.5 px-2.5 text-xs font-medium text-muted">{heading}</p>
          <ul>
            {places.map((place) => (
              <li key={place.label}>
                <PlaceLink place={place} slug={slug} onGo={onGo} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

type PlaceLinkProps = { place: Place; slug: string | undefined; onGo: (() => void) | undefined }

function PlaceLink({ place, slug, onGo }: PlaceLinkProps) {
  const { pathname } = useLocation()
  const search = useSearch({ strict: false })
  const { label, to, Icon, within, exact } = place
  const here = to.replace('$slug', slug ?? '')
  const isHere = pathname === here || (!exact && pathname.startsWith(within ?? `${here}/`))
  // Period and filters persist across a brand's screens.
  const kept = to.includes('$slug') ? { params: { slug }, search: brandFilter(search) } : {}
  return (
    <Link
      to={to}
      {...kept}
      onClick={onGo}
      aria-current={isHere ? 'page' : undefined}
      className={classes(
        'flex items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-sm font-medium',
        isHere ? 'bg-accent-soft text-accent-strong' : 'text-muted hover:bg-sunken hover:text-ink',
      )}
    >
      <Icon aria-hidden className="size-4.5" />
      {label}
    </Link>
  )
}
