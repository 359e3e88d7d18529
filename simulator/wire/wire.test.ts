import { existsSync, readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { ENGINES, sendPrompt } from '../client.fixture.ts'
import { startSimulator } from '../simulator.ts'
import type { EngineName } from './wire.ts'

const simulator = await startSimulator({ seed: 11, now: () => new Date('2026-11-20T12:00:00Z') })
afterAll(() => simulator.close())

/** Prompts whose answers are full of umlauts, accents, dashes and emoji. */
const PROMPTS = [
  'Welcher Kaffeevollautomat ist der beste?',
  'Quelles machines à café choisir ?',
  'best coffee machine',
]

async function manyBodies(engine: EngineName) {
  const replies = PROMPTS.flatMap((prompt) =>
    Array.from({ length: 25 }, () => sendPrompt(simulator.url, engine, prompt)),
  )
  return (await Promise.all(replies)).map(({ body }) => JSON.parse(body))
}

type Annotation = { url: string; title: string; start_index: number; end_index: number }
type Part = { type: string; text: string; annotations: Annotation[] }
type Item = { type: string; content?: Part[]; action?: { sources: { url: string }[] } }

/** Slices by code points, like the vendor. */
const cut = (text: string, { start_index, end_index }: Annotation) =>
  [...text].slice(start_index, end_index).join('')

const hasWideCharacters = (texts: string[]) => texts.some((text) => [...text].length !== text.length)

test('OpenAI offsets select the inline link, in code points', async () => {
  const parts = (await manyBodies('openai')).flatMap(({ output }: { output: Item[] }) =>
    output.flatMap(({ content = [] }) => content.filter(({ type }) => type === 'output_text')),
  )
  const cites = parts.flatMap(({ text, annotations }) =>
    annotations.map((one) => ({ one, words: cut(text, one) })),
  )
  expect(cites.length).toBeGreaterThan(100)
  expect(hasWideCharacters(parts.map(({ text }) => text))).toBe(true)
  for (const { one, words } of cites) {
    expect(words).toBe(`([${new URL(one.url).hostname.replace(/^www\./, '')}](${one.url}))`)
    expect(new URL(one.url).searchParams.get('utm_source')).toBe('openai')
    expect(one.title).not.toBe('')
  }
})

test('xAI offsets select the numbered link whose number is the title', async () => {
  const bodies: { output: Item[] }[] = await manyBodies('xai')
  let cites = 0
  for (const { output } of bodies) {
    const sources = new Set(output.flatMap(({ action }) => action?.sources.map(({ url }) => url) ?? []))
    for (const { text, annotations } of output.flatMap(({ content = [] }) => content)) {
      for (const one of annotations ?? []) {
        expect(cut(text, one)).toBe(`[[${one.title}]](${one.url})`)
        expect(sources.has(one.url)).toBe(true)
        cites++
      }
    }
  }
  expect(cites).toBeGreaterThan(100)
})

test('Gemini supports select their text, in UTF-8 bytes, and omit a start of 0', async () => {
  type Support = {
    segment: { startIndex?: number; endIndex: number; text: string }
    groundingChunkIndices: number[]
  }
  let supports = 0
  let shifted = 0
  for (const { candidates } of await manyBodies('gemini')) {
    const text: string = candidates?.[0].content.parts?.[0].text ?? ''
    const grounding = candidates?.[0].groundingMetadata
    for (const { segment, groundingChunkIndices } of (grounding?.groundingSupports ?? []) as Support[]) {
      const { startIndex = 0, endIndex } = segment
      expect(segment.startIndex).not.toBe(0)
      expect(Buffer.from(text).subarray(startIndex, endIndex).toString()).toBe(segment.text)
      for (const index of groundingChunkIndices)
        expect(grounding.groundingChunks[index].web.uri).toContain('AUZIYQ')
      supports++
      if (text.slice(startIndex, endIndex) !== segment.text) shifted++
    }
  }
  expect(supports).toBeGreaterThan(100)
  expect(shifted).toBeGreaterThan(20)
})

test('Perplexity cites results of several lists by ids that are not in order, some by another marker or a link', async () => {
  type List = { type: string; queries: string[]; results: { id: number; url: string }[] }
  let cites = 0
  let outOfOrder = 0
  let otherForms = 0
  for (const { output } of await manyBodies('perplexity')) {
    const lists: List[] = output.filter(({ type }: List) => type === 'search_results')
    const results = lists.flatMap(({ results: found }) => found)
    const ids = results.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    if (ids.some((id, index) => id < (ids[index - 1] ?? 0))) outOfOrder++
    const text: string = output.find(({ type }: List) => type === 'message')?.content[0].text ?? ''
    for (const [, web, id] of text.matchAll(/\[(web:)?(\d+)\](?!\()/g)) {
      expect(ids).toContain(Number(id))
      if (web) otherForms++
      cites++
    }
    otherForms += results.filter(({ url }) => text.includes(`](${url}))`)).length
  }
  expect(cites).toBeGreaterThan(100)
  expect(outOfOrder).toBeGreaterThan(10)
  expect(otherForms).toBeGreaterThan(20)
})

test("Mistral's references follow the text that they support and are among its results", async () => {
  type Chunk = { type: string; text?: string; url?: string }
  type Entry = { type: string; content: string | Chunk[]; info: { result: string } }
  let cited = 0
  for (const { outputs } of (await manyBodies('mistral')) as { outputs: Entry[] }[]) {
    const found = outputs.flatMap(({ info }) =>
      info ? Object.values<{ url: string }>(JSON.parse(info.result)).map(({ url }) => url) : [],
    )
    const chunks = outputs.flatMap(({ content }) => (Array.isArray(content) ? content : []))
    if (chunks.length > 0) expect(chunks[0]?.type).toBe('text')
    for (const { url } of chunks.filter(({ type }) => type === 'tool_reference')) {
      expect(found).toContain(url)
      cited++
    }
  }
  expect(cited).toBeGreaterThan(100)
})

test('Anthropic splits its text into blocks at citations, each of a page that it found', async () => {
  type Block = { type: string; text?: string; citations?: { url: string }[]; content?: { url: string }[] }
  let cited = 0
  for (const { content } of (await manyBodies('anthropic')) as { content: Block[] }[]) {
    const found = new Set(content.flatMap((block) => block.content?.map(({ url }) => url) ?? []))
    const texts = content.filter(({ type }) => type === 'text')
    for (const [index, { text, citations }] of texts.entries()) {
      expect(text).not.toBe('')
      for (const { url } of citations ?? []) expect(found.has(url)).toBe(true)
      if (citations) cited++
      else expect(texts[index + 1]?.citations ?? [{}]).not.toEqual([])
    }
  }
  expect(cited).toBeGreaterThan(100)
})

test('OpenRouter offsets select the inline link, and pages that were only read have an empty range', async () => {
  const bodies = await manyBodies('openrouter')
  let cited = 0
  let read = 0
  for (const { choices } of bodies) {
    const { content, annotations = [] } = choices[0].message
    for (const { url_citation } of annotations as { url_citation: Annotation }[]) {
      if (url_citation.end_index === 0) read++
      else {
        cited++
        expect(cut(content, url_citation)).toContain(`](${url_citation.url}))`)
      }
    }
  }
  expect(cited).toBeGreaterThan(100)
  expect(read).toBeGreaterThan(100)
})

test("bodies are formatted like each vendor's", async () => {
  const first: Record<string, string> = {}
  for (const engine of ENGINES) first[engine] = (await sendPrompt(simulator.url, engine, 'best crm')).body
  expect(first.openai).toMatch(
    /^\{\n {2}"id": "resp_[0-9a-f]{50}",\n[\s\S]*"temperature": 1\.0,\n[\s\S]*\n\}$/,
  )
  expect(first.gemini).toMatch(/^\{\n {2}"candidates": \[[\s\S]*\\u003cstyle\\u003e[\s\S]*\n\}\n$/)
  expect(first.perplexity).toMatch(/^\{"id":"resp_[0-9a-f-]{36}","object":"response","status":"completed"/)
  expect(first.anthropic).toMatch(/^\{"model":"claude-sonnet-5-5-\d{8}","id":"msg_01/)
  expect(first.xai).toMatch(/^\{"created_at":\d+,.*"cost_in_usd_ticks":\d+/)
  expect(first.openrouter).toMatch(/^(\n {9}\n)+\{"id":"gen-\d+-\w{20}"/)
})

// Recorded vendor answers are not part of the project; without them there is nothing to compare.
const RECORDINGS = new URL('../../../shared/answers/wire/', import.meta.url)

test.skipIf(!existsSync(RECORDINGS)).each<[EngineName, string]>([
  [
    'openai',
    'chatgpt/ruby_llm__chat_web_search_with_openai_gpt-5_2_searches_and_records_the_tool_call_items.0.json.json',
  ],
  [
    'gemini',
    'gemini/ruby_llm__chat_web_search_with_gemini_gemini-3_5-flash_grounds_the_answer_and_exposes_the_queries_it_ran.0.json.json',
  ],
  [
    'anthropic',
    'claude/ruby_llm__chat_web_search_with_anthropic_claude-haiku-4-5_searches_cites_and_reports_tool_usage.0.json.json',
  ],
  [
    'xai',
    'grok/ruby_llm__chat_web_search_with_xai_grok-4_3_searches_cites_and_counts_the_sources_it_used.0.json.json',
  ],
  [
    'openrouter',
    'openrouter/ruby_llm__chat_web_search_with_openrouter_openai_gpt-5_2_searches_transparently_returning_citations_and_usage_counters.0.json.json',
  ],
])('%s has the keys of a recorded answer, in their order, and its headers', async (engine, file) => {
  const recording = JSON.parse(readFileSync(new URL(file, RECORDINGS), 'utf8'))
  const simulated = await sendPrompt(simulator.url, engine, 'best crm')
  const recorded = JSON.parse(recording.res_body)
  expect(Object.keys(JSON.parse(simulated.body))).toEqual(Object.keys(recorded))
  expect(simulated.headers.get('content-type')).toBe([recording.res_headers['Content-Type']].flat()[0])
  const names = Object.keys(recording.res_headers).filter((name) =>
    /ratelimit|request-id|processing|region|tier/i.test(name),
  )
  for (const name of names) expect(simulated.headers.has(name), name).toBe(true)
})
