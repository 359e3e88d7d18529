import { Outlet } from '@tanstack/react-router'
import { ReanalysisNotice } from '../brands/ReanalysisNotice.tsx'
import { SimulatedBanner } from '../brands/SimulatedBanner.tsx'
import { useBrand } from '../brands/useBrand.ts'
import { useRealtime } from '../runs/realtime.ts'

/** Around every screen of one brand: whether its numbers are of real engines, and of all names as they are now. */
export function BrandLayout() {
  const { brand } = useBrand()
  useRealtime(brand.id)
  return (
    <>
      <SimulatedBanner brandId={brand.id} />
      <ReanalysisNotice />
      <Outlet />
    </>
  )
}
