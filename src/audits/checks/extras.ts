/** What people ask about, and what no number rests on. */
import { aiAgents } from '../ai-agents.ts'
import { type Check, counted, notApplicable, ofContent, ofFirstPage, partial, passed } from '../finding.ts'
import { checkRobots } from '../robots.ts'

export const extrasChecks: Record<string, Check> = {
  'training-bots': ofFirstPage(({ url, visit }, { site }) => {
    const at = visit?.url ?? url
    const robots = site.robots.get(new URL(at).origin)?.robots
    if (!robots) return notApplicable('robots.txt was not asked for.')
    const training = aiAgents.filter(({ role }) => role === 'training')
    const blocked = training.filter(({ token }) => !checkRobots(robots, token, at).allowed)
    if (blocked.length === 0) return notApplicable('All are allowed.')
    return notApplicable(`Not allowed: ${blocked.map(({ token }) => token).join(', ')}.`)
  }),

  'structured-data': ofContent(({ structuredData: { blocks, broken, types } }) => {
    if (blocks === 0) return notApplicable('There is no JSON-LD')
    if (broken > 0) return partial(`${broken} of ${counted(blocks, 'block', 'blocks')} of JSON-LD is no JSON`)
    const [first, ...others] = [...new Set(types)]
    return first === undefined
      ? partial('JSON-LD without a type')
      : passed([first, ...others].slice(0, 8).join(', '))
  }),

  'llms-txt': ofFirstPage((_page, { site: { llmsTxt: file } }) => {
    if (file === null || (file.status >= 400 && file.status < 500)) return notApplicable('There is none')
    if (file.status !== 200) return partial(`${file.url} answers with status ${file.status}`)
    if (/^text\/html\b/i.test(file.type)) return notApplicable('There is a page of HTML in its place')
    const wrong = faultsOf(file.text)
    return wrong.length === 0 ? passed(file.url) : partial(wrong.join('; '))
  }),

  sitemap: ofFirstPage((_page, { site: { sitemap: file } }) => {
    if (file === null || file.status !== 200) return notApplicable('None was found')
    return /<(urlset|sitemapindex)\b/.test(file.text) || /\.(gz|txt)$/.test(file.url)
      ? passed(file.url)
      : partial(`${file.url} is no sitemap`)
  }),

  markdown: ofFirstPage(({ hasMarkdown }) => {
    if (hasMarkdown === null) return notApplicable('Not asked for')
    return hasMarkdown ? passed('Markdown comes when it is asked for') : notApplicable('Not offered')
  }),
}

/** The form of https://llmstxt.org: one h1 first, and below each h2 a list of links. */
function faultsOf(text: string): string[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
  const headings = lines.filter((line) => /^#{1,6}\s/.test(line))
  const lists = lines.slice(lines.findIndex((line) => /^##\s/.test(line)) + 1)
  const hasLists = headings.some((line) => /^##\s/.test(line))
  const bare = hasLists
    ? lists.filter((line) => /^[-*]\s/.test(line) && !/^[-*]\s+\[[^\]]+\]\([^)]+\)/.test(line))
    : []
  return [
    ...(/^#\s+\S/.test(lines[0] ?? '') ? [] : ['it does not begin with # and a name']),
    ...(headings.filter((line) => /^#\s/.test(line)).length > 1 ? ['more than one line begins with #'] : []),
    ...(headings.some((line) => /^#{3,}\s/.test(line)) ? ['headings below ##'] : []),
    ...(bare.length > 0 ? [`${counted(bare.length, 'entry', 'entries')} without a link`] : []),
  ]
}
