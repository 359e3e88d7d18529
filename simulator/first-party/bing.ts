/** The API of Bing Webmaster Tools, with invented numbers. It returns what Bing keeps, and takes no dates. */
import { random } from '../seeded-random.ts'
import { jsonReply, type Reply } from '../wire/wire.ts'
import type { FirstPartyState } from './state.ts'

const days = 28
const weeks = 4
const dayMs = 86_400_000

/** Returns null for an unknown path. */
export function bingReply(
  state: FirstPartyState,
  { seed, now, path, query }: { seed: number; now: Date; path: string; query: URLSearchParams },
): Reply | null {
  const key = query.get('apikey') ?? ''
  if (key === '' || (state.bingKey !== '' && key !== state.bingKey))
    return bingError(3, 'ERROR!!! InvalidApiKey')
  if (path === '/GetUserSites') return json(state.bingSites)
  const site = query.get('siteUrl') ?? ''
  if (!state.bingSites.some(({ Url, IsVerified }) => Url === site && IsVerified))
    return bingError(14, 'ERROR!!! NotAuthorized')
  const today = Math.floor(now.getTime() / dayMs)
  const numbers = (day: number, name: string) => {
    const Impressions = random(seed, 'bing', site, day, name, state.revision).between(20, 200)
    return { Date: toDate(day), Clicks: Math.floor(Impressions / 10), Impressions }
  }
  if (path === '/GetRankAndTrafficStats')
    return json(Array.from({ length: days }, (_, n) => numbers(today - 1 - n, '')))
  const names = {
    '/GetQueryStats': ['what is example', 'best example'],
    '/GetPageStats': [site, `${site}pricing`],
  }
  if (path !== '/GetQueryStats' && path !== '/GetPageStats') return null
  return json(
    Array.from({ length: weeks }, (_, n) => today - 7 * (n + 1)).flatMap((day) =>
      names[path].map((Query) => ({
        ...numbers(day, Query),
        Query,
        AvgClickPosition: -1,
        AvgImpressionPosition: random(seed, 'position', day, Query).between(1, 20),
      })),
    ),
  )
}

/** A day in Pacific time, at noon. */
const toDate = (day: number) => `/Date(${day * dayMs + 20 * 3_600_000}-0800)/`

export const bingError = (ErrorCode: number, Message: string): Reply => jsonReply(400, { ErrorCode, Message })

const json = (d: object) => jsonReply(200, { d })
