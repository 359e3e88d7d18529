/**
 * Recorded answers, replayed in any vendor's format. A recording is a JSON line `{ prompt, answer_markdown, citations?:
 * [{ url, title? }] }`; other fields are ignored. Several recordings of a prompt are used in turn.
 */
import { readFile } from 'node:fs/promises'
import type { Answer, AnswerSource } from './answer.ts'

export type Recordings = ReadonlyMap<string, readonly Answer[]>

/** Throws an error that names the invalid line. */
export async function readRecordings(file: string | URL): Promise<Recordings> {
  const lines = (await readFile(file, 'utf8')).split('\n')
  const recordings = lines.flatMap((line, index) =>
    line.trim() === '' ? [] : [parseRecording(line, index + 1)],
  )
  const byPrompt = Map.groupBy(recordings, ({ prompt }) => prompt)
  return new Map([...byPrompt].map(([prompt, group]) => [prompt, group.map(({ answer }) => answer)]))
}

function parseRecording(line: string, number: number): { prompt: string; answer: Answer } {
  const value = parseJson(line)
  const prompt = readText(value, 'prompt')
  const markdown = readText(value, 'answer_markdown')
  if (prompt === null || markdown === null) {
    throw new Error(`Line ${number} is not a recording: prompt and answer_markdown are required`)
  }
  const sources = parseSources(readField(value, 'citations'))
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

function parseSources(citations: unknown): AnswerSource[] {
  if (!Array.isArray(citations)) return []
  return citations.flatMap((citation: unknown) => {
    const url = readText(citation, 'url')
    // Vendor formats cannot contain an invalid URL.
    if (url === null || !URL.canParse(url)) return []
    return [
      {
        url,
        title: readText(citation, 'title') ?? '',
        kind: 'editorial' as const,
        snippet: '',
        publishedOn: null,
      },
    ]
  })
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

function readText(value: unknown, name: string): string | null {
  const field = readField(value, name)
  return typeof field === 'string' ? field : null
}

function readField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
