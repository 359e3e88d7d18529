import type { ComponentProps } from 'react'
import { classes } from './classes.ts'

type Look = 'primary' | 'secondary' | 'quiet' | 'danger' | 'risky'

type ButtonProps = ComponentProps<'button'> & {
  look?: Look
  size?: 'regular' | 'small'
  /** The action is in progress: the button says so and ignores presses, but keeps the focus. */
  busy?: boolean
}

export function Button({
  look = 'secondary',
  size = 'regular',
  busy = false,
  type = 'button',
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classes(buttonClasses(look, size), busy && 'opacity-70', className)}
    />
  )
}

/** Also for links that look like buttons. */
export const buttonClasses = (look: Look = 'secondary', size: 'regular' | 'small' = 'regular') =>
  classes(
    'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md text-sm font-medium transition-colors',
    'disabled:cursor-not-allowed disabled:opacity-55',
    size === 'regular' ? 'min-h-8 px-3 max-sm:min-h-10' : 'min-h-7 px-2 max-sm:min-h-9',
    looks[look],
  )

const looks: Record<Look, string> = {
  primary: 'bg-accent text-on-accent not-disabled:hover:bg-accent-strong',
  secondary: 'border border-control bg-surface text-ink not-disabled:hover:bg-sunken',
  quiet: 'text-ink not-disabled:hover:bg-sunken',
  /** A destructive action, which requires confirmation. */
  risky: 'border border-control bg-surface text-bad not-disabled:hover:bg-bad-soft',
  danger: 'bg-bad text-surface not-disabled:hover:opacity-90',
}
