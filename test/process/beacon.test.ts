/** A visit is stored before its 204 is sent. */
import { expect, test } from 'vitest'
import { rounds } from '../soak.ts'
import { createDatabase } from './databases.ts'
import { brandWith, type Person, signUp } from './person.ts'
import { start, startHere } from './processes.ts'

const inFlight = 20

test('a kill loses no acknowledged visit', async () => {
  const env = { ...(await createDatabase()), RATE_LIMIT_BEACON: '0' }
  let person: Person | undefined
  for (let round = 1; round <= rounds(1, 8); round += 1) {
    const service = await start(env)
    person = person?.at(service.url) ?? (await signUp(service.url))
    // A new brand, because the API lists at most 500 pages of one.
    const { id } = await brandWith(person, 0)
    const { tracking_code: code, domain } = await person.ok(`GET /api/brands/${id}`)
    const acknowledged = new Set<string>()
    let sent = 0
    const senders = Array.from({ length: inFlight }, async () => {
      for (;;) {
        sent += 1
        const page = `/p/${round}-${sent}`
        const status = await send(service.url, code, `https://${domain}${page}`)
        if (status === null) return
        expect(status).toBe(204)
        acknowledged.add(page)
        if (acknowledged.size === 150) await service.end('SIGKILL')
      }
    })
    await Promise.all(senders)
    const restarted = await startHere(env)
    const counted = await getPages(person.at(restarted.url), id)
    expect([...acknowledged].filter((page) => !counted.has(page))).toEqual([])
    // Only requests in flight may have been stored without a response.
    expect(counted.size - acknowledged.size).toBeLessThanOrEqual(inFlight)
    expect([...counted.values()].every((visits) => visits === 1)).toBe(true)
    await restarted.stop()
  }
})

/** The status, or null when the service is gone. */
async function send(url: string, code: string, page: string): Promise<number | null> {
  try {
    const { status } = await fetch(`${url}/track/${code}`, {
      method: 'POST',
      headers: {
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0',
        'content-type': 'text/plain',
        origin: new URL(page).origin,
      },
      body: JSON.stringify({ u: page, r: 'https://chatgpt.com/' }),
    })
    return status
  } catch {
    return null
  }
}

async function getPages(person: Person, id: string): Promise<Map<string, number>> {
  const { top_pages } = await person.ok(`GET /api/metrics/ai-traffic?brand_id=${id}&limit=500`)
  return new Map(top_pages.map(({ url, visits }: { url: string; visits: number }) => [url, visits]))
}
