import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createParser, parseAnswer } from '../parser.ts'

/**
 * Compares the parser with answers labeled by hand. They are not part of the project; without them the test is skipped.
 */
const FOLDER = new URL('../../../../shared/answers/', import.meta.url)
const absent = !existsSync(new URL('labels.jsonl', FOLDER))
if (absent) console.log('Labeled answers are absent (../shared/answers): their tests are skipped.')

type Gold = {
  mentioned: boolean
  mention_count: number
  first_rank: number | null
  own_citations: number
  sentiment: string | null
  sentiment_sure: boolean
}
type Label = {
  id: string
  file: string
  entities: { name: string; aliases: string[]; domain: string | null; gold: Gold }[]
}
type Recorded = {
  id: string
  prompt: string
  answer_markdown: string
  citations: { url: string; title: string | null }[]
}

test.skipIf(absent)('the parser agrees with hand-made labels to the required degree', () => {
  const answers = new Map<string, Map<string, Recorded>>()
  const tally = {
    entities: 0,
    hits: 0,
    falseAlarms: 0,
    misses: 0,
    counts: 0,
    ranks: 0,
    citations: 0,
    sentiments: 0,
    exactSentiments: 0,
  }
  for (const { id, file, entities } of linesOf<Label>('labels.jsonl')) {
    const ofFile = answers.get(file) ?? new Map(linesOf<Recorded>(file).map((answer) => [answer.id, answer]))
    answers.set(file, ofFile)
    const answer = ofFile.get(id)
    if (!answer) throw new Error(`no answer ${id}`)
    const compiled = createParser(
      entities.map(({ name, aliases, domain }, index) => ({
        id: String(index),
        name,
        aliases,
        domains: domain ? [domain] : [],
      })),
    )
    const citations = answer.citations.map(({ url, title }) => ({ url, title, cited: true }))
    const parsed = parseAnswer(
      { markdown: answer.answer_markdown, prompt: answer.prompt, citations },
      compiled,
    )
    for (const [index, { gold }] of entities.entries()) {
      const result = parsed.entities[index]
      if (!result) throw new Error('expected one result per entity')
      tally.entities++
      if (result.mentioned && gold.mentioned) tally.hits++
      else if (result.mentioned) tally.falseAlarms++
      else if (gold.mentioned) tally.misses++
      if (result.count === gold.mention_count) tally.counts++
      if (result.rank === gold.first_rank) tally.ranks++
      if (result.ownCitations === gold.own_citations) tally.citations++
      if (gold.mentioned && gold.sentiment_sure) {
        tally.sentiments++
        if (result.sentiment?.label === gold.sentiment) tally.exactSentiments++
      }
    }
  }
  const { entities, hits, falseAlarms, misses } = tally
  const figures = {
    mentionF1: (2 * hits) / (2 * hits + falseAlarms + misses),
    exactCounts: tally.counts / entities,
    exactRanks: tally.ranks / entities,
    ownCitations: tally.citations / entities,
    sentiment: tally.exactSentiments / tally.sentiments,
  }
  console.log('parser compared with labels:', entities, 'entities', figures)
  expect(figures.mentionF1).toBeGreaterThanOrEqual(0.993)
  expect(figures.exactCounts).toBeGreaterThanOrEqual(0.985)
  expect(figures.exactRanks).toBeGreaterThanOrEqual(0.97)
  expect(figures.ownCitations).toBe(1)
  expect(figures.sentiment).toBeGreaterThanOrEqual(0.95)
})

/** Parses a file of JSON Lines. A field of another type fails the test. */
function linesOf<T>(file: string): T[] {
  const lines = readFileSync(new URL(file, FOLDER), 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line): T => JSON.parse(line))
}

type Clause = {
  file: string
  id: string
  entity: string
  aliases: string[]
  scope: 'answer' | 'clause'
  label: string
  sure: boolean
}

test.skipIf(absent)('criticism in labeled answers is found, and what is called criticism mostly is', () => {
  const files = new Map<string, Map<string, Recorded>>()
  const tally = { sure: 0, correct: 0, negative: 0, found: 0, called: 0 }
  for (const { file, id, entity, aliases, scope, label, sure } of linesOf<Clause>('clauses.jsonl')) {
    if (scope !== 'answer' || !sure || label === 'mixed') continue
    const answers = files.get(file) ?? new Map(linesOf<Recorded>(file).map((answer) => [answer.id, answer]))
    files.set(file, answers)
    const answer = answers.get(id)
    if (!answer) throw new Error(`no answer ${id}`)
    const parser = createParser([{ id: 'e', name: entity, aliases }])
    const { entities } = parseAnswer(
      { markdown: answer.answer_markdown, prompt: answer.prompt, citations: [] },
      parser,
    )
    const result = entities[0]?.sentiment?.label ?? 'unknown'
    // Chinese answers have no sentiment.
    if (result === 'unknown') continue
    tally.sure++
    if (result === label) tally.correct++
    if (label === 'negative') tally.negative++
    if (result === 'negative') tally.called++
    if (label === 'negative' && result === 'negative') tally.found++
  }
  const figures = {
    correct: tally.correct / tally.sure,
    recall: tally.found / tally.negative,
    precision: tally.found / tally.called,
  }
  console.log('sentiment compared with labels of whole answers:', tally, figures)
  expect(figures.correct).toBeGreaterThanOrEqual(0.88)
  expect(figures.recall).toBeGreaterThanOrEqual(0.8)
  expect(figures.precision).toBeGreaterThanOrEqual(0.9)
})
