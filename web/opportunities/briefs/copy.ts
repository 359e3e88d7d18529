/** Texts of briefs. */
import { formatCount, formatTime } from '../../../vocabulary/formats.ts'
import { translated } from '../../../vocabulary/language.ts'

export const copy = translated('opportunities/briefs', {
  brief: {
    title: 'Brief',
    source: (method: string, writtenAt: string) => `${method}, ${formatTime(writtenAt)}`,
    copyMarkdown: 'Copy as Markdown',
    edit: 'Edit',
    regenerate: 'Regenerate',
    regenerateTitle: 'Regenerate the brief?',
    regenerateConsequence:
      'This brief has been edited. The new one replaces it here and in deliveries. Copy it first if you want to keep it.',
    empty: 'No brief yet',
    emptyHint:
      'A brief says what to write, for which audience, and what the answers are based on. It is generated from the evidence, by a language model if one is configured.',
    generate: 'Generate brief',
    typeAndLength: (type: string, words: number) => `${type}, about ${formatCount(words)} words.`,
    questions: 'Questions to answer',
    keywords: 'Keywords',
    sources: 'Sources to cite',
    competitors: 'Competitors',
    callToAction: 'Call to action',
  },
  /** The head of a brief that is copied as Markdown. */
  briefMarkdown: {
    contentType: (type: string) => `**Content type:** ${type}`,
    wordCount: (words: number) => `**Word count:** about ${words}`,
    audience: (audience: string) => `**Audience:** ${audience}`,
  },
  briefEditor: {
    title: 'Title',
    contentType: 'Content type',
    contentTypeHint: 'For example comparison_page or buying_guide.',
    wordCount: 'Word count',
    audience: 'Audience',
    outline: 'Outline',
    outlineHint: 'Start each heading with #, with its points on the lines below.',
    onePerLine: 'One per line.',
    oneUrlPerLine: 'One URL per line.',
    save: 'Save brief',
  },
})
