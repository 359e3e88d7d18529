import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { ChevronsUpDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { brandsQuery } from '../brands/queries.ts'
import { classes } from '../ui/classes.ts'
import { Bar } from '../ui/page/Skeleton.tsx'

const BrandList = lazy(async () => ({ default: (await import('./BrandList.tsx')).BrandList }))

type BrandSwitcherProps = {
  onNavigate?: (() => void) | undefined
  /** Without a border, in the header of a small screen. */
  isPlain?: boolean
}

/** Switches brands by typing a few letters of the name. */
export function BrandSwitcher({ onNavigate, isPlain = false }: BrandSwitcherProps) {
  const { slug } = useParams({ strict: false })
  const { data } = useQuery(brandsQuery)
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  if (!data) return <div className="h-9" />
  const brands = data.items
  const here = brands.find((brand) => brand.slug === slug)
  if (brands.length === 0 || (slug !== undefined && brands.length === 1)) {
    return here ? <p className="h-9 truncate px-2.5 font-semibold leading-9">{here.name}</p> : null
  }
  const go = (to: string) => {
    setOpen(false)
    onNavigate?.()
    void navigate({ to: '/dashboard/brands/$slug', params: { slug: to } })
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        className={classes(
          'flex h-9 items-center justify-between gap-2 rounded-md bg-surface px-2.5 text-left hover:bg-sunken',
          isPlain ? 'max-w-full font-semibold' : 'w-full border border-control font-medium',
        )}
      >
        <span className="sr-only">{t('layout.brandSwitcher.current')}</span>
        <span className="truncate">{here?.name ?? t('layout.brandSwitcher.switchBrand')}</span>
        <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
      </Popover.Trigger>
      <Popover.Content
        align="start"
        sideOffset={6}
        aria-label={t('layout.brandSwitcher.list')}
        className="z-30 w-72 max-w-[calc(100vw-2rem)] rounded-xl border border-line bg-surface p-1.5 text-sm shadow-raised"
      >
        <Suspense fallback={<Bar className="h-40 w-full rounded-lg" />}>
          <BrandList brands={brands} slug={slug} onChoose={go} />
        </Suspense>
      </Popover.Content>
    </Popover.Root>
  )
}
