import { Navigate, Outlet, useMatches } from '@tanstack/react-router'
import { ReanalysisNotice } from '../brands/ReanalysisNotice.tsx'
import { SimulatedChip } from '../brands/SimulatedChip.tsx'
import { BrandOfScreen, useBrand, useBrandOfUrl } from '../brands/useBrand.ts'
import { DemoChip } from '../demo/DemoChip.tsx'
import { RealtimeConnected, useRealtime } from '../runs/realtime.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { TopBarStatus } from '../ui/page/TopBar.tsx'

/** Wraps every screen of one brand. */
export function BrandLayout() {
  return (
    <BrandOfScreen value={useBrandOfUrl()}>
      {useCurrentUser().isClient ? <ClientLayout /> : <LiveLayout />}
    </BrandOfScreen>
  )
}

/** Clients see the reports of the brand only, and every other screen leads there. */
function ClientLayout() {
  const { slug } = useBrand()
  // Of the screen that is shown: the location is already the next one while the person leaves the brand.
  const screen = useMatches({ select: (matches) => matches.at(-1)?.routeId })
  if (screen?.startsWith('/dashboard/brands/$slug/reports')) return <Outlet />
  return <Navigate to="/dashboard/brands/$slug/reports" params={{ slug }} replace />
}

/** Shows whether answers are simulated or reanalyzed, and receives realtime updates. */
function LiveLayout() {
  const { brand } = useBrand()
  const isRealtimeConnected = useRealtime(brand.id)
  return (
    <RealtimeConnected value={isRealtimeConnected}>
      <TopBarStatus value={brand.is_demo ? <DemoChip /> : <SimulatedChip brandId={brand.id} />}>
        <ReanalysisNotice />
        <Outlet />
      </TopBarStatus>
    </RealtimeConnected>
  )
}
