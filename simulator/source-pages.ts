import type { AnswerSource, SourceKind } from './answer.ts'
import { fill, slug } from './language.ts'
import type { Market, MarketEntity } from './market.ts'
import { getMarketTexts, type Host } from './market-texts.ts'
import { random } from './seeded-random.ts'
import hostData from './source-pages.json' with { type: 'json' }

/** A page that answers can cite. `about` is the entity that owns it, or null. */
export type SimulatedSourcePage = AnswerSource & { about: MarketEntity | null }

/**
 * Returns every citable page of a market in a year. The same for every answer, engine and day, so that URLs recur as in
 * reality.
 */
export function listSourcePages(seed: number, market: Market, year: number): readonly SimulatedSourcePage[] {
  const cached = pagesByMarket.get(market) ?? new Map<string, readonly SimulatedSourcePage[]>()
  pagesByMarket.set(market, cached)
  const key = `${seed} ${year}`
  const pages = cached.get(key) ?? createPages(seed, market, year)
  cached.set(key, pages)
  return pages
}

/** Cached, because creating the pages takes as long as writing an answer and a demo queries one market thousands of times. */
const pagesByMarket = new WeakMap<Market, Map<string, readonly SimulatedSourcePage[]>>()

function createPages(seed: number, market: Market, year: number): SimulatedSourcePage[] {
  return [
    ...market.entities.flatMap((entity) => ownPages(seed, market, entity, year)),
    ...getMarketTexts(market).hosts.flatMap((host) => hostPages(seed, market, host, year)),
  ]
}

function ownPages(seed: number, market: Market, entity: MarketEntity, year: number): SimulatedSourcePage[] {
  const { domain } = entity
  if (!domain) return []
  return getMarketTexts(market).own.map((path): SimulatedSourcePage => {
    const title = random(seed, 'own title', domain, path).pick(hostData.ownTitles)
    const values = { brand: entity.name, topic: market.topic, year: String(year) }
    return {
      ...page(seed, market, `https://${domain}`, path, year),
      title: path === '/' ? entity.name : fill(title, values),
      kind: 'owned',
      about: entity,
    }
  })
}

function hostPages(seed: number, market: Market, host: Host, year: number): SimulatedSourcePage[] {
  const kind = getKind(host)
  return host.paths.map((path): SimulatedSourcePage => {
    const title = random(seed, 'title', host.host, path, market.key).pick(
      getMarketTexts(market).sourceTitles[kind],
    )
    return {
      ...page(seed, market, `https://${host.host}`, path, year),
      title: fill(title, { topic: market.topic, year: String(year) }),
      kind,
      about: null,
    }
  })
}

function page(seed: number, market: Market, origin: string, path: string, year: number) {
  const chance = random(seed, 'page', origin, path, market.key, market.language)
  const values = {
    slug: slug(market.topic),
    id: String(chance.between(100_000, 9_999_999)),
    token: chance.token(11),
    year: String(year),
    topic: market.topic,
  }
  return {
    url: new URL(fill(path, values), origin).href,
    snippet: fill(chance.pick(getMarketTexts(market).snippets), values),
    publishedOn: chance.chance(0.75) ? publishedOn(chance.between(0, 540)) : null,
  }
}

/** Pages have a fixed date within the eighteen months from July 2025. */
function publishedOn(offsetDays: number): string {
  return new Date(Date.UTC(2025, 6, 1 + offsetDays)).toISOString().slice(0, 10)
}

/** JSON imports have no literal types; a test checks the kinds in the file. */
function getKind(host: Host): Exclude<SourceKind, 'owned'> {
  return host.kind as Exclude<SourceKind, 'owned'>
}
