/** Builds the FAQ: only questions that a stored fact answers, worded like a matching prompt or in the brand's language. */
import { normalizeName } from '../core/fields.ts'
import type { BrandFacts } from './brand-facts.ts'
import { phraseLanguages, phrasesFor } from './phrases.ts'

export type FaqEntry = { question: string; answer: string }

const factKinds = ['description', 'products', 'website', 'industry', 'alsoKnownAs'] as const
type FactKind = (typeof factKinds)[number]

export function listFaqEntries(facts: BrandFacts): FaqEntry[] {
  return factKinds.flatMap((kind) => {
    const answer = answers[kind](facts)
    return answer === null
      ? []
      : [{ question: findPromptQuestion(kind, facts) ?? defaultQuestion(kind, facts), answer }]
  })
}

const answers: Record<FactKind, (facts: BrandFacts) => string | null> = {
  description: ({ description }) => description,
  products: ({ products }) => joinNames(products.map(({ name }) => name)),
  website: ({ domains }) => joinNames(domains.map((domain) => `https://${domain}`)),
  industry: ({ industry }) => industry || null,
  alsoKnownAs: ({ aliases }) => joinNames(aliases),
}

const joinNames = (names: string[]) => (names.length === 0 ? null : names.join(', '))

const defaultQuestion = (kind: FactKind, { name, language }: BrandFacts) =>
  fillQuestion(phrasesFor(language).questions[kind].ask, name)

function findPromptQuestion(kind: FactKind, { prompts, name, aliases }: BrandFacts): string | undefined {
  const forms = phraseLanguages.flatMap(({ questions }) => [questions[kind].ask, ...questions[kind].also])
  const questions = new Set(
    [name, ...aliases].flatMap((each) => forms.map((form) => toComparable(fillQuestion(form, each)))),
  )
  // A prompt can span several lines, but a heading cannot.
  return prompts
    .find((prompt) => questions.has(toComparable(prompt)))
    ?.replace(/\s+/gu, ' ')
    .trim()
}

const fillQuestion = (form: string, name: string) => form.replace('{brand}', () => name)

const toComparable = (text: string) =>
  normalizeName(text)
    .replace(/^[¿\s]+|(?<![\s?？.!！。])[\s?？.!！。]+$/gu, '')
    .replaceAll('’', "'")
