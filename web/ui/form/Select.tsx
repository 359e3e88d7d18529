import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classes } from '../classes.ts'

type SelectProps = Omit<ComponentProps<'select'>, 'className'> & {
  /** As wide as its container, as the other fields of a form. */
  isWide?: boolean
  /** Lower, for the header of a card and the rows of a table. */
  isCompact?: boolean
  /** Something other than the default is chosen in a filter. */
  isSet?: boolean
}

/** A choice of one value. The browser's own control, which works with a keyboard, a screen reader and a phone, in one look. */
export function Select({ isWide = false, isCompact = false, isSet = false, ...rest }: SelectProps) {
  return (
    <span className={classes('relative', isWide ? 'block' : 'inline-block max-w-full align-middle')}>
      <select
        {...rest}
        className={classes(
          'choice appearance-none pr-8',
          isWide ? 'w-full' : 'max-w-full sm:max-w-64',
          isCompact && 'choice-compact',
          isSet && 'choice-set',
        )}
      />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute right-2.5 top-1/2 size-4 -translate-y-1/2 text-muted"
      />
    </span>
  )
}
