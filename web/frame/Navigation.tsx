import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import { KeyRound, LayoutGrid, type LucideIcon, Users } from 'lucide-react'
import { classes } from '../ui/classes.ts'

type Place = {
  label: string
  to: NonNullable<LinkProps['to']>
  Icon: LucideIcon
  /** Where the addresses of its further screens begin. */
  within?: string
}

/** Where one can go from anywhere. */
const places: { heading: string | null; places: Place[] }[] = [
  {
    heading: null,
    places: [{ label: 'Brands', to: '/dashboard', Icon: LayoutGrid, within: '/dashboard/brands/' }],
  },
  {
    heading: 'Settings',
    places: [
      { label: 'Members', to: '/dashboard/settings/members', Icon: Users },
      { label: 'API keys', to: '/dashboard/settings/api-keys', Icon: KeyRound },
    ],
  },
]

export function Navigation({ onGo }: { onGo?: (() => void) | undefined }) {
  return (
    <nav aria-label="Main" className="space-y-6">
      {places.map((group) => (
        <div key={group.heading}>
          {group.heading && <p className="mb-1 px-2.5 text-xs font-medium text-muted">{group.heading}</p>}
          <ul className="space-y-0.5">
            {group.places.map((place) => (
              <li key={place.label}>
                <PlaceLink place={place} onGo={onGo} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function PlaceLink({ place, onGo }: { place: Place; onGo: (() => void) | undefined }) {
  const { pathname } = useLocation()
  const { label, to, Icon, within } = place
  const isHere = pathname === to || (within !== undefined && pathname.startsWith(within))
  return (
    <Link
      to={to}
      onClick={onGo}
      aria-current={isHere ? 'page' : undefined}
      className={classes(
        'flex items-center gap-2.5 rounded-lg px-2.5 py-1.5 font-medium',
        isHere ? 'bg-accent-soft text-accent-strong' : 'text-muted hover:bg-sunken hover:text-ink',
      )}
    >
      <Icon aria-hidden className="size-4.5" />
      {label}
    </Link>
  )
}
