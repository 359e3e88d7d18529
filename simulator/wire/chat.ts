/** The parts of OpenAI's chat format that OpenRouter, Mistral and compatible servers share. */
import { answerText } from '../answer.ts'
import { at, lastUserText, listAt, streamRefused, textAt } from './request.ts'
import {
  countTokens,
  firstThird,
  type GeneratedAnswer,
  inputTokens,
  type Json,
  type ParsedRequest,
  type Problem,
  UNKNOWN_FINISH,
  UNKNOWN_ITEM,
  unknownToSdk,
} from './wire.ts'

/** Parses a request without a search. */
export function readChat(body: Json): ParsedRequest | Problem {
  const model = textAt(body, 'model')
  const prompt = lastUserText(listAt(body, 'messages'))
  if (!model) return { problem: 'rejected', message: 'model: Field required', param: 'model' }
  if (!prompt) return { problem: 'rejected', message: 'messages: Field required', param: 'messages' }
  const system = listAt(body, 'messages').find((each) => at(each, 'role') === 'system')
  return (
    streamRefused(body) ?? {
      prompt,
      model,
      location: textAt(system, 'content'),
      search: false,
      listPages: false,
    }
  )
}

export type ChatFinish = 'stop' | 'length' | 'content_filter'

/** Returns the reason why the model stopped. */
export function chatFinish({ answer, ending }: GeneratedAnswer): ChatFinish {
  if (ending === 'unknown_finish') return unknownToSdk(UNKNOWN_FINISH)
  if (ending === 'truncated') return 'length'
  return answer.outcome === 'refused' ? 'content_filter' : 'stop'
}

/** Returns the content of the message, `text` unless a fault changes it. */
export function chatContent({ ending }: GeneratedAnswer, text: string): string {
  if (ending === 'unknown_items') return unknownToSdk([{ type: UNKNOWN_ITEM, canvas: {} }])
  return ending === 'truncated' ? firstThird(text) : text
}

export function chatUsage(generated: GeneratedAnswer) {
  const input = inputTokens(generated)
  const output = countTokens(answerText(generated.answer))
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
}
