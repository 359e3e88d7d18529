import { Link, type LinkProps, useLocation, useParams, useSearch } from '@tanstack/react-router'
import {
  Building2,
  ChartNoAxesCombined,
  FileText,
  Footprints,
  LayoutGrid,
  Lightbulb,
  Link2,
  type LucideIcon,
  MessageCircleQuestion,
  MessagesSquare,
  Package,
  RefreshCw,
  ScanSearch,
  ShoppingBag,
  SlidersHorizontal,
  Swords,
} from 'lucide-react'
import { brandFilter } from '../brands/filter.ts'
import { classes } from '../ui/classes.ts'
import { BrandSwitcher } from './BrandSwitcher.tsx'
import { copy } from './copy.ts'

type Place = {
  label: string
  to: NonNullable<LinkProps['to']>
  Icon: LucideIcon
  /** Prefix of the addresses of its subpages, where it differs from its own. */
  within?: string
  /** Only this exact address is active. */
  exact?: boolean
}

type Group = { heading: string; places: Place[] }

const { navigation: labels } = copy

/** The screens of the organization. */
const ofOrganization: Place[] = [
  { label: labels.allBrands, to: '/dashboard', Icon: LayoutGrid, exact: true },
  { label: labels.organization, to: '/dashboard/settings', Icon: Building2 },
]

/** The screens of one brand, and those of the organization. */
const ofBrand: Group[] = [
  {
    heading: labels.measure,
    places: [
      { label: labels.overview, to: '/dashboard/brands/$slug', Icon: ChartNoAxesCombined, exact: true },
      { label: labels.prompts, to: '/dashboard/brands/$slug/prompts', Icon: MessageCircleQuestion },
      { label: labels.answers, to: '/dashboard/brands/$slug/answers', Icon: MessagesSquare },
      { label: labels.competitors, to: '/dashboard/brands/$slug/competitors', Icon: Swords },
      { label: labels.citations, to: '/dashboard/brands/$slug/citations', Icon: Link2 },
    ],
  },
  {
    heading: labels.commerce,
    places: [
      { label: labels.shopping, to: '/dashboard/brands/$slug/shopping', Icon: ShoppingBag },
      { label: labels.products, to: '/dashboard/brands/$slug/products', Icon: Package },
    ],
  },
  {
    heading: labels.improve,
    places: [
      { label: labels.opportunities, to: '/dashboard/brands/$slug/opportunities', Icon: Lightbulb },
      { label: labels.audits, to: '/dashboard/brands/$slug/audits', Icon: ScanSearch },
      { label: labels.aiFiles, to: '/dashboard/brands/$slug/ai-files', Icon: FileText },
    ],
  },
  {
    heading: labels.traffic,
    places: [{ label: labels.aiTraffic, to: '/dashboard/brands/$slug/traffic', Icon: Footprints }],
  },
  {
    heading: labels.manage,
    places: [
      { label: labels.runs, to: '/dashboard/brands/$slug/runs', Icon: RefreshCw },
      { label: labels.brandSettings, to: '/dashboard/brands/$slug/settings', Icon: SlidersHorizontal },
      ...ofOrganization,
    ],
  },
]

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
