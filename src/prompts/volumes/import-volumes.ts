/**
 * Imports search volumes from CSV: one line per keyword with its prompt (`prompt_id`, or the text in `prompt`) and its
 * searches per month, and optionally the range of queries to AI engines, the intent and the source.
 */
import { z } from 'zod'
import type { Brand } from '../../brands/brands.ts'
import { type Context, transaction } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { recordEvent } from '../../core/events.ts'
import { Line, normalizeName } from '../../core/fields.ts'
import { validationMessage } from '../../core/validation-messages.ts'
import { localize, localizedIssue } from '../../languages/localized.ts'
import { message } from '../../languages/message.ts'
import {
  type CsvColumns,
  type CsvRow,
  normalizeText,
  parseCsvRows,
  rejectionReason,
  tooManyCellsMessage,
} from '../csv.ts'
import { getIntent, intents } from '../keywords.ts'
import { listVolumePrompts, type PromptVolume, saveVolumes, type VolumePrompt } from '../volume-store.ts'

export const VolumeImport = z
  .object({
    updated: z.number().int().describe('Prompts whose volumes were replaced.'),
    rejected: z.array(z.object({ line: z.number().int(), reason: z.string() })),
  })
  .meta({ id: 'VolumeImport' })

const maxLines = 50_000

const columns: CsvColumns = {
  required: ['keyword', 'volume'],
  optional: ['prompt', 'prompt_id', 'ai_volume_low', 'ai_volume_high', 'intent', 'source'],
  aliases: {
    text: 'prompt',
    prompt_text: 'prompt',
    search_volume: 'volume',
    est_ai_volume_low: 'ai_volume_low',
    est_ai_volume_high: 'ai_volume_high',
  },
}

const Volume = z
  .string()
  .regex(/^\d{1,12}$/, { error: localizedIssue(message('prompts.importVolumes.mustBeAWholeNumberWithout')) })
  .transform(Number)

const VolumeLine = z
  .strictObject({
    prompt: z.string().optional(),
    prompt_id: z.uuid().optional(),
    keyword: Line(200),
    volume: Volume.optional(),
    ai_volume_low: Volume.optional(),
    ai_volume_high: Volume.optional(),
    intent: z.enum(intents).optional(),
    source: Line(200).optional(),
  })
  .refine((line) => line.prompt !== undefined || line.prompt_id !== undefined, {
    path: ['prompt'],
    error: localizedIssue(message('prompts.importVolumes.orPromptIdIsRequired')),
  })
  .refine((line) => (line.ai_volume_low === undefined) === (line.ai_volume_high === undefined), {
    path: ['ai_volume_low'],
    error: localizedIssue(message('prompts.importVolumes.requiresAiVolumeHighAndVice')),
  })
  .refine((line) => (line.ai_volume_low ?? 0) <= (line.ai_volume_high ?? 0), {
    path: ['ai_volume_high'],
    error: localizedIssue(message('prompts.importVolumes.mustNotBeLessThanAi')),
  })

type ParsedLine = z.output<typeof VolumeLine>

/** A rejected line does not affect the other lines of its prompt. */
export async function importVolumes(
  ctx: Context,
  brand: Brand,
  text: string,
): Promise<z.input<typeof VolumeImport>> {
  const rows = parseCsvRows(normalizeText(text), columns)
  if (rows.length > maxLines)
    throw new AppError(
      'too_large',
      message('prompts.importVolumes.anImportCanContainAtMost', {
        maxLines,
        length: rows.length,
      }),
    )
  return transaction(ctx, async (tx) => {
    const prompts = byIdAndText(await listVolumePrompts(tx, brand))
    const byPrompt = new Map<VolumePrompt, ParsedLine[]>()
    const rejected: { line: number; reason: string }[] = []
    for (const row of rows) {
      const parsed = parseLine(row, prompts)
      if ('reason' in parsed) rejected.push({ line: row.line, reason: parsed.reason })
      else byPrompt.set(parsed.prompt, [...(byPrompt.get(parsed.prompt) ?? []), parsed.line])
    }
    const volumes = [...byPrompt].map(([prompt, lines]) => getVolume(prompt, lines))
    await saveVolumes(tx, brand.id, volumes)
    if (volumes.length > 0)
      await recordEvent(tx, 'volumes.imported', { brandId: brand.id, data: { prompts: volumes.length } })
    return { updated: volumes.length, rejected }
  })
}

const byIdAndText = (prompts: VolumePrompt[]) =>
  new Map(
    prompts.flatMap((prompt) => [
      [normalizeName(prompt.text), prompt] as const,
      [prompt.id, prompt] as const,
    ]),
  )

function parseLine(
  { fields }: CsvRow,
  prompts: Map<string, VolumePrompt>,
): { prompt: VolumePrompt; line: ParsedLine } | { reason: string } {
  if (fields === null) return { reason: localize(tooManyCellsMessage) }
  const cells = Object.entries(fields).flatMap(([name, value]) =>
    value.trim() === '' ? [] : [[name, value.trim()]],
  )
  const parsed = VolumeLine.safeParse(Object.fromEntries(cells), { error: validationMessage })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { reason: rejectionReason(issue?.path.join('.') || undefined, issue?.message) }
  }
  const { prompt_id, prompt: text = '' } = parsed.data
  const prompt = prompts.get(prompt_id?.toLowerCase() ?? normalizeName(text))
  return prompt
    ? { prompt, line: parsed.data }
    : { reason: localize(message('prompts.importVolumes.theBrandHasNoSuchPrompt')) }
}

function getVolume(prompt: VolumePrompt, lines: ParsedLine[]): PromptVolume {
  const ranges = lines.flatMap(({ ai_volume_low: low, ai_volume_high: high }) =>
    low === undefined || high === undefined ? [] : [{ low, high }],
  )
  const sum = (side: 'low' | 'high') => ranges.reduce((total, range) => total + range[side], 0)
  const [{ intent, source } = { intent: undefined, source: undefined }] = lines
  return {
    promptId: prompt.id,
    intent: intent ?? getIntent(prompt),
    keywords: lines.map(({ keyword, volume = null }) => ({ keyword, volume })),
    ai: ranges.length === 0 ? null : { low: sum('low'), high: sum('high') },
    source: source ?? 'CSV',
    method: message('prompts.importVolumes.asUploadedSearchesPerMonthFor'),
  }
}
