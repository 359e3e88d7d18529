import { t } from '../../../vocabulary/texts.ts'
import { toItems } from '../filter.ts'
import { MenuButton } from './MenuButton.tsx'

type MultiChoiceProps = {
  label: string
  /** The text of the button when nothing is chosen. */
  every: string
  /** Several chosen ones as text. */
  countText: (count: number) => string
  options: readonly (readonly [value: string, label: string])[]
  /** The chosen values, separated by commas. */
  value: string | undefined
  onChoose(value: string): void
}

/** A filter with any number of values. Nothing chosen means no filter. */
export function MultiChoice({ label, every, countText, options, value, onChoose }: MultiChoiceProps) {
  const chosen = toItems(value)
  const toggle = (item: string) =>
    onChoose((chosen.includes(item) ? chosen.filter((each) => each !== item) : [...chosen, item]).join())
  const first = options.find(([item]) => item === chosen[0])?.[1]
  const text =
    chosen.length === 0
      ? every
      : chosen.length === 1 && first !== undefined
        ? first
        : countText(chosen.length)
  return (
    <MenuButton label={label} value={text} isSet={chosen.length > 0}>
      <fieldset>
        <legend className="sr-only">{label}</legend>
        {options.map(([item, name]) => (
          <label
            key={item}
            className="flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 hover:bg-sunken"
          >
            <input
              type="checkbox"
              checked={chosen.includes(item)}
              onChange={() => toggle(item)}
              className="size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0 truncate">{name}</span>
          </label>
        ))}
      </fieldset>
      {chosen.length > 0 && (
        <button
          type="button"
          onClick={() => onChoose('')}
          className="mt-1 w-full rounded-md border-t border-line px-2.5 py-1.5 text-left text-muted hover:bg-sunken"
        >
          {t('brands.filters.clearOne')}
        </button>
      )}
    </MenuButton>
  )
}
