import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { labelsByRules } from '../../../test/labeled/classify.ts'
import {
  getAccuracy,
  LabeledAnswer,
  Passage,
  readJsonLines,
  type SentimentCase,
  sentimentCases,
  unseenCases,
  writtenAnswers,
  writtenPassages,
} from '../../../test/labeled/labeled-answers.ts'
import { createParser, parseAnswer } from '../parser.ts'

/** Recorded answers of real engines are not part of the project; without them their tests are skipped. */
const FOLDER = new URL('../../../../shared/answers/', import.meta.url)
const absent = !existsSync(new URL('labels.jsonl', FOLDER))
if (absent) console.log('Recorded answers are absent (../shared/answers): their tests are skipped.')

const File = z.object({ file: z.string() })

/** Returns the rows of a file of labels, each with the recorded answer that it is about. */
function withRecordedAnswers(file: string): Record<string, unknown>[] {
  const files = new Map<string, Map<unknown, object>>()
  const Row = z.looseObject({ id: z.string() })
  return readJsonLines(new URL(file, FOLDER)).map((line) => {
    const label = Row.extend(File.shape).parse(line)
    const answers =
      files.get(label.file) ??
      new Map(readJsonLines(new URL(label.file, FOLDER)).map((each) => [Row.parse(each).id, Row.parse(each)]))
    files.set(label.file, answers)
    return { ...answers.get(label.id), ...label }
  })
}

const recordedAnswers = () => withRecordedAnswers('labels.jsonl').map((row) => LabeledAnswer.parse(row))

const recordedPassages = () =>
  withRecordedAnswers('clauses.jsonl')
    .filter(({ scope }) => scope === 'answer')
    .map((row) => Passage.extend({ language: z.string().default('en') }).parse(row))

function accuracyOfRules(cases: readonly SentimentCase[]) {
  const labels = labelsByRules(cases)
  const accuracy = getAccuracy(cases.map(({ gold }, index) => ({ gold, label: labels[index] ?? 'unknown' })))
  console.log('sentiment by rules compared with labels:', accuracy)
  return accuracy
}

test.each([
  [
    'written answers',
    writtenAnswers,
    { mentionF1: 0.98, exactCounts: 0.92, exactRanks: 0.92, ownCitations: 0.97 },
  ],
  ...(absent
    ? []
    : ([
        [
          'recorded answers',
          recordedAnswers,
          { mentionF1: 0.993, exactCounts: 0.985, exactRanks: 0.97, ownCitations: 1 },
        ],
      ] as const)),
] as const)('the parser finds the mentions, ranks and citations of %s', (_name, getAnswers, expected) => {
  const tally = { hits: 0, falseAlarms: 0, misses: 0, counts: [0, 0], ranks: [0, 0], citations: [0, 0] }
  const add = (pair: number[], isEqual: boolean) => {
    pair[0] = (pair[0] ?? 0) + Number(isEqual)
    pair[1] = (pair[1] ?? 0) + 1
  }
  for (const { answer_markdown: markdown, prompt, citations, entities } of getAnswers()) {
    const parser = createParser(
      entities.map(({ name, aliases, domain }, index) => ({
        id: String(index),
        name,
        aliases,
        domains: domain ? [domain] : [],
      })),
    )
    const cited = citations.map(({ url, title }) => ({ url, title: title ?? null, cited: true }))
    const parsed = parseAnswer({ markdown, prompt, citations: cited }, parser)
    for (const [index, { gold }] of entities.entries()) {
      const result = parsed.entities[index]
      if (!result) throw new Error('expected one result per entity')
      if (result.mentioned && gold.mentioned) tally.hits++
      else if (result.mentioned) tally.falseAlarms++
      else if (gold.mentioned) tally.misses++
      if (gold.count_sure) add(tally.counts, result.count === gold.mention_count)
      if (gold.count_sure) add(tally.ranks, result.rank === gold.first_rank)
      if (gold.own_sure) add(tally.citations, result.ownCitations === gold.own_citations)
    }
  }
  const { hits, falseAlarms, misses } = tally
  const share = ([part = 0, all = 1]: number[]) => part / all
  const figures = {
    mentionF1: (2 * hits) / (2 * hits + falseAlarms + misses),
    exactCounts: share(tally.counts),
    exactRanks: share(tally.ranks),
    ownCitations: share(tally.citations),
  }
  console.log('parser compared with labels:', figures)
  for (const [name, value] of Object.entries(figures))
    expect(value, name).toBeGreaterThanOrEqual(expected[name as keyof typeof figures])
})

test('on written answers and passages full of traps, rules give few labels and most are right', () => {
  const { given, right, calledNegative, rightlyNegative } = accuracyOfRules(
    sentimentCases(writtenAnswers(), writtenPassages()),
  )
  expect(given).toBeGreaterThanOrEqual(20)
  expect(right / given).toBeGreaterThanOrEqual(0.9)
  expect(rightlyNegative).toBeGreaterThanOrEqual(4)
  expect(calledNegative - rightlyNegative).toBeLessThanOrEqual(2)
})

test('on answers that the authors of the rules had not seen, the labels that rules give are right', () => {
  const { cases, given, right, calledNegative, rightlyNegative } = accuracyOfRules(unseenCases())
  expect(cases).toBe(455)
  expect(given).toBeGreaterThanOrEqual(70)
  expect(right / given).toBeGreaterThanOrEqual(0.9)
  expect(calledNegative).toBeGreaterThanOrEqual(12)
  expect(rightlyNegative / calledNegative).toBeGreaterThanOrEqual(0.85)
})

test('rules give no label in languages for which they were not measured', () => {
  const others = sentimentCases(writtenAnswers(), writtenPassages()).filter(
    ({ language }) => language !== 'en',
  )
  expect(others.length).toBeGreaterThan(50)
  expect(accuracyOfRules(others).given).toBe(0)
})

test.skipIf(absent)('on recorded answers, the labels that rules give are right', () => {
  const { cases, given, right, calledNegative, rightlyNegative } = accuracyOfRules(
    sentimentCases(recordedAnswers(), recordedPassages()),
  )
  expect(given / cases).toBeGreaterThanOrEqual(0.48)
  expect(right / given).toBeGreaterThanOrEqual(0.96)
  expect(rightlyNegative / calledNegative).toBeGreaterThanOrEqual(0.9)
})
