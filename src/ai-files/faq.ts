/** The questions that the stored facts answer, in the brand's language, or as a prompt puts them. Nothing else is asked. */
import { normalizeName } from '../core/fields.ts'
import type { BrandFacts } from './brand-facts.ts'
import { languages, phrasesFor } from './phrases.ts'

export type Answered = { question: string; answer: string }

const factKinds = ['description', 'products', 'website', 'industry', 'alsoKnownAs'] as const
type FactKind = (typeof factKinds)[number]

export function answeredQuestions(facts: BrandFacts): Answered[] {
  return factKinds.flatMap((kind) => {
    const answer = answers[kind](facts)
    return answer === null
      ? []
      : [{ question: promptAsking(kind, facts) ?? usualQuestion(kind, facts), answer }]
  })
}

const answers: Record<FactKind, (facts: BrandFacts) => string | null> = {
  description: ({ description }) => description,
  products: ({ products }) => listed(products.map(({ name }) => name)),
  website: ({ domains }) => listed(domains.map((domain) => `https://${domain}`)),
  industry: ({ industry }) => industry,
  alsoKnownAs: ({ aliases }) => listed(aliases),
}

const listed = (names: string[]) => (names.length === 0 ? null : names.join(', '))

const usualQuestion = (kind: FactKind, { name, language }: BrandFacts) =>
  asked(phrasesFor(language).questions[kind].ask, name)

function promptAsking(kind: FactKind, { prompts, name, aliases }: BrandFacts): string | undefined {
  const forms = languages.flatMap(({ questions }) => [questions[kind].ask, ...questions[kind].also])
  const wanted = new Set([name, ...aliases].flatMap((each) => forms.map((form) => plain(asked(form, each)))))
  // A prompt may have several lines; a heading has one.
  return prompts
    .find((prompt) => wanted.has(plain(prompt)))
    ?.replace(/\s+/gu, ' ')
    .trim()
}

const asked = (form: string, name: string) => form.replace('{brand}', () => name)

const plain = (text: string) =>
  normalizeName(text)
    .replace(/^[¿\s]+|[\s?？.!！。]+$/gu, '')
    .replaceAll('’', "'")
