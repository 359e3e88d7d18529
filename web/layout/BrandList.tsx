import { Check, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { classes } from '../ui/classes.ts'

type Brand = { slug: string; name: string; domain: string }
type BrandListProps = { brands: Brand[]; slug: string | undefined; onChoose: (slug: string) => void }

const shownAtOnce = 50

/** The field keeps the focus; arrow keys move through the list below. */
export function BrandList({ brands, slug, onChoose }: BrandListProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  // The popover moves the focus when it opens, which can be before this list is loaded.
  useEffect(() => field.current?.focus(), [])
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
          ref={field}
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
