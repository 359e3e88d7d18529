/** A brief as Markdown, and as the lines of its form. */

import { knownText, t } from '../../../vocabulary/texts.ts'
import type { OpportunityDetail } from '../queries.ts'

export type Brief = NonNullable<OpportunityDetail['brief']>
export type BriefContent = Omit<Brief, 'method'>

export function briefMarkdown(brief: BriefContent): string {
  const paragraphs = [
    `# ${brief.title}`,
    [
      `- ${t('briefs.briefMarkdown.contentType', { type: contentTypeLabel(brief.content_type) })}`,
      `- ${t('briefs.briefMarkdown.wordCount', { words: brief.target_word_count })}`,
      `- ${t('briefs.briefMarkdown.audience', { audience: brief.audience })}`,
    ].join('\n'),
    ...brief.outline.flatMap(({ heading, key_points }) => [`## ${heading}`, ...listed(key_points)]),
    ...titled(t('briefs.brief.questions'), listed(brief.questions_to_answer)),
    ...titled(t('briefs.brief.keywords'), listed(brief.target_keywords)),
    ...titled(t('briefs.brief.sources'), listed(brief.sources_to_cite.map((url) => `<${url}>`))),
    ...titled(t('briefs.brief.competitors'), [brief.competitor_insights].filter(Boolean)),
    `## ${t('briefs.brief.callToAction')}`,
    brief.call_to_action,
  ]
  return `${paragraphs.join('\n\n')}\n`
}

const listed = (lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [lines.map((line) => `- ${line}`).join('\n')]

const titled = (heading: string, list: string[]): string[] =>
  list.length === 0 ? [] : [`## ${heading}`, ...list]

/** Returns the label of a type; `case_study`, which a language model or a person wrote, is `Case study`. */
export function contentTypeLabel(type: string): string {
  const label = knownText(`labels.contentType.${type}`)
  if (label !== undefined) return label
  const words = type.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The outline as the form shows it: headings start with `#`, with their points on the lines below. */
export const outlineText = (outline: BriefContent['outline']): string =>
  outline
    .map(({ heading, key_points }) => [`# ${heading}`, ...key_points.map((point) => `- ${point}`)].join('\n'))
    .join('\n\n')

/** Points before the first heading get an empty one, which the server then rejects. */
export function toOutline(text: string): BriefContent['outline'] {
  const outline: BriefContent['outline'] = []
  for (const line of splitLines(text)) {
    const heading = /^#+(.*)/s.exec(line)?.[1]?.trim()
    if (heading !== undefined) outline.push({ heading, key_points: [] })
    else {
      const point = line.replace(/^[-*]\s+/, '')
      const last = outline.at(-1)
      if (last) last.key_points.push(point)
      else outline.push({ heading: '', key_points: [point] })
    }
  }
  return outline
}
