/** A brief put together from the evidence alone, in the language of the prompt where we speak it. Pure. */
import { z } from 'zod'
import { type Opportunity, type SourceData, thirdParties } from '../source-data.ts'
import words from './brief-phrases.json' with { type: 'json' }
import type { CommonTopics } from './common-topics.ts'

/** What a writer needs to know. */
export const BriefContent = z.strictObject({
  title: z.string(),
  content_type: z.string().describe('Such as comparison_page, buying_guide, how_to_guide, outreach.'),
  target_word_count: z.number().int(),
  audience: z.string(),
  outline: z.array(z.strictObject({ heading: z.string(), key_points: z.array(z.string()) })),
  target_keywords: z.array(z.string()),
  questions_to_answer: z.array(z.string()),
  sources_to_cite: z.array(z.string()).describe('URLs that answers cite.'),
  competitor_insights: z.string(),
  call_to_action: z.string(),
})
export type BriefContent = z.output<typeof BriefContent>

export type BriefLanguage = keyof typeof words

export type BriefMaterial = {
  /** The language of the prompt; English where it is none that we speak. */
  language: BriefLanguage
  prompt: { text: string; category: string }
  brand: { name: string; domain: string; description: string | null; products: string[] }
  type: Opportunity['type']
  data: SourceData
  ground: CommonTopics
  /** What an answer says of a competitor, by its name. */
  said: Map<string, string>
  /** Other prompts of the same topic. */
  related: string[]
}

export function composeBrief(material: BriefMaterial): BriefContent {
  const { prompt, brand, type, data, ground, related } = material
  const say = speaker(material)
  const outline = (type === 'earned' ? outreachOutline(material, say) : pageOutline(material, say)).filter(
    ({ key_points }) => key_points.length > 0,
  )
  const sources = data.sources.filter(({ category }) => category !== 'competitor' && category !== 'owned')
  const questions = [prompt.text, ...ground.questions, ...related.filter((text) => text.includes('?'))]
  return {
    title: type === 'earned' ? say('outreachTitle', {}) : prompt.text,
    content_type: type === 'earned' ? 'outreach' : (contentTypes[prompt.category] ?? 'explainer'),
    target_word_count: type === 'earned' ? 200 : 100 + 150 * outline.length,
    audience: say('audience', {}),
    outline,
    target_keywords: data.keywords.length > 0 ? data.keywords.map(({ keyword }) => keyword) : [prompt.text],
    questions_to_answer: [...new Set(questions)].slice(0, mostQuestions),
    sources_to_cite: sources.map(({ url }) => url).slice(0, mostSources),
    competitor_insights: insights(material, say),
    call_to_action: say(type === 'earned' ? 'outreachAction' : 'action', { domain: brand.domain }),
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

const mostQuestions = 10
const mostSources = 8
const mostRivals = 3

type Section = BriefContent['outline'][number]
type Phrase = keyof (typeof words)['en']
type Say = (phrase: Phrase, more: Record<string, string | number>) => string

/** Fills in what nearly every phrase is about, and what is given. */
function speaker({ language, prompt, brand, data }: BriefMaterial): Say {
  const leader = data.competitors.find(({ competitor_id }) => competitor_id === data.gap.leader.competitor_id)
  const common = {
    prompt: prompt.text,
    brand: brand.name,
    answers: data.answers,
    leader: data.gap.leader.name,
    leaderNamed: leader?.named ?? 0,
    brandNamed: data.brand.named,
  }
  return (phrase, more) => {
    const values: Record<string, string | number> = { ...common, ...more }
    return words[language][phrase].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
  }
}

function pageOutline(material: BriefMaterial, say: Say): Section[] {
  const { ground, related } = material
  const lead = [say('leadAnswer', {}), say('leadGap', {})]
  if (material.data.certainty === 'directional') lead.push(say('directional', {}))
  const aspects = ground.aspects.map(({ text, answers, says }) => ({
    heading: text,
    key_points: [
      say('recurs', { count: answers, read: ground.read }),
      ...says.map((quote) => say('says', { quote })),
    ],
  }))
  return [
    { heading: say('leadHeading', {}), key_points: lead },
    ...aspects,
    compareSection(material, say),
    factsSection(material, say),
    {
      heading: say('questionsHeading', {}),
      key_points: [...ground.questions, ...related].slice(0, mostQuestions),
    },
  ]
}

function outreachOutline(material: BriefMaterial, say: Say): Section[] {
  const pages = material.data.sources
    .filter(({ category }) => thirdParties.includes(category))
    .map(({ url, title, domain, answers }) => say('page', { title: title ?? domain, url, count: answers }))
  return [
    { heading: say('pagesHeading', {}), key_points: pages },
    { heading: say('offerHeading', {}), key_points: [say('offer', {}), say('leadGap', {})] },
    compareSection(material, say),
    factsSection(material, say),
  ]
}

function compareSection({ data, said }: BriefMaterial, say: Say): Section {
  const rivals = data.competitors.slice(0, mostRivals)
  return {
    heading: say('compareHeading', { rivals: rivals.map(({ name }) => name).join(', ') }),
    key_points: [
      ...rivals.map(({ name, named, cited }) => {
        const quote = said.get(name)
        const counts = say('rival', { rival: name, named, cited })
        return quote === undefined ? counts : `${counts} ${say('says', { quote })}`
      }),
      say('compareAdvice', {}),
    ],
  }
}

/** What the answers go by and the stored facts do not speak of. */
function factsSection({ brand, ground }: BriefMaterial, say: Say): Section {
  const known = [brand.description ?? '', ...brand.products].join(' ').toLowerCase()
  const missing = ground.aspects.filter(({ text }) => !speaksOf(known, text))
  return {
    heading: say('factsHeading', {}),
    key_points: [
      ...(brand.description === null ? [say('noDescription', {})] : []),
      ...(brand.description === null ? [] : missing.map(({ text }) => say('missing', { aspect: text }))),
    ],
  }
}

/** Any word of the aspect that means something by itself. */
const speaksOf = (known: string, aspect: string) =>
  aspect
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => word.length > 3 && known.includes(word))

function insights({ data }: BriefMaterial, say: Say): string {
  const rivals = data.competitors
    .slice(0, mostRivals)
    .map(({ name, named, cited }) => say('rival', { rival: name, named, cited }))
  const domains = [...new Set(data.sources.map(({ domain }) => domain))].slice(0, mostRivals)
  return [...rivals, ...(domains.length > 0 ? [say('cited', { domains: domains.join(', ') })] : [])].join(' ')
}
