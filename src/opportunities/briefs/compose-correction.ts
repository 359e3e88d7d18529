/** Composes the brief of a correction: the sentences to correct, the right values and their sources, in the language of the page. Pure. */
import type { Language } from '../../../vocabulary/languages.ts'
import { formatMessage, type Message, message } from '../../languages/message.ts'
import { correctionTitle } from '../describe.ts'
import type { CorrectionData, Opportunity } from '../source-data.ts'
import type { BriefContent } from './compose-brief.ts'

export type CorrectionMaterial = {
  language: Language
  type: Opportunity['type']
  data: CorrectionData
  brand: string
  /** The contact at the site, from its outreach; empty if there is none. */
  contact: string
}

const wordsPerFact = 50
/** Of a message, besides its facts. */
const wordsOfMessage = 100

export function composeCorrection({
  language,
  type,
  data,
  brand,
  contact,
}: CorrectionMaterial): BriefContent {
  const { page, facts, wrong, answers } = data
  const write = (each: Message) => formatMessage(each, language)
  const sources = facts.flatMap(({ source_url }) => source_url ?? [])
  return {
    title: write(correctionTitle(data, type)),
    content_type: 'correction',
    target_word_count: wordsPerFact * facts.length + (type === 'earned' ? wordsOfMessage : 0),
    audience: write(message('briefs.phrases.correctionAudience', { type, domain: page.domain })),
    outline: [
      {
        heading: write(message('briefs.phrases.correctionPage')),
        key_points: [
          page.url,
          write(message('opportunities.describe.answersStateWrong', { wrong, answers, brand })),
        ],
      },
      ...facts.map(({ subject, statement, source_url, verdict, quote }) => ({
        heading: subject,
        key_points: [
          write(message('briefs.phrases.correctionQuote', { verdict, quote })),
          write(message('briefs.phrases.correctionValue', { statement })),
          ...(source_url === null
            ? [write(message('briefs.phrases.correctionNoSource'))]
            : [write(message('briefs.phrases.correctionSource', { url: source_url }))]),
        ],
      })),
    ],
    target_keywords: [],
    questions_to_answer: [],
    sources_to_cite: [...new Set(sources)],
    competitor_insights: '',
    call_to_action: write(
      type === 'owned'
        ? message('briefs.phrases.correctionEdit')
        : contact === ''
          ? message('briefs.phrases.correctionAsk', { domain: page.domain })
          : message('briefs.phrases.correctionAskContact', { contact, domain: page.domain }),
    ),
  }
}
