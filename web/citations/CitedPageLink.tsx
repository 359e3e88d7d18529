import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useBrand } from '../brands/useBrand.ts'

type CitedPageLinkProps = { url: string; title?: string; className?: string; children: ReactNode }

/** Links to the screen of a cited page, with the filters of this screen. */
export function CitedPageLink({ url, title, className = 'link', children }: CitedPageLinkProps) {
  const { slug, filter } = useBrand()
  return (
    <Link
      to="/dashboard/brands/$slug/citations/page"
      params={{ slug }}
      search={{ ...filter, url }}
      title={title}
      className={className}
    >
      {children}
    </Link>
  )
}
