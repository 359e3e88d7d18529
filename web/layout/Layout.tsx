import { Outlet, useParams, useRouterState } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { Bell } from '../notifications/Bell.tsx'
import { useCurrentUser } from '../session/current-user.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Logo } from '../ui/Logo.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { BottomBar } from './BottomBar.tsx'
import { BrandSwitcher } from './BrandSwitcher.tsx'
import { FailingTasks } from './FailingTasks.tsx'
import { Navigation } from './Navigation.tsx'
import { SecondFactorNotice } from './SecondFactorNotice.tsx'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'
import { useShortcuts } from './shortcuts.ts'

const CommandPalette = lazy(() => import('./CommandPalette.tsx'))

/** Wraps every screen of the dashboard: navigation, account menu and the screen. */
export function Layout() {
  const main = useScreenFocus()
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null)
  const openPalette = () => setOpen('palette')
  const openShortcuts = () => setOpen('shortcuts')
  useShortcuts({ openPalette, openShortcuts })
  const { isClient } = useCurrentUser()
  return (
    <div className="lg:grid print:block lg:grid-cols-[13.75rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only z-30 rounded-lg bg-accent px-4 py-2 font-medium text-on-accent focus:not-sr-only focus:fixed focus:left-3 focus:top-3"
      >
        {t('layout.layout.skipToContent')}
      </a>
      <SmallScreenBars onSearch={openPalette} />
      <aside className="print:hidden sticky top-0 hidden h-dvh flex-col border-r border-line bg-surface p-3 lg:flex">
        <div className="flex items-center justify-between pb-3 pl-2.5 pt-1">
          <Logo />
          {!isClient && <Bell />}
        </div>
        <BrandSwitcher />
        <SearchButton onSearch={openPalette} />
        <Navigation />
        <div className="mt-auto border-t border-line pt-2">
          <AccountMenu />
        </div>
      </aside>
      <main
        ref={main}
        id="main"
        tabIndex={-1}
        className="min-w-0 max-w-[100rem] px-4 pb-20 lg:pb-8 wrap-break-word sm:px-6 print:p-0"
      >
        <SecondFactorNotice />
        <FailingTasks />
        <Outlet />
      </main>
      {open === 'palette' && (
        <Suspense>
          <CommandPalette onClose={() => setOpen(null)} onShortcuts={openShortcuts} />
        </Suspense>
      )}
      {open === 'shortcuts' && <ShortcutsDialog onClose={() => setOpen(null)} />}
    </div>
  )
}

function SearchButton({ onSearch }: { onSearch(): void }) {
  return (
    <button
      type="button"
      onClick={onSearch}
      className="my-2.5 flex h-8 w-full shrink-0 items-center gap-1.5 rounded-md bg-sunken px-2 text-sm text-muted hover:text-ink"
    >
      <Search aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 flex-1 truncate text-left">{t('layout.commandPalette.open')}</span>
      <kbd
        aria-hidden
        className="whitespace-nowrap rounded border border-control bg-surface px-0.5 font-sans text-[0.6875rem]"
      >
        {isMac ? t('layout.commandPalette.macKey') : t('layout.commandPalette.key')}
      </kbd>
    </button>
  )
}

const isMac = navigator.userAgent.includes('Mac')

/** The brand, search and inbox at the top of a small screen, and the main screens at its bottom. */
function SmallScreenBars({ onSearch }: { onSearch(): void }) {
  const { isClient } = useCurrentUser()
  const [open, setOpen] = useState(false)
  const { slug } = useParams({ strict: false })
  return (
    <>
      <header className="print:hidden sticky top-0 z-10 flex min-h-14 items-center gap-1 border-b border-line bg-surface px-4 lg:hidden">
        <Logo isMark={slug !== undefined} />
        <div className="min-w-0 flex-1">{slug !== undefined && <BrandSwitcher isPlain />}</div>
        <button
          type="button"
          aria-label={t('layout.commandPalette.open')}
          onClick={onSearch}
          className="rounded-lg p-2.5 hover:bg-sunken"
        >
          <Search aria-hidden className="size-5" />
        </button>
        {!isClient && <Bell />}
      </header>
      <BottomBar onMore={() => setOpen(true)} />
      {open && (
        <Dialog title={t('layout.layout.menu')} place="side" onClose={() => setOpen(false)}>
          <BrandSwitcher onNavigate={() => setOpen(false)} />
          <Navigation onNavigate={() => setOpen(false)} />
          <div className="mt-auto">
            <AccountMenu />
          </div>
        </Dialog>
      )}
    </>
  )
}

/** After navigation, moves the focus to the new screen. On first load the browser decides. */
function useScreenFocus() {
  const main = useRef<HTMLElement>(null)
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const last = useRef(path)
  useEffect(() => {
    if (last.current !== undefined && last.current !== path) main.current?.focus({ preventScroll: true })
    last.current = path
  }, [path])
  return main
}
