/**
 * The groups of prompts: what a prompt is grouped by is a grouping (topic, tag, persona or market), and each value of it is a group.
 * A prompt belongs to several groups of tags, and its market depends on the country of an answer.
 */
import { promptGroupings } from '../../vocabulary/labels.ts'

export type Grouping = (typeof promptGroupings)[number]

/** The prompts with a value, such as a tag. */
export type Group = { grouping: Grouping; value: string }

/** Returns how stored rows name a group. */
export const getGroupKey = ({ grouping, value }: Group): string => `${grouping}:${value}`

/** Returns the group with this key; null if it is empty, which is all prompts. */
export function parseGroupKey(key: string): Group | null {
  const grouping = promptGroupings.find((each) => key.startsWith(`${each}:`))
  return grouping === undefined ? null : { grouping, value: key.slice(grouping.length + 1) }
}

/** The properties of a prompt that its groups depend on. */
export type GroupedPrompt = {
  topic_id: string | null
  persona_id: string | null
  tags: readonly string[]
  language: string
}

/** The value of a persona, country or language that a prompt does not have. */
export const none = 'none'

/** The values of a prompt and of the country of an answer. */
export const groupValues: Record<Grouping, (prompt: GroupedPrompt, region: string) => readonly string[]> = {
  topic: ({ topic_id }) => (topic_id === null ? [] : [topic_id]),
  tag: ({ tags }) => tags,
  persona: ({ persona_id }) => [persona_id ?? none],
  market: ({ language }, region) => [`${region || none}/${language || none}`],
}

/** Returns the country and the language of a market, each `none` if its prompts have none. */
export function splitMarket(value: string): { region: string; language: string } {
  const [region = none, language = none] = value.split('/')
  return { region, language }
}
