import { parse } from 'tldts'
import type { Entity } from './read/names.ts'

export type CitedSource = { url: string; title: string | null; cited: boolean }

export type Citation = {
  position: number
  url: string
  originalUrl: string
  host: string | null
  domain: string | null
  title: string | null
  cited: boolean
  category:
    | 'owned'
    | 'competitor'
    | 'editorial'
    | 'review'
    | 'forum'
    | 'social'
    | 'video'
    | 'ecommerce'
    | 'reference'
    | 'institutional'
    | 'other'
  articleType:
    | 'comparison'
    | 'list'
    | 'how-to'
    | 'review'
    | 'documentation'
    | 'news'
    | 'forum-thread'
    | 'product'
    | 'homepage'
    | 'other'
  ownEntityId: string | null
}
export type Domains = { host: string; path: string; entityId: string }[]

export function compileDomains(entities: readonly Entity[]): Domains {
  return entities.flatMap(({ id, domains = [] }) =>
    domains.map((domain) => {
      const [, host = '', path = ''] = /^(?:https?:\/\/)?(?:www\.)?([^/]*)(\/.*)?$/i.exec(domain.trim()) ?? []
      return { host: host.toLowerCase(), path: path.replace(/\/+$/, ''), entityId: id }
    }),
  )
}

export function readCitations(
  sources: readonly CitedSource[],
  domains: Domains,
): (Citation & { owners: string[] })[] {
  return sources.map(({ url, title, cited }, index) => {
    const address = URL.canParse(url) ? new URL(url) : null
    const host = address?.hostname || null
    const owners = domains
      .filter(
        (own) =>
          host !== null &&
          (host === own.host || host.endsWith(`.${own.host}`)) &&
          (own.path === '' || address?.pathname.startsWith(own.path)),
      )
      .map((own) => own.entityId)
    return {
      position: index + 1,
      url: address?.href ?? url,
      originalUrl: url,
      host,
      domain: host === null ? null : (parse(host).domain ?? host),
      title,
      cited,
      category: owners.length > 0 ? 'owned' : 'other',
      articleType: 'other',
      ownEntityId: owners[0] ?? null,
      owners,
    }
  })
}
