/**
 * Composes a brief from the evidence alone, in the language of the prompt if supported. It fits on one page, so that it can
 * be sent as it is: few points, and none twice. Pure.
 */
import { z } from 'zod'
import type { Language } from '../../../vocabulary/languages.ts'
import { listFormat } from '../../../vocabulary/message-formats.ts'
import type { SourceCategory } from '../../../vocabulary/source-categories.ts'
import { untrustedText } from '../../http/untrusted-text.ts'
import { formatMessage, type Message, message } from '../../languages/message.ts'
import { type GapData, isTarget, type Opportunity } from '../source-data.ts'
import type { CommonTopics } from './common-topics.ts'
import type { GivenKind } from './heading-kinds.ts'

/** The content of a brief. */
export const BriefContent = z.strictObject({
  title: z.string(),
  content_type: z
    .string()
    .describe('For example comparison_page, buying_guide, how_to_guide, outreach, correction.'),
  target_word_count: z.number().int(),
  audience: z.string(),
  outline: z.array(
    z.strictObject({ heading: untrustedText(z.string()), key_points: untrustedText(z.array(z.string())) }),
  ),
  target_keywords: untrustedText(z.array(z.string())),
  questions_to_answer: untrustedText(z.array(z.string())),
  sources_to_cite: untrustedText(z.array(z.string()).describe('URLs that the answers cite.')),
  competitor_insights: untrustedText(z.string()),
  call_to_action: z.string(),
})
export type BriefContent = z.output<typeof BriefContent>

export type BriefMaterial = {
  /** The language of the prompt; English if there are no texts in it. */
  language: Language
  prompt: { text: string; category: string }
  brand: { name: string; domain: string; description: string | null; products: string[] }
  type: Opportunity['type']
  data: GapData
  topics: CommonTopics
  /** Claims about competitors, by name. */
  claims: Map<string, string>
  /** Other prompts of the same topic. */
  related: string[]
}

export function composeBrief(material: BriefMaterial): BriefContent {
  const { prompt, brand, type, data, topics, related } = material
  const write: Write = (each) => formatMessage(each, material.language)
  const outline = (
    type === 'earned' ? outreachOutline(material, write) : pageOutline(material, write)
  ).filter(({ key_points }) => key_points.length > 0)
  const sources = data.sources.filter(({ category }) => category !== 'competitor' && category !== 'owned')
  const questions = [prompt.text, ...topics.questions, ...related.filter((text) => text.includes('?'))]
  return {
    title:
      type === 'earned'
        ? write(message('briefs.phrases.outreachTitle', { brand: brand.name, prompt: prompt.text }))
        : prompt.text,
    content_type: type === 'earned' ? 'outreach' : (contentTypes[prompt.category] ?? 'explainer'),
    target_word_count: type === 'earned' ? 200 : 100 + 150 * outline.length,
    audience: write(message('briefs.phrases.audience', { prompt: prompt.text })),
    outline,
    target_keywords: data.keywords.length > 0 ? data.keywords.map(({ keyword }) => keyword) : [prompt.text],
    questions_to_answer: [...new Set(questions)].slice(0, maxQuestions),
    sources_to_cite: sources.map(({ url }) => url).slice(0, maxSources),
    competitor_insights: describeCompetitors(material, write),
    call_to_action: write(
      type === 'earned'
        ? firstStep(material)
        : message('briefs.phrases.action', { brand: brand.name, domain: brand.domain }),
    ),
  }
}

const contentTypes: Record<string, string> = {
  comparison: 'comparison_page',
  best: 'buying_guide',
  recommendation: 'buying_guide',
  alternative: 'alternatives_page',
  'how-to': 'how_to_guide',
  branded: 'faq_page',
}

const maxAdvice = 3
const maxAspects = 4
const maxQuestions = 5
const maxSources = 5
const maxCompetitors = 3

type Section = BriefContent['outline'][number]
/** Formats a message in the language of the brief. */
type Write = (each: Message) => string

/** How far the leader is ahead of the brand. */
function leadGap({ brand, data }: BriefMaterial): Message {
  const leader = data.competitors.find(({ competitor_id }) => competitor_id === data.gap.leader.competitor_id)
  return message('briefs.phrases.leadGap', {
    leader: data.gap.leader.name,
    leaderNamed: leader?.named ?? 0,
    answers: data.answers,
    brand: brand.name,
    brandNamed: data.brand.named,
  })
}

function pageOutline(material: BriefMaterial, write: Write): Section[] {
  const { topics } = material
  const leadPoints = [
    write(message('briefs.phrases.leadAnswer', { prompt: material.prompt.text, brand: material.brand.name })),
    write(leadGap(material)),
  ]
  if (material.data.certainty === 'directional') leadPoints.push(write(message('briefs.phrases.directional')))
  const aspects = topics.aspects.slice(0, maxAspects).map(({ text, answers, quotes: says }) => ({
    heading: text,
    key_points: [
      write(message('briefs.phrases.recurs', { count: answers, read: topics.answers })),
      ...says.slice(0, 1).map((quote) => write(message('briefs.phrases.says', { quote }))),
    ],
  }))
  return [
    { heading: write(message('briefs.phrases.leadHeading')), key_points: leadPoints },
    ...aspects,
    compareSection(material, write),
    factsSection(material, write),
  ]
}

function outreachOutline(material: BriefMaterial, write: Write): Section[] {
  const { data } = material
  const pages = thirdPartyPages(data)
    .slice(0, maxSources)
    .map(({ url, title, domain, answers }) =>
      write(
        message('briefs.phrases.page', {
          title: title ?? domain,
          url,
          count: answers,
          answers: data.answers,
        }),
      ),
    )
  const advice = adviceFor(material).map(write)
  return [
    { heading: write(message('briefs.phrases.pagesHeading')), key_points: pages },
    {
      heading: write(message('briefs.phrases.adviceHeading')),
      key_points: [...advice, write(leadGap(material))],
    },
    compareSection(material, write),
    factsSection(material, write),
  ]
}

const thirdPartyPages = ({ sources }: GapData) => sources.filter(isTarget)

/** How to get mentioned in each kind of source: a newspaper has an editor, a forum has members, a shop has listings. */
const adviceByCategory = {
  editorial: 'editors',
  review: 'reviewers',
  forum: 'community',
  social: 'community',
  video: 'video',
  ecommerce: 'shop',
  reference: 'reference',
  institutional: 'institution',
} as const satisfies Partial<Record<SourceCategory, string>>

type Advice = (typeof adviceByCategory)[keyof typeof adviceByCategory]

const isAdvised = (category: SourceCategory): category is keyof typeof adviceByCategory =>
  Object.hasOwn(adviceByCategory, category)

/** Returns advice for the kinds of the cited pages, those cited in the most answers first. */
function adviceFor(material: BriefMaterial): Message[] {
  const answers = new Map<Advice, number>()
  for (const { category, answers: citing } of thirdPartyPages(material.data)) {
    if (!isAdvised(category)) continue
    const advice = adviceByCategory[category]
    answers.set(advice, (answers.get(advice) ?? 0) + citing)
  }
  return [...answers]
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxAdvice)
    .map(([advice]) => adviceMessage(advice, material))
}

const adviceMessage = (advice: Advice, { brand: { name, domain } }: BriefMaterial): Message =>
  message('briefs.phrases.advice', { advice, brand: name, domain })

/** Names the page to start with; the advice for its kind is in the outline. */
function firstStep(material: BriefMaterial): Message {
  const [page] = thirdPartyPages(material.data)
  if (!page) return adviceMessage('editors', material)
  return message('briefs.phrases.firstStep', {
    domain: page.domain,
    count: page.answers,
    answers: material.data.answers,
  })
}

function compareSection({ brand, data, claims }: BriefMaterial, write: Write): Section {
  const competitors = data.competitors.slice(0, maxCompetitors)
  return {
    heading: write(
      message('briefs.phrases.compareHeading', {
        brand: brand.name,
        competitors: competitors.map(({ name }) => name).join(', '),
      }),
    ),
    key_points: [
      ...competitors.flatMap(({ name }) => {
        const quote = claims.get(name)
        return quote === undefined ? [] : write(message('briefs.phrases.claim', { competitor: name, quote }))
      }),
      write(message('briefs.phrases.compareAdvice', { brand: brand.name })),
    ],
  }
}

/** Names what the answers give and the stored facts do not. */
function factsSection({ brand, topics, language }: BriefMaterial, write: Write): Section {
  const heading = write(message('briefs.phrases.factsHeading'))
  const { description } = brand
  if (description === null)
    return { heading, key_points: [write(message('briefs.phrases.noDescription', { brand: brand.name }))] }
  const known = [description, ...brand.products].join(' ').toLowerCase()
  const missing = topics.aspects
    .slice(0, maxAspects)
    .map(({ text }) => text)
    .filter((text) => !covers(known, text))
  return {
    heading,
    key_points: [
      ...topics.given
        .filter((kind) => !gives[kind].test(description))
        .map((kind) => write(message('briefs.phrases.missingKind', { kind, brand: brand.name }))),
      ...(missing.length === 0
        ? []
        : [
            write(
              message('briefs.phrases.missing', {
                aspects: listFormat(language, { type: 'conjunction' }).format(missing),
                brand: brand.name,
              }),
            ),
          ]),
    ],
  }
}

/** What shows that a description gives it: “for runners with wide feet”, an amount. Few descriptions name drawbacks. */
const gives: Record<GivenKind, RegExp> = {
  audience: /(?<!\p{L})(?:for|für|pour|para)(?!\p{L})|向け/iu,
  price: /[$€£¥]|\d/u,
  drawbacks: /(?!)/u,
}

/** Returns whether the text contains a significant word of the aspect. */
const covers = (known: string, aspect: string) =>
  aspect
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => word.length > 3 && known.includes(word))

function describeCompetitors({ data }: BriefMaterial, write: Write): string {
  const competitors = data.competitors
    .slice(0, maxCompetitors)
    .map(({ name, named, cited }) =>
      write(message('briefs.phrases.competitor', { competitor: name, named, cited, answers: data.answers })),
    )
  const domains = [...new Set(data.sources.map(({ domain }) => domain))].slice(0, maxCompetitors)
  return [
    ...competitors,
    ...(domains.length > 0 ? [write(message('briefs.phrases.cited', { domains: domains.join(', ') }))] : []),
  ].join(' ')
}
