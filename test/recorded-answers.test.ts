/** A run over recorded answers of a real engine, from its wire format to the metrics. */
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readRecordings } from '../simulator/recordings.ts'
import { startSimulator } from '../simulator/simulator.ts'
import { rounds } from './soak.ts'
import { getKey, type Json, testService } from './support.ts'

const file = new URL('../../shared/answers/ai-product-bench.mit.jsonl', import.meta.url)
const present = existsSync(file)
if (!present) console.log('../shared/answers does not exist: the test of recorded answers is skipped.')

const competitors = ['Dell', 'Lenovo', 'Asus', 'Acer', 'Samsung', 'Sony', 'LG', 'Bose', 'JBL', 'Garmin']

test.skipIf(!present)(
  'a run stores recorded answers unchanged, and its metrics agree with them',
  async () => {
    const recordings = await readRecordings(file)
    const vendor = await startSimulator({ seed: 1, recordings })
    const service = await testService({
      ANTHROPIC_API_KEY: 'any',
      ANTHROPIC_BASE_URL: `${vendor.url}/anthropic`,
    })
    const owner = await service.signUp()
    const brand = await owner.ok('POST /api/brands', {
      name: 'Apple',
      domain: 'apple.com',
      competitors: competitors.map((name) => ({ name, domain: `${name.toLowerCase()}.com` })),
    })
    const prompts = [...recordings.keys()].slice(0, rounds(40, 100))
    const csv = ['text', ...prompts.map((prompt) => `"${prompt.replaceAll('"', '""')}"`)].join('\n')
    const imported = await owner.call(`POST /api/prompts/import?brand_id=${brand.id}`, csv, {
      'content-type': 'text/csv',
    })
    expect(imported).toMatchObject({ status: 200, body: { rejected: [] } })
    await owner.ok('PUT /api/brands/apple/platforms', [
      { platform: 'claude', enabled: true, runs_per_prompt: 3 },
    ])
    const { jobId } = await owner.ok('POST /api/tracking/check', { brandId: brand.id })
    await service.work()
    await vendor.close()

    const { created } = imported.body as { created: number }
    const job = await owner.ok(`GET /api/tracking/job/${jobId}`)
    expect(job).toMatchObject({
      status: 'completed',
      result: { failed: 0, skipped: 0, answers: 3 * created },
    })
    const { results } = await owner.ok(`GET /api/tracking/results?brandId=${brand.id}`)
    expect(results).toHaveLength(created)
    for (const { prompt, response, mentions, citations, status } of results) {
      if (status === 'empty') continue
      const recorded = recordings.get(prompt.text) ?? []
      const source = recorded.find((answer) => answer.segments[0]?.text === response)
      expect(source, `the answer to "${prompt.text}"`).toBeDefined()
      expect(citations).toHaveLength(source?.sources.length ?? -1)
      for (const { start, end, text } of mentions.spans) expect(response.slice(start, end)).toBe(text)
      // An independent rule that is exact for this name as a separate word; the parser must agree with it.
      const plain = response.replace(/\]\([^)]*\)|https?:\S+/g, ']')
      if (/(?<![\w.-])MacBook|iPhone|AirPods/.test(plain)) continue
      expect(mentions.mentioned, plain.slice(0, 80)).toBe(/(?<![\w@./-])Apple(?![\w.]*\w)/.test(plain))
    }

    const key = await getKey(owner, service.app)
    const summary: Json = (await key(`GET /api/v1/visibility-summary?brand_id=${brand.id}`)).body
    expect(summary.result_count).toBe(
      job.result.answers - results.filter((each: Json) => each.status !== 'answered').length,
    )
    expect(summary.total_mentions).toBe(job.result.mentions)
    expect(summary.mention_rate_pct).toBeGreaterThan(0)
    expect(summary.top_competitors.length).toBe(5)
  },
)
