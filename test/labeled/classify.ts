/** Classifies labeled texts with the rules and the prompt of the product, without a database. */
import { createParser, parseAnswer } from '../../src/answers/parser.ts'
import type { SentimentLabel } from '../../src/answers/sentiment-labels.ts'
import { groupTexts } from '../../src/llm/group-texts.ts'
import { type Llm, paidFor } from '../../src/llm/llm.ts'
import {
  buildSentimentRequest,
  parseSentiments,
  SentimentReply,
  sentimentInstructions,
} from '../../src/reanalysis/sentiment-prompt.ts'
import type { SentimentCase } from './labeled-answers.ts'

export const labelsByRules = (cases: readonly SentimentCase[]): SentimentLabel[] =>
  cases.map(({ markdown, prompt, names, index }) => {
    const { entities } = parseAnswer({ markdown, prompt, citations: [] }, getParser(names))
    return entities[index]?.sentiment?.label ?? 'unknown'
  })

const getParser = (names: SentimentCase['names']) =>
  createParser(names.map(({ name, aliases }, index) => ({ id: String(index), name, aliases })))

/** Sends each text once, with all names that the parser finds in it. */
export async function classifyTexts(
  llm: Llm,
  cases: readonly SentimentCase[],
): Promise<{ labels: SentimentLabel[]; costMicros: number; failed: number }> {
  const texts = [...Map.groupBy(cases, ({ markdown }) => markdown)].map(([markdown, [first]]) => {
    const names = first?.names ?? []
    const { entities } = parseAnswer({ markdown, citations: [] }, getParser(names))
    const named = entities.flatMap(({ spans }, number) =>
      spans.length === 0
        ? []
        : [{ number, name: names[number]?.name ?? '', called: [...new Set(spans.map(({ text }) => text))] }],
    )
    return { markdown, entities: named, failures: 0 }
  })
  const found = new Map<string, Map<number, SentimentLabel>>()
  let costMicros = 0
  for (const group of groupTexts(texts)) {
    const reply = await llm.completeJson({
      system: sentimentInstructions,
      user: buildSentimentRequest(group),
      schema: SentimentReply,
      name: 'classifications',
      signal: AbortSignal.timeout(120_000),
    })
    costMicros += paidFor(reply)?.costMicros ?? 0
    if (reply.outcome === 'failed') continue
    for (const [index, text] of group.entries()) {
      const sentiments = parseSentiments(reply.value, text, index)
      found.set(text.markdown, new Map([...sentiments].map(([number, { label }]) => [number, label])))
    }
  }
  const labels = cases.map(({ markdown, index }) => found.get(markdown)?.get(index) ?? 'unknown')
  return { labels, costMicros, failed: labels.filter((label) => label === 'unknown').length }
}
