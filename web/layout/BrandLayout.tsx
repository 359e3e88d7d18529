import { Navigate, Outlet, useMatches, useParams } from '@tanstack/react-router'
import { ReanalysisNotice } from '../brands/ReanalysisNotice.tsx'
import { SimulatedBanner } from '../brands/SimulatedBanner.tsx'
import { useBrand } from '../brands/useBrand.ts'
import { DemoBar } from '../demo/DemoBar.tsx'
import { RealtimeConnected, useRealtime } from '../runs/realtime.ts'
import { useCurrentUser } from '../session/current-user.ts'

/** Wraps every screen of one brand. */
export function BrandLayout() {
  return useCurrentUser().isClient ? <ClientLayout /> : <LiveLayout />
}

/** Clients see the reports of the brand only, and every other screen leads there. */
function ClientLayout() {
  const { slug } = useParams({ from: '/dashboard/brands/$slug' })
  // Of the screen that is shown: the location is already the next one while the person leaves the brand.
  const screen = useMatches({ select: (matches) => matches.at(-1)?.routeId })
  if (screen?.startsWith('/dashboard/brands/$slug/reports')) return <Outlet />
  return <Navigate to="/dashboard/brands/$slug/reports" params={{ slug }} replace />
}

/** Shows notices about simulated answers and reanalysis, and receives realtime updates. */
function LiveLayout() {
  const { brand } = useBrand()
  const isRealtimeConnected = useRealtime(brand.id)
  return (
    <RealtimeConnected value={isRealtimeConnected}>
      <div className="print:hidden">
        {brand.is_demo ? <DemoBar /> : <SimulatedBanner brandId={brand.id} since={brand.created_at} />}
      </div>
      <ReanalysisNotice />
      <Outlet />
    </RealtimeConnected>
  )
}
