import { ChevronsUpDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { lazy, Suspense } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Bar } from '../ui/page/Skeleton.tsx'

const AccountPanel = lazy(async () => ({ default: (await import('./AccountPanel.tsx')).AccountPanel }))

/** Organizations, preferences, account and sign-out. A popover with form fields, because every screen loads it: it shares the code of filters. */
export function AccountMenu() {
  const me = useCurrentUser()
  return (
    <Popover.Root>
      <Popover.Trigger className="flex w-full items-center gap-2.5 rounded-lg p-2 text-left hover:bg-sunken data-[state=open]:bg-sunken">
        <span
          aria-hidden
          className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-sm font-semibold text-accent-strong"
        >
          {getInitial(me.name)}
        </span>
        <span className="sr-only">{t('layout.accountMenu.accountOf')}</span>
        <span className="min-w-0 flex-1 leading-tight">
          <span className="block truncate text-sm font-medium">{me.name}</span>
          <span className="block truncate text-xs text-muted">{me.email}</span>
        </span>
        <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
      </Popover.Trigger>
      <Popover.Content
        side="top"
        align="start"
        sideOffset={6}
        aria-label={me.name}
        className="z-20 max-h-(--radix-popover-content-available-height) w-58 overflow-y-auto rounded-xl border border-line bg-surface p-1.5 text-sm shadow-raised"
      >
        <Suspense fallback={<Bar className="h-80 w-full rounded-lg" />}>
          <AccountPanel />
        </Suspense>
      </Popover.Content>
    </Popover.Root>
  )
}

const getInitial = (name: string) => [...name][0]?.toUpperCase() ?? '?'
