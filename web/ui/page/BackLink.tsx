import { createLink } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classes } from '../classes.ts'

type BackLinkProps = ComponentProps<'a'> & {
  /** The row around it has the margin. */
  isInRow?: boolean
}

/** Above a screen: a link to the list that it belongs to. */
export const BackLink = createLink(({ children, isInRow = false, ...rest }: BackLinkProps) => (
  <a
    {...rest}
    className={classes(
      'inline-flex items-center gap-1.5 text-sm font-medium text-muted hover:text-ink',
      !isInRow && 'mb-4',
    )}
  >
    <ArrowLeft aria-hidden className="size-4" />
    {children}
  </a>
))
