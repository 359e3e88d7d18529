import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Check, ChevronsUpDown, Search } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type KeyboardEvent, useId, useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { brandsQuery } from '../brands/queries.ts'
import { classes } from '../ui/classes.ts'

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
        <BrandList brands={brands} slug={slug} onChoose={go} />
      </Popover.Content>
    </Popover.Root>
  )
}

type Brand = { slug: string; name: string; domain: string }
type BrandListProps = { brands: Brand[]; slug: string | undefined; onChoose: (slug: string) => void }

const shownAtOnce = 50

/** The field keeps the focus; arrow keys move through the list below. */
function BrandList({ brands, slug, onChoose }: BrandListProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const wanted = text.trim().toLowerCase()
  const found = brands
    .filter(({ name, domain }) => `${name} ${domain}`.toLowerCase().includes(wanted))
    .slice(0, shownAtOnce)
  const walk = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      setActive((active + step + found.length) % found.length)
    }
    const chosen = found[active]
    if (event.key === 'Enter' && chosen) onChoose(chosen.slug)
  }
  return (
    <>
      <div className="relative mb-1.5">
        <Search aria-hidden className="absolute left-2.5 top-2.5 size-4 text-muted" />
        <input
          role="combobox"
          aria-label={t('layout.brandSwitcher.search')}
          aria-expanded
          aria-controls={id}
          aria-activedescendant={found[active] && `${id}-${active}`}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setActive(0)
          }}
          onKeyDown={walk}
          placeholder={t('layout.brandSwitcher.search')}
          className="control pl-8"
        />
      </div>
      <div
        id={id}
        role="listbox"
        aria-label={t('layout.brandSwitcher.list')}
        className="max-h-72 overflow-y-auto"
      >
        {found.map((brand, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the field above keeps the focus
          <div
            key={brand.slug}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onClick={() => onChoose(brand.slug)}
            onPointerMove={() => setActive(index)}
            className={classes(
              'flex cursor-pointer items-center justify-between gap-2 rounded-md px-2.5 py-1.5',
              index === active && 'bg-sunken',
            )}
          >
            <span className="min-w-0">
              <span className="block truncate font-medium">{brand.name}</span>
              <span className="block truncate text-xs text-muted">{brand.domain}</span>
            </span>
            {brand.slug === slug && <Check aria-hidden className="size-4 shrink-0 text-accent" />}
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="px-2.5 py-3 text-muted">{t('layout.brandSwitcher.noMatches')}</p>}
    </>
  )
}
