/** The files as they are made from facts. Each is a pure function of them: the same facts, the same text. */
import type { Facts } from './brand-facts.ts'
import { escaped, link } from './escape-markdown.ts'
import { questionsAnswered } from './faq.ts'
import { type Words, wordsFor } from './phrases.ts'

export const fileNames = ['llms.txt', 'llms-full.txt', 'brand.json', 'faq.md'] as const
export type FileName = (typeof fileNames)[number]

/** `urlOf`: where each file is reached. */
export type Write = (facts: Facts, urlOf: (file: FileName) => string) => string

export const contentTypes: Record<FileName, string> = {
  'llms.txt': 'text/plain; charset=utf-8',
  'llms-full.txt': 'text/plain; charset=utf-8',
  'brand.json': 'application/ld+json; charset=utf-8',
  'faq.md': 'text/markdown; charset=utf-8',
}

export const writeFile: Record<FileName, Write> = {
  /** https://llmstxt.org: a name, a summary, free text without headings, then lists of links under h2. */
  'llms.txt': (facts, urlOf) => {
    const words = wordsFor(facts.language)
    const linked = facts.products.filter(({ domain }) => domain !== null)
    return paragraphs([
      ...head(facts),
      factLines(facts, words).join('\n'),
      ...section(
        words.labels.website,
        facts.domains.map((domain) => `- ${link(domain, addressOf(domain))}`),
      ),
      ...section(
        words.labels.products,
        linked.map(({ name, domain }) => `- ${link(name, addressOf(domain ?? ''))}`),
      ),
      ...section(words.labels.optional, [
        `- ${link('llms-full.txt', urlOf('llms-full.txt'))}: ${words.labels.facts}`,
        `- ${link('faq.md', urlOf('faq.md'))}: ${words.labels.questions}`,
        `- ${link('brand.json', urlOf('brand.json'))}: JSON-LD`,
      ]),
    ])
  },

  'llms-full.txt': (facts) => {
    const words = wordsFor(facts.language)
    const products = facts.products.map(({ name, aliases, domain }) =>
      [
        `- ${domain === null ? escaped(name) : link(name, addressOf(domain))}`,
        aliases.length === 0 ? '' : ` (${words.labels.alsoKnownAs}: ${aliases.map(escaped).join(', ')})`,
      ].join(''),
    )
    return paragraphs([
      ...head(facts),
      factLines(facts, words).join('\n'),
      ...section(
        words.labels.website,
        facts.domains.map((domain) => `- ${link(domain, addressOf(domain))}`),
      ),
      ...section(words.labels.products, products),
      ...section(
        words.labels.topics,
        facts.topics.map((topic) => `- ${escaped(topic)}`),
      ),
      ...questionSections(facts, words),
    ])
  },

  'brand.json': (facts) => {
    const { name, aliases, domains, description, industry, region, language, products, topics } = facts
    const [main = '', ...others] = domains.map(addressOf)
    const organization = {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name,
      url: main,
      ...(aliases.length > 0 && { alternateName: aliases }),
      ...(description !== null && { description }),
      ...(others.length > 0 && { sameAs: others }),
      ...(region !== null && { areaServed: { '@type': 'Country', name: region } }),
      ...(language !== null && { knowsLanguage: language }),
      ...(industry !== null || topics.length > 0
        ? { knowsAbout: [...(industry === null ? [] : [industry]), ...topics] }
        : {}),
      ...(products.length > 0 && { makesOffer: products.map(offerOf) }),
    }
    // So that the text can stand in a script element as it is.
    return `${JSON.stringify(organization, null, 2).replaceAll('<', '\\u003c')}\n`
  },

  'faq.md': (facts) => {
    const words = wordsFor(facts.language)
    return paragraphs([`# ${escaped(facts.name)}: ${words.labels.questions}`, ...questionParts(facts, '##')])
  },
}

const head = ({ name, description }: Facts) => [
  `# ${escaped(name)}`,
  ...(description === null ? [] : [`> ${escaped(description)}`]),
]

function factLines(facts: Facts, { labels }: Words): string[] {
  const named = (type: 'region' | 'language', code: string | null) =>
    code === null ? null : nameOf(type, code, facts.language)
  const lines: [string, string | null][] = [
    [labels.alsoKnownAs, facts.aliases.join(', ') || null],
    [labels.industry, facts.industry],
    [labels.market, named('region', facts.region)],
    [labels.language, named('language', facts.language)],
    [labels.products, facts.products.map(({ name }) => name).join(', ') || null],
    [labels.topics, facts.topics.join(', ') || null],
  ]
  return lines.flatMap(([label, value]) => (value === null ? [] : [`- ${label}: ${escaped(value)}`]))
}

const nameOf = (type: 'region' | 'language', code: string, language: string | null) =>
  new Intl.DisplayNames([language ?? 'en', 'en'], { type }).of(code) ?? code

const section = (title: string, lines: string[]) =>
  lines.length === 0 ? [] : [`## ${title}`, lines.join('\n')]

function questionSections(facts: Facts, { labels }: Words): string[] {
  const parts = questionParts(facts, '###')
  return parts.length === 0 ? [] : [`## ${labels.questions}`, ...parts]
}

const questionParts = (facts: Facts, level: string) =>
  questionsAnswered(facts).flatMap(({ question, answer }) => [
    `${level} ${escaped(question)}`,
    escaped(answer),
  ])

const offerOf = ({ name, aliases, domain }: Facts['products'][number]) => ({
  '@type': 'Offer',
  itemOffered: {
    '@type': 'Product',
    name,
    ...(aliases.length > 0 && { alternateName: aliases }),
    ...(domain !== null && { url: addressOf(domain) }),
  },
})

/** Hosts are stored in ASCII; a path may hold anything. */
const addressOf = (domain: string) => new URL(`https://${domain}`).href

const paragraphs = (parts: string[]) => `${parts.filter((part) => part !== '').join('\n\n')}\n`
