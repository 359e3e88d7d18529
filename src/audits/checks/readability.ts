/** Is the text in the raw HTML, in an order that a program understands? */
import {
  type Check,
  counted,
  failed,
  finding,
  notApplicable,
  ofContent,
  partial,
  passed,
  quoted,
} from '../finding.ts'
import type { Block } from '../page.ts'

/** About fifty words: less is no text that an answer could be taken from. */
const leastLetters = 250
/** About five hundred words, from which a text wants dividing. */
const longLetters = 2_500

export const readabilityChecks: Record<string, Check> = {
  'text-in-html': ofContent(({ letters, scripts, noscript }) => {
    const there = `${counted(letters.content, 'letter', 'letters')} of content in the HTML as it is sent`
    if (letters.content >= leastLetters) return passed(there)
    if (scripts === 0)
      return finding(letters.content > 0 ? 0.5 : 0, `${there}, and no scripts: the page says little`)
    const notice = noscript.trim() === '' ? '' : '; it has a notice for those who run no scripts'
    return failed(`${there}, and ${counted(scripts, 'script', 'scripts')} that may write the rest${notice}`)
  }),

  'main-content': ofContent(({ hasMain, letters }) => {
    const share = `${letters.content} of ${letters.all} letters are content`
    if (hasMain) return passed(`In a main element; ${share}`)
    return partial(`There is no main element; without navigation, header and footer ${share}`)
  }),

  title: ofContent(({ titles }) => {
    const [title = ''] = titles
    if (title === '') return failed('There is no title')
    if (titles.length > 1) return partial(`${titles.length} titles; the first is ${quoted(title)}`)
    if (title.length > 150) return partial(`${title.length} signs: ${quoted(title)}`)
    return passed(quoted(title))
  }),

  description: ofContent(({ metas }) => {
    const text = metas.find(({ name, content }) => name === 'description' && content.trim() !== '')?.content
    const social = metas.find(
      ({ name, content }) => name === 'og:description' && content.trim() !== '',
    )?.content
    if (text !== undefined) return passed(quoted(text))
    return social === undefined
      ? failed('There is no description')
      : partial(`Only for social media: ${quoted(social)}`)
  }),

  language: ofContent(({ language, isInItsLanguage }) => {
    if (language === null) return failed('The html element has no lang attribute')
    if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(language))
      return failed(`No language tag: ${quoted(language)}`)
    if (isInItsLanguage === false) return failed(`The text is not in the script of lang="${language}"`)
    return passed(`lang="${language}"`)
  }),

  headings: ofContent(({ blocks }) => {
    const levels = headingsIn(blocks).map(({ level }) => level)
    const first = levels.filter((level) => level === 1).length
    if (levels.length === 0) return failed('There is no heading')
    const gaps = levels.flatMap((level, index) => {
      const before = levels[index - 1] ?? 0
      return index > 0 && level > before + 1 ? [`h${level} after h${before}`] : []
    })
    const wrong = [...(first === 1 ? [] : [`${first} h1`]), ...gaps.slice(0, 3)]
    if (wrong.length === 0)
      return passed(`One h1 and ${counted(levels.length - 1, 'heading', 'headings')} below it`)
    return finding(first === 0 && gaps.length > 0 ? 0 : 0.5, wrong.join(', '))
  }),

  structure: ofContent(({ blocks, letters }) => {
    if (letters.content < longLetters) return notApplicable(`${letters.content} letters need no dividing`)
    const longest = Math.max(...runsBetweenHeadings(blocks))
    const evidence = `${counted(headingsIn(blocks).length, 'heading', 'headings')}; the longest text without one has ${longest} letters`
    if (longest <= longLetters) return passed(evidence)
    return finding(longest <= 2 * longLetters ? 0.5 : 0, evidence)
  }),

  images: ofContent(({ images }) => {
    if (images.length === 0) return notApplicable('There are no images')
    const without = images.filter(({ alt }) => alt === null).length
    const evidence = `${without} of ${counted(images.length, 'image', 'images')} without an alt attribute`
    return finding(1 - without / images.length, evidence)
  }),

  'page-size': ofContent((_page, { sizeBytes, isCut }) => {
    const size = `${(sizeBytes / 1_048_576).toFixed(2)} MB of HTML`
    if (isCut) return failed(`More than ${size}; only that much was read`)
    return sizeBytes <= 1_048_576 ? passed(size) : partial(size)
  }),

  encoding: ofContent(({ badSigns }) =>
    badSigns === 0
      ? passed('All signs can be read')
      : failed(`${counted(badSigns, 'sign', 'signs')} that cannot be read in the declared encoding`),
  ),
}

const headingsIn = (blocks: readonly Block[]) => blocks.filter(({ kind }) => kind === 'heading')

function runsBetweenHeadings(blocks: readonly Block[]): number[] {
  const runs = [0]
  for (const { kind, letters } of blocks) {
    if (kind === 'heading' || kind === 'summary') runs.push(0)
    else runs.push((runs.pop() ?? 0) + letters)
  }
  return runs
}
