type Spans = { spans: readonly { start: number }[] }
type Quoted = { response: string | null; mentions: Spans; competitors: readonly Spans[] }

const longest = 240

/** Returns the sentence with the first mention of a competitor, otherwise of the brand, without Markdown. Undefined if it is long. */
export function getQuote({ response, competitors, mentions }: Quoted): string | undefined {
  const others = competitors.flatMap(({ spans }) => spans)
  const at = Math.min(...(others.length > 0 ? others : mentions.spans).map(({ start }) => start))
  if (!response || !Number.isFinite(at)) return undefined
  const sentence = toPlain(getSentence(response, at))
  return sentence !== '' && sentence.length <= longest ? sentence : undefined
}

function getSentence(text: string, at: number): string {
  const before = text.slice(0, at)
  const start = Math.max(before.lastIndexOf('\n'), lastEnd(before))
  const rest = text.slice(at)
  const end = rest.search(/[.!?](?=\s|$)|[。！？]|\n/)
  return text.slice(start + 1, end === -1 ? undefined : at + end + 1)
}

/** Returns the index of the last end of a sentence; a point within a number or name does not end one. */
const lastEnd = (text: string): number =>
  Math.max(...['. ', '! ', '? ', '。', '！', '？'].map((end) => text.lastIndexOf(end)))

const toPlain = (markdown: string): string =>
  markdown
    .replace(/!?\[([^\][]*)\]\([^()]*\)/g, '$1')
    .replace(/\[\d+\]/g, '')
    .replace(/[*_`|]/g, '')
    .replace(/ (?=[.,!?;])/g, '')
    .replace(/^[\s#>•–-]+|^\s*\d+[.)]\s/, '')
    .trim()
