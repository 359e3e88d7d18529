import { cleanUrl } from '../client/sources.ts'
import type { Source } from '../engine.ts'

const concurrency = 8
const linkTimeoutMs = 5_000
const totalTimeoutMs = 15_000

/**
 * Resolves Gemini's grounding links to the pages behind them. The links are short-lived redirects at
 * `vertexaisearch.cloud.google.com/grounding-api-redirect/…`, so their targets are read when the answer arrives; the targets
 * themselves are not requested. Only Google's host over https and the API's own host are requested: an answer cannot make
 * the service call another host.
 *
 * A link without a known target becomes the site's home page if Google's title is a bare domain, which it nearly always is.
 * Metrics depend on the domain, and the raw payload keeps the link. Otherwise the link stays.
 */
export async function resolveRedirects(
  sources: Source[],
  ownOrigin: string,
  signal: AbortSignal,
): Promise<(source: Source) => string> {
  const links = [...new Set(sources.map(({ url }) => url))].filter((url) => isRedirect(url, ownOrigin))
  const targets = new Map<string, string>()
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(totalTimeoutMs)])
  // The workers share one iterator.
  const queue = links.values()
  const work = async () => {
    for (const link of queue) {
      const target = await getTarget(link, deadline)
      if (target !== null) targets.set(link, target)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return ({ url, title }) => targets.get(url) ?? (links.includes(url) ? getHomePage(title) : null) ?? url
}

function isRedirect(link: string, ownOrigin: string): boolean {
  const { origin, pathname } = new URL(link)
  const known = origin === 'https://vertexaisearch.cloud.google.com' || origin === ownOrigin
  return known && pathname.includes('/grounding-api-redirect/')
}

/** Returns null if the link does not respond with a redirect in time. */
async function getTarget(link: string, deadline: AbortSignal): Promise<string | null> {
  try {
    const signal = AbortSignal.any([deadline, AbortSignal.timeout(linkTimeoutMs)])
    const response = await fetch(link, { redirect: 'manual', signal })
    await response.body?.cancel()
    const location = response.headers.get('location')
    return location !== null && URL.canParse(location, link) ? cleanUrl(new URL(location, link).href) : null
  } catch {
    return null
  }
}

function getHomePage(title: string | null): string | null {
  return title !== null && /^([\p{L}\p{N}-]+\.)+\p{L}{2,}$/u.test(title) ? `https://${title}/` : null
}
