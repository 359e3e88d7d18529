/**
 * Answers and passages with hand-made labels, written for these tests: their claims and figures are invented. The parity of
 * a hash of the id divides them: rules were developed on one half, and `isHeldOut` is true for the other.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { TextLabel } from '../../simulator/labeled-model.ts'
import type { SentimentLabel } from '../../src/answers/sentiment-labels.ts'

const Labeled = z.object({
  name: z.string(),
  aliases: z.array(z.string()),
  domain: z.string().nullable(),
  gold: z.object({
    mentioned: z.boolean(),
    mention_count: z.number(),
    first_rank: z.number().nullable(),
    own_citations: z.number(),
    sentiment: z.enum(['positive', 'neutral', 'negative', 'mixed']).nullable(),
    sentiment_sure: z.boolean(),
    count_sure: z.boolean().default(true),
    own_sure: z.boolean().default(true),
    spans: z.array(z.object({ start: z.number(), end: z.number() })).default([]),
  }),
})

export const LabeledAnswer = z.object({
  id: z.string(),
  language: z.string().default('en'),
  prompt: z.string(),
  answer_markdown: z.string(),
  citations: z.array(z.object({ url: z.string(), title: z.string().nullish() })),
  entities: z.array(Labeled),
})
export type LabeledAnswer = z.output<typeof LabeledAnswer>

export const Passage = z.object({
  id: z.string(),
  language: z.string(),
  entity: z.string(),
  aliases: z.array(z.string()),
  label: z.enum(['positive', 'neutral', 'negative', 'mixed']),
  sure: z.boolean(),
  quote: z.string(),
  answer_markdown: z.string(),
})
export type Passage = z.output<typeof Passage>

export const writtenAnswers = (): LabeledAnswer[] =>
  readJsonLines(new URL('written-answers.jsonl', import.meta.url)).map((line) => LabeledAnswer.parse(line))

export const writtenPassages = (): Passage[] =>
  readJsonLines(new URL('written-passages.jsonl', import.meta.url)).map((line) => Passage.parse(line))

const UnseenAnswer = z.object({
  id: z.string(),
  prompt: z.string(),
  answer_markdown: z.string(),
  entities: z.array(
    z.object({
      name: z.string(),
      aliases: z.array(z.string()),
      label: z.enum(['positive', 'neutral', 'negative']),
      sure: z.boolean(),
    }),
  ),
})

/**
 * Returns the sure labels of 140 English answers whose authors had not read the rules, which were finished before. Rules must
 * not be developed on them.
 */
export const unseenCases = (): SentimentCase[] =>
  readJsonLines(new URL('unseen-answers.jsonl', import.meta.url))
    .map((line) => UnseenAnswer.parse(line))
    .flatMap(({ id, prompt, answer_markdown: markdown, entities }) =>
      entities.flatMap(({ label: gold, sure }, index) =>
        sure ? [{ id, language: 'en', prompt, markdown, names: entities, index, gold }] : [],
      ),
    )

export const readJsonLines = (file: URL): unknown[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))

export const isHeldOut = (id: string): boolean =>
  ((createHash('sha256').update(id).digest()[0] ?? 0) & 1) === 1

/** A label to compare with: the sentiment of one name in a text. */
export type SentimentCase = {
  id: string
  language: string
  prompt: string
  markdown: string
  names: { name: string; aliases: string[] }[]
  /** The index of the name. */
  index: number
  gold: SentimentLabel
}

/** Returns the labels on which two readers would agree. */
export function sentimentCases(
  answers: readonly LabeledAnswer[],
  passages: readonly Passage[],
): SentimentCase[] {
  const ofAnswers = answers.flatMap(({ id, language, prompt, answer_markdown, entities }) =>
    entities.flatMap(({ gold }, index) =>
      gold.sentiment_sure && gold.sentiment !== null && gold.sentiment !== 'mixed'
        ? [{ id, language, prompt, markdown: answer_markdown, names: entities, index, gold: gold.sentiment }]
        : [],
    ),
  )
  const ofPassages = passages.flatMap(({ id, language, entity, aliases, label, sure, answer_markdown }) =>
    sure && label !== 'mixed'
      ? [
          {
            ...{ id, language, prompt: '', markdown: answer_markdown },
            ...{ names: [{ name: entity, aliases }], index: 0, gold: label },
          },
        ]
      : [],
  )
  return [...ofAnswers, ...ofPassages]
}

/** Returns what a simulated model replies about each name: its label with a quote, if there is one. */
export function textLabels(answers: readonly LabeledAnswer[], passages: readonly Passage[]): TextLabel[] {
  return [
    ...answers.flatMap(({ answer_markdown: markdown, entities }) =>
      entities.flatMap(({ name, gold }) => {
        const [span] = gold.spans
        if (gold.sentiment === null || !span) return []
        return [
          {
            markdown,
            name,
            label: modelLabel(gold.sentiment),
            quote: markdown.slice(span.start, span.end + 60),
          },
        ]
      }),
    ),
    ...passages.map(({ answer_markdown: markdown, entity, label, quote }) => ({
      markdown,
      name: entity,
      label: modelLabel(label),
      quote,
    })),
  ]
}

const modelLabel = (label: string): string => (label === 'mixed' ? 'neutral' : label)

/** How given labels compare with the labels of a person. `given`: all but unknown ones. */
export type Accuracy = {
  cases: number
  given: number
  right: number
  negatives: number
  calledNegative: number
  rightlyNegative: number
}

export function getAccuracy(results: readonly { gold: SentimentLabel; label: SentimentLabel }[]): Accuracy {
  const count = (passes: (result: { gold: SentimentLabel; label: SentimentLabel }) => boolean) =>
    results.filter(passes).length
  return {
    cases: results.length,
    given: count(({ label }) => label !== 'unknown'),
    right: count(({ gold, label }) => label === gold),
    negatives: count(({ gold }) => gold === 'negative'),
    calledNegative: count(({ label }) => label === 'negative'),
    rightlyNegative: count(({ gold, label }) => label === 'negative' && gold === 'negative'),
  }
}
