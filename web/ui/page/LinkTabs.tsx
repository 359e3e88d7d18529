import { Link, type LinkProps } from '@tanstack/react-router'
import { classes } from '../classes.ts'

type Tab = Pick<LinkProps, 'to' | 'params' | 'search'> & { label: string; isHere: boolean }

/** Views of one screen, each with its own URL. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav
      aria-label={label}
      className="flex max-w-full gap-1 overflow-x-auto rounded-lg bg-sunken p-1 text-sm"
    >
      {tabs.map(({ label: name, isHere, ...link }) => (
        <Link
          key={name}
          {...link}
          resetScroll={false}
          aria-current={isHere ? 'page' : undefined}
          className={classes(
            'whitespace-nowrap rounded-md px-2.5 py-1 font-medium',
            isHere ? 'bg-surface shadow-card' : 'text-muted hover:text-ink',
          )}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
