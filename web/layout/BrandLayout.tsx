import { Outlet } from '@tanstack/react-router'
import { ReanalysisNotice } from '../brands/ReanalysisNotice.tsx'
import { SimulatedBanner } from '../brands/SimulatedBanner.tsx'
import { useBrand } from '../brands/useBrand.ts'
import { RealtimeConnected, useRealtime } from '../runs/realtime.ts'

/** Wraps every screen of one brand: notices about simulated answers and reanalysis, and realtime updates. */
export function BrandLayout() {
  const { brand } = useBrand()
  const isRealtimeConnected = useRealtime(brand.id)
  return (
    <RealtimeConnected value={isRealtimeConnected}>
      <div className="print:hidden">
        <SimulatedBanner brandId={brand.id} since={brand.created_at} />
      </div>
      <ReanalysisNotice />
      <Outlet />
    </RealtimeConnected>
  )
}
