/** Composes a brief from the evidence alone, in the language of the prompt if supported. Pure. */
import { z } from 'zod'
import type { SourceCategory } from '../../../vocabulary/source-categories.ts'
import { thirdParty } from '../../http/third-party-text.ts'
import { type Opportunity, type SourceData, thirdParties } from '../source-data.ts'
import words from './brief-phrases.json' with { type: 'json' }
import type { CommonTopics } from './common-topics.ts'

/** The content of a brief. */
export const BriefContent = z.strictObject({
  title: z.string(),
  content_type: z.string().describe('For example comparison_page, buying_guide, how_to_guide, outreach.'),
  target_word_count: z.number().int(),
  audience: z.string(),
  outline: z.array(
    z.strictObject({ heading: thirdParty(z.string()), key_points: thirdParty(z.array(z.string())) }),
  ),
  target_keywords: thirdParty(z.array(z.string())),
  questions_to_answer: thirdParty(z.array(z.string())),
  sources_to_cite: thirdParty(z.array(z.string()).describe('URLs that the answers cite.')),
  competitor_insights: thirdParty(z.string()),
  call_to_action: z.string(),
})
export type BriefContent = z.output<typeof BriefContent>

export type BriefLanguage = keyof typeof words

export type BriefMaterial = {
  /** The language of the prompt; English if it is not supported. */
  language: BriefLanguage
  prompt: { text: string; category: string }
  brand: { name: string; domain: string; description: string | null; products: string[] }
  type: Opportunity['type']
  data: SourceData
  topics: CommonTopics
  /** Claims about competitors, by name. */
  claims: Map<string, string>
  /** Other prompts of the same topic. */
  related: string[]
}

export function composeBrief(material: BriefMaterial): BriefContent {
  const { prompt, brand, type, data, topics, related } = material
  const phrase = createPhrasebook(material)
  const outline = (
    type === 'earned' ? outreachOutline(material, phrase) : pageOutline(material, phrase)
  ).filter(({ key_points }) => key_points.length > 0)
  const sources = data.sources.filter(({ category }) => category !== 'competitor' && category !== 'owned')
  const questions = [prompt.text, ...topics.questions, ...related.filter((text) => text.includes('?'))]
  return {
    title: type === 'earned' ? phrase('outreachTitle', {}) : prompt.text,
    content_type: type === 'earned' ? 'outreach' : (contentTypes[prompt.category] ?? 'explainer'),
    target_word_count: type === 'earned' ? 200 : 100 + 150 * outline.length,
    audience: phrase('audience', {}),
    outline,
    target_keywords: data.keywords.length > 0 ? data.keywords.map(({ keyword }) => keyword) : [prompt.text],
    questions_to_answer: [...new Set(questions)].slice(0, maxQuestions),
    sources_to_cite: sources.map(({ url }) => url).slice(0, maxSources),
    competitor_insights: describeCompetitors(material, phrase),
    call_to_action: phrase(type === 'earned' ? mainAdvice(data) : 'action', { domain: brand.domain }),
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

const maxQuestions = 10
const maxSources = 8
const maxCompetitors = 3

type Section = BriefContent['outline'][number]
type PhraseName = keyof (typeof words)['en']
type Phrasebook = (name: PhraseName, values: Record<string, string | number>) => string

/** Fills a phrase template with the common values and the given ones. */
function createPhrasebook({ language, prompt, brand, data }: BriefMaterial): Phrasebook {
  const leader = data.competitors.find(({ competitor_id }) => competitor_id === data.gap.leader.competitor_id)
  const common = {
    prompt: prompt.text,
    brand: brand.name,
    answers: data.answers,
    leader: data.gap.leader.name,
    leaderNamed: leader?.named ?? 0,
    brandNamed: data.brand.named,
  }
  return (name, extra) => {
    const values: Record<string, string | number> = { ...common, ...extra }
    return words[language][name].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
  }
}

function pageOutline(material: BriefMaterial, phrase: Phrasebook): Section[] {
  const { topics, related } = material
  const leadPoints = [phrase('leadAnswer', {}), phrase('leadGap', {})]
  if (material.data.certainty === 'directional') leadPoints.push(phrase('directional', {}))
  const aspects = topics.aspects.map(({ text, answers, quotes: says }) => ({
    heading: text,
    key_points: [
      phrase('recurs', { count: answers, read: topics.answers }),
      ...says.map((quote) => phrase('says', { quote })),
    ],
  }))
  return [
    { heading: phrase('leadHeading', {}), key_points: leadPoints },
    ...aspects,
    compareSection(material, phrase),
    factsSection(material, phrase),
    {
      heading: phrase('questionsHeading', {}),
      key_points: [...topics.questions, ...related].slice(0, maxQuestions),
    },
  ]
}

function outreachOutline(material: BriefMaterial, phrase: Phrasebook): Section[] {
  const { data, brand } = material
  const pages = thirdPartyPages(data).map(({ url, title, domain, answers }) =>
    phrase('page', { title: title ?? domain, url, count: answers }),
  )
  const advice = adviceFor(data).map((name) => phrase(name, { domain: brand.domain }))
  return [
    { heading: phrase('pagesHeading', {}), key_points: pages },
    { heading: phrase('adviceHeading', {}), key_points: [...advice, phrase('leadGap', {})] },
    compareSection(material, phrase),
    factsSection(material, phrase),
  ]
}

const thirdPartyPages = ({ sources }: SourceData) =>
  sources.filter(({ category }) => thirdParties.includes(category))

type Advice = PhraseName & `advice${string}`

/** How to get mentioned in each kind of source: a newspaper has an editor, a forum has members, a shop has listings. */
const adviceByCategory: Partial<Record<SourceCategory, Advice>> = {
  editorial: 'adviceEditors',
  review: 'adviceReviewers',
  forum: 'adviceCommunity',
  social: 'adviceCommunity',
  video: 'adviceVideo',
  ecommerce: 'adviceShop',
  reference: 'adviceReference',
  institutional: 'adviceInstitution',
}

/** Returns advice for the kinds of the cited pages, those cited in the most answers first. */
function adviceFor(data: SourceData): Advice[] {
  const answers = new Map<Advice, number>()
  for (const page of thirdPartyPages(data)) {
    const advice = adviceByCategory[page.category]
    if (advice !== undefined) answers.set(advice, (answers.get(advice) ?? 0) + page.answers)
  }
  return [...answers].sort(([, a], [, b]) => b - a).map(([advice]) => advice)
}

const mainAdvice = (data: SourceData): Advice => adviceFor(data)[0] ?? 'adviceEditors'

function compareSection({ data, claims }: BriefMaterial, phrase: Phrasebook): Section {
  const competitors = data.competitors.slice(0, maxCompetitors)
  return {
    heading: phrase('compareHeading', { competitors: competitors.map(({ name }) => name).join(', ') }),
    key_points: [
      ...competitors.map(({ name, named, cited }) => {
        const quote = claims.get(name)
        const counts = phrase('competitor', { competitor: name, named, cited })
        return quote === undefined ? counts : `${counts} ${phrase('says', { quote })}`
      }),
      phrase('compareAdvice', {}),
    ],
  }
}

/** Lists the aspects of the answers that the stored facts do not cover. */
function factsSection({ brand, topics }: BriefMaterial, phrase: Phrasebook): Section {
  const known = [brand.description ?? '', ...brand.products].join(' ').toLowerCase()
  const missing = topics.aspects.filter(({ text }) => !covers(known, text))
  return {
    heading: phrase('factsHeading', {}),
    key_points: [
      ...(brand.description === null ? [phrase('noDescription', {})] : []),
      ...(brand.description === null ? [] : missing.map(({ text }) => phrase('missing', { aspect: text }))),
    ],
  }
}

/** Returns whether the text contains a significant word of the aspect. */
const covers = (known: string, aspect: string) =>
  aspect
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => word.length > 3 && known.includes(word))

function describeCompetitors({ data }: BriefMaterial, phrase: Phrasebook): string {
  const competitors = data.competitors
    .slice(0, maxCompetitors)
    .map(({ name, named, cited }) => phrase('competitor', { competitor: name, named, cited }))
  const domains = [...new Set(data.sources.map(({ domain }) => domain))].slice(0, maxCompetitors)
  return [
    ...competitors,
    ...(domains.length > 0 ? [phrase('cited', { domains: domains.join(', ') })] : []),
  ].join(' ')
}
