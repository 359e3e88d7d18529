import { Link, type LinkProps } from '@tanstack/react-router'
import { KeyRound, LayoutGrid, type LucideIcon, Users } from 'lucide-react'

type Place = { label: string; to: NonNullable<LinkProps['to']>; Icon: LucideIcon; exact?: boolean }

/** Where one can go from anywhere. */
const places: { heading: string | null; places: Place[] }[] = [
  { heading: null, places: [{ label: 'Brands', to: '/dashboard', Icon: LayoutGrid, exact: true }] },
  {
    heading: 'Settings',
    places: [
      { label: 'Members', to: '/dashboard/settings/members', Icon: Users },
      { label: 'API keys', to: '/dashboard/settings/api-keys', Icon: KeyRound },
    ],
  },
]

export function Navigation({ onGo }: { onGo?: () => void }) {
  return (
    <nav aria-label="Main" className="space-y-6">
      {places.map((group) => (
        <div key={group.heading}>
          {group.heading && <p className="mb-1 px-2.5 text-xs font-medium text-muted">{group.heading}</p>}
          <ul className="space-y-0.5">
            {group.places.map(({ label, to, Icon, exact = false }) => (
              <li key={label}>
                <Link
                  to={to}
                  {...(onGo && { onClick: onGo })}
                  activeOptions={{ exact, includeSearch: false }}
                  className="flex items-center gap-2.5 rounded-lg px-2.5 py-1.5 font-medium"
                  activeProps={{ className: 'bg-accent-soft text-accent-strong' }}
                  inactiveProps={{ className: 'text-muted hover:bg-sunken hover:text-ink' }}
                >
                  <Icon aria-hidden className="size-4.5" />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
