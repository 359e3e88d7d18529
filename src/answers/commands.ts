import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { z } from 'zod'
import type { Command } from '../core/command.ts'
import { validationMessage } from '../core/validation-messages.ts'
import { createParser, parseAnswer } from './parser.ts'
import { maxLineBytes, splitLines } from './split-lines.ts'

const ReadLine = z.looseObject({
  id: z.union([z.string(), z.number()]),
  answer_markdown: z.string(),
  prompt: z.string().optional(),
  language: z.string().nullish(),
  citations: z
    .array(z.looseObject({ url: z.string(), title: z.string().nullish(), retrieved: z.boolean().optional() }))
    .default([]),
  entities: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string().min(1),
      aliases: z.array(z.string()).default([]),
      domain: z.string().nullish(),
      case_sensitive: z.boolean().nullish(),
      exclude_phrases: z.array(z.string()).default([]),
    }),
  ),
})

export const parseCommands: Record<string, Command> = {
  read: {
    summary:
      'Parse answers without a database. Reads JSON Lines and prints the mentions, citations and sentiment of each answer.',
    options: {},
    positionals: '[file|-]',
    run: async ({ positionals: [file = '-'] }) => {
      let number = 0
      for await (const bytes of splitLines(file === '-' ? process.stdin : createReadStream(file))) {
        number += 1
        if (bytes === null) throw new Error(`Line ${number} is longer than ${maxLineBytes / 1024 ** 2} MB.`)
        const line = bytes.toString()
        if (line.trim() !== '') await print(readLine(line, number))
      }
    },
  },
}

function readLine(line: string, number: number): unknown {
  const { id, answer_markdown: markdown, prompt, language, citations, entities } = parseLine(line, number)
  const parsed = parseAnswer(
    {
      markdown,
      citations: citations.map(({ url, title, retrieved }) => ({
        url,
        title: title ?? null,
        cited: retrieved !== true,
      })),
      language: language ?? null,
      ...(prompt !== undefined && { prompt }),
    },
    createParser(
      entities.map(({ domain, case_sensitive, ...entity }) => ({
        ...entity,
        domains: domain ? [domain] : [],
        case_sensitive: case_sensitive ?? null,
      })),
    ),
  )
  return {
    id,
    entities: parsed.entities.map(
      ({ id: entityId, mentioned, count, rank, spans, ownCitations, sentiment }) => ({
        id: entityId,
        mentioned,
        count,
        rank,
        spans: spans.map(({ start, end }) => ({ start, end })),
        own_citations: ownCitations,
        sentiment: sentiment && {
          label: sentiment.label,
          confidence: sentiment.confidence,
          method: sentiment.method,
        },
      }),
    ),
  }
}

function parseLine(line: string, number: number): z.output<typeof ReadLine> {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new Error(`Line ${number} is not valid JSON.`)
  }
  const parsed = ReadLine.safeParse(value, { error: validationMessage })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(
    `Line ${number}: ${issue?.path.join('.') || 'the line'} ${issue?.message ?? 'is not valid'}.`,
  )
}

async function print(value: unknown): Promise<void> {
  if (!process.stdout.write(`${JSON.stringify(value)}\n`)) await once(process.stdout, 'drain')
}
