/** Renders the files from facts. Each renderer is a pure function. */
import type { FileName } from '../../vocabulary/ai-files.ts'
import type { BrandFacts } from './brand-facts.ts'
import { escapeMarkdown, markdownLink } from './escape-markdown.ts'
import { listFaqEntries } from './faq.ts'
import { type Phrases, phrasesFor } from './phrases.ts'

/** `getUrl` returns the public URL of a file. */
export type Render = (facts: BrandFacts, getUrl: (file: FileName) => string) => string

export const contentTypes: Record<FileName, string> = {
  'llms.txt': 'text/plain; charset=utf-8',
  'llms-full.txt': 'text/plain; charset=utf-8',
  'brand.json': 'application/ld+json; charset=utf-8',
  'faq.md': 'text/markdown; charset=utf-8',
}

export const renderers: Record<FileName, Render> = {
  /**
   * Renders the format of https://llmstxt.org: a name, a summary, text without headings, then lists of links under h2.
   */
  'llms.txt': (facts, getUrl) => {
    const words = phrasesFor(facts.language)
    const linked = facts.products.filter(({ domain }) => domain !== null)
    return paragraphs([
      ...head(facts, words),
      ...section(
        words.labels.products,
        linked.map(({ name, domain }) => `- ${markdownLink(name, toUrl(domain ?? ''))}`),
      ),
      ...section(words.labels.optional, [
        `- ${markdownLink('llms-full.txt', getUrl('llms-full.txt'))}: ${words.labels.facts}`,
        `- ${markdownLink('faq.md', getUrl('faq.md'))}: ${words.labels.questions}`,
        `- ${markdownLink('brand.json', getUrl('brand.json'))}: JSON-LD`,
      ]),
    ])
  },

  'llms-full.txt': (facts) => {
    const words = phrasesFor(facts.language)
    const products = facts.products.map(({ name, aliases, domain }) =>
      [
        `- ${domain === null ? escapeMarkdown(name) : markdownLink(name, toUrl(domain))}`,
        aliases.length === 0
          ? ''
          : ` (${words.labels.alsoKnownAs}: ${aliases.map(escapeMarkdown).join(', ')})`,
      ].join(''),
    )
    return paragraphs([
      ...head(facts, words),
      ...section(words.labels.products, products),
      ...section(
        words.labels.topics,
        facts.topics.map((topic) => `- ${escapeMarkdown(topic)}`),
      ),
      ...questionSections(facts, words),
    ])
  },

  'brand.json': (facts) => {
    const { name, aliases, domains, description, industry, region, language, products, topics } = facts
    const [main = '', ...others] = domains.map(toUrl)
    const organization = {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name,
      url: main,
      ...(aliases.length > 0 && { alternateName: aliases }),
      ...(description !== null && { description }),
      ...(others.length > 0 && { sameAs: others }),
      ...(region !== '' && { areaServed: { '@type': 'Country', name: region } }),
      ...(language !== null && { knowsLanguage: language }),
      ...(industry !== '' || topics.length > 0
        ? { knowsAbout: [...(industry === '' ? [] : [industry]), ...topics] }
        : {}),
      ...(products.length > 0 && { makesOffer: products.map(renderOffer) }),
    }
    // Escapes `<`, so that the text can be embedded in a script element.
    return `${JSON.stringify(organization, null, 2).replaceAll('<', '\\u003c')}\n`
  },

  'faq.md': (facts) => {
    const words = phrasesFor(facts.language)
    return paragraphs([
      `# ${escapeMarkdown(facts.name)}: ${words.labels.questions}`,
      ...questionParts(facts, '##'),
    ])
  },
}

const head = (facts: BrandFacts, words: Phrases) => [
  `# ${escapeMarkdown(facts.name)}`,
  ...(facts.description === null ? [] : [`> ${escapeMarkdown(facts.description)}`]),
  factLines(facts, words).join('\n'),
  ...section(
    words.labels.website,
    facts.domains.map((domain) => `- ${markdownLink(domain, toUrl(domain))}`),
  ),
]

function factLines(facts: BrandFacts, { labels }: Phrases): string[] {
  const named = (type: 'region' | 'language', code: string | null) =>
    code === null ? null : getName(type, code, facts.language)
  const lines: [string, string | null][] = [
    [labels.alsoKnownAs, facts.aliases.join(', ') || null],
    [labels.industry, facts.industry || null],
    [labels.market, named('region', facts.region || null)],
    [labels.language, named('language', facts.language)],
    [labels.products, facts.products.map(({ name }) => name).join(', ') || null],
    [labels.topics, facts.topics.join(', ') || null],
  ]
  return lines.flatMap(([label, value]) => (value === null ? [] : [`- ${label}: ${escapeMarkdown(value)}`]))
}

const getName = (type: 'region' | 'language', code: string, language: string | null) =>
  new Intl.DisplayNames([language ?? 'en', 'en'], { type }).of(code) ?? code

const section = (title: string, lines: string[]) =>
  lines.length === 0 ? [] : [`## ${title}`, lines.join('\n')]

function questionSections(facts: BrandFacts, { labels }: Phrases): string[] {
  const parts = questionParts(facts, '###')
  return parts.length === 0 ? [] : [`## ${labels.questions}`, ...parts]
}

const questionParts = (facts: BrandFacts, level: string) =>
  listFaqEntries(facts).flatMap(({ question, answer }) => [
    `${level} ${escapeMarkdown(question)}`,
    escapeMarkdown(answer),
  ])

const renderOffer = ({ name, aliases, domain }: BrandFacts['products'][number]) => ({
  '@type': 'Offer',
  itemOffered: {
    '@type': 'Product',
    name,
    ...(aliases.length > 0 && { alternateName: aliases }),
    ...(domain !== null && { url: toUrl(domain) }),
  },
})

/** Percent-encodes the path. Hosts are stored in ASCII. */
const toUrl = (domain: string) => new URL(`https://${domain}`).href

const paragraphs = (parts: string[]) => `${parts.filter((part) => part !== '').join('\n\n')}\n`
