import type { ReactNode } from 'react'

type ExternalLinkProps = { href: string; children: ReactNode; className?: string }

/** Opens another site in a new tab, without a referrer. */
export function ExternalLink({ href, children, className = 'link' }: ExternalLinkProps) {
  return (
    <a href={href} target="_blank" rel="noreferrer noopener" className={className}>
      {children}
    </a>
  )
}
