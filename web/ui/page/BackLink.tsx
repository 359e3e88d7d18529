import { createLink } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ComponentProps } from 'react'

/** In the top bar of a screen: a link to the list that it belongs to. */
export const BackLink = createLink(({ children, ...rest }: ComponentProps<'a'>) => (
  <a {...rest} className="inline-flex items-center gap-1.5 font-medium text-muted hover:text-ink">
    <ArrowLeft aria-hidden className="size-4" />
    {children}
  </a>
))
