/**
 * Recorded answers, told again in any vendor's bytes. A recording is a JSON line `{ prompt, answer_markdown,
 * citations?: [{ url, title? }] }`; further fields are left alone. A prompt that was recorded several times is answered
 * with each recording in turn.
 */
import { readFile } from 'node:fs/promises'
import type { Answer, AnswerSource } from './answer.ts'

export type Recordings = ReadonlyMap<string, readonly Answer[]>

/** Throws a sentence naming the line that is not a recording. */
export async function readRecordings(file: string | URL): Promise<Recordings> {
  const lines = (await readFile(file, 'utf8')).split('\n')
  const recordings = lines.flatMap((line, index) =>
    line.trim() === '' ? [] : [recordingOf(line, index + 1)],
  )
  const byPrompt = Map.groupBy(recordings, ({ prompt }) => prompt)
  return new Map([...byPrompt].map(([prompt, group]) => [prompt, group.map(({ answer }) => answer)]))
}

function recordingOf(line: string, number: number): { prompt: string; answer: Answer } {
  const value = parsed(line)
  const prompt = textAt(value, 'prompt')
  const markdown = textAt(value, 'answer_markdown')
  if (prompt === null || markdown === null) {
    throw new Error(`Line ${number} is no recording: it needs a prompt and an answer_markdown`)
  }
  const sources = sourcesOf(fieldOf(value, 'citations'))
  return {
    prompt,
    answer: {
      outcome: markdown === '' ? 'empty' : 'answered',
      segments: [{ text: markdown, cites: sources.map((_, index) => index) }],
      sources,
      searches: sources.length > 0 ? [prompt] : [],
    },
  }
}

function sourcesOf(citations: unknown): AnswerSource[] {
  if (!Array.isArray(citations)) return []
  return citations.flatMap((citation: unknown) => {
    const url = textAt(citation, 'url')
    // What is no address of a page (a bare number, say) could not be sent as a link by any vendor.
    if (url === null || !URL.canParse(url)) return []
    return [
      {
        url,
        title: textAt(citation, 'title') ?? '',
        kind: 'editorial' as const,
        snippet: '',
        publishedOn: null,
      },
    ]
  })
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

function textAt(value: unknown, name: string): string | null {
  const field = fieldOf(value, name)
  return typeof field === 'string' ? field : null
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
