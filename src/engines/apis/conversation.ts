/** The turns of a conversation as the vendors' APIs take them. The service sends all of them, so no vendor stores any. */
import type { Query } from '../engine.ts'

/** Returns the questions and answers before the prompt, and the prompt. */
export const toMessages = ({ conversation = [], prompt }: Pick<Query, 'conversation' | 'prompt'>) => [
  ...conversation.flatMap(({ question, answer }) => [
    { role: 'user' as const, content: question },
    { role: 'assistant' as const, content: answer },
  ]),
  { role: 'user' as const, content: prompt },
]
