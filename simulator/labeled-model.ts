/**
 * A language model that classifies the sentiment of labeled texts, with the mistakes of real models: replies that are not
 * JSON, missing names, invented quotes, wrong labels, and obedience to instructions inside a text. The same request gets the
 * same reply.
 */
import { random } from './seeded-random.ts'

/** How a text portrays a name. `quote` is a passage of the text. */
export type TextLabel = { markdown: string; name: string; label: string; quote: string }

/** The share of the replies, or of the names, with each mistake. */
export type MistakeRates = {
  brokenJson: number
  missingName: number
  inventedQuote: number
  wrongLabel: number
}

export const usualMistakes: MistakeRates = {
  brokenJson: 0.05,
  missingName: 0.03,
  inventedQuote: 0.03,
  wrongLabel: 0.06,
}

/** What a text that addresses the model contains. */
const injection = /ignore (?:all|any|the) (?:previous|other) instructions/i
const remindsOfJson = /Your last reply was not the JSON object/

/** Returns the reply to the user message of a request; null if it is not about sentiment. */
export function labeledModel(labels: readonly TextLabel[], seed: number, mistakes = usualMistakes) {
  const byText = Map.groupBy(labels, ({ markdown }) => markdown)
  return (message: string): string | null => {
    const texts = textsIn(message)
    if (texts.length === 0) return null
    const isBroken = random(seed, 'broken', message).chance(mistakes.brokenJson)
    if (isBroken && !remindsOfJson.test(message)) return 'Sure! Here is the sentiment: Acme is positive.'
    const classifications = texts.flatMap(({ number, names, markdown }) =>
      names.flatMap(({ entity, name }) => {
        const chance = random(seed, markdown, name)
        if (chance.chance(mistakes.missingName)) return []
        const known = byText.get(markdown)?.find((each) => each.name === name)
        const isWrong = chance.chance(mistakes.wrongLabel)
        const label = injection.test(markdown)
          ? 'positive'
          : isWrong
            ? 'neutral'
            : (known?.label ?? 'neutral')
        const quote = chance.chance(mistakes.inventedQuote)
          ? `Everybody agrees about ${name}.`
          : (known?.quote ?? markdown.slice(0, 100))
        return [{ text: number, entity, label, quote }]
      }),
    )
    return JSON.stringify({ classifications })
  }
}

type NamedText = { number: number; names: { entity: number; name: string }[]; markdown: string }

function textsIn(message: string): NamedText[] {
  const parts = message.matchAll(
    /Text (\d+)\. Entities:\n(.*)\n\nThe text, between two lines that say (text-\w+):\n\3\n([\s\S]*?)\n\3/g,
  )
  return Array.from(parts, ([, number = '', names = '[]', , markdown = '']) => ({
    number: Number(number),
    names: JSON.parse(names),
    markdown,
  }))
}
