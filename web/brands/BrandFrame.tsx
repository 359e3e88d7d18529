import { Outlet } from '@tanstack/react-router'
import { SimulatedBanner } from './SimulatedBanner.tsx'
import { useBrand } from './useBrand.ts'

/** Around every screen of one brand: whether what is shown are words of real engines. */
export function BrandFrame() {
  const { brand } = useBrand()
  return (
    <>
      <SimulatedBanner brandId={brand.id} />
      <Outlet />
    </>
  )
}
