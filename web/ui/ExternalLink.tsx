import type { ReactNode } from 'react'

type ExternalLinkProps = { href: string; children: ReactNode; className?: string }

/** Leads away from the service in a tab of its own, and tells the other site nothing. */
export function ExternalLink({ href, children, className = 'link' }: ExternalLinkProps) {
  return (
    <a href={href} target="_blank" rel="noreferrer noopener" className={className}>
      {children}
    </a>
  )
}
