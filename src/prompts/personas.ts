/**
 * A persona is who asks a prompt, such as the owner of a bakery with ten employees. Runs send its instruction before the text of
 * the prompt, and use it for nothing else. It belongs to the wording of a prompt: prompts with the same text and another persona
 * are different prompts, so their answers are counted apart.
 */
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { analysisPool } from '../answers/analysis-pool.ts'
import { getEntities } from '../answers/analyzer.ts'
import type { Brand } from '../brands/brands.ts'
import { trackedEntities } from '../brands/entities.ts'
import { type Context, transaction } from '../core/context.ts'
import { conflict, invalid } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Line, normalizeName, Timestamp } from '../core/fields.ts'
import { newId } from '../core/ids.ts'
import { getRow } from '../core/rows-of-brand.ts'
import type { Personas } from '../db/schema.generated.ts'
import { onUniqueViolation } from '../db/violations.ts'
import { localizedIssue } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { requireRoom } from '../plans/plans.ts'
import { isDirective } from './directives.ts'
import { areAsked } from './prompts.ts'

export type Persona = Selectable<Personas>

export const maxPersonas = 20

/** Accepts several lines. */
const Instruction = z
  .string()
  .transform((text) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim())
  .pipe(
    z
      .string()
      .min(1, { error: localizedIssue(message('common.texts.mustNotBeEmpty')) })
      .max(1_000)
      .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text.replaceAll('\n', '')), {
        error: localizedIssue(message('common.texts.mustNotContainControlCharacters')),
      })
      .refine((text) => !isDirective(text), {
        error: localizedIssue(message('prompts.personas.mustSayWhoAsks')),
      }),
  )

const fields = {
  name: Line(100).describe('Name of the persona, unique within the brand.'),
  instruction: Instruction.describe(
    'What runs send before the text of a prompt, followed by a blank line, such as "I run a bakery with ten employees." It must not name the brand, a competitor or a product, nor tell the engine how to answer. It cannot change once it was asked.',
  ),
}

export const NewPersona = z.strictObject(fields)
export const PersonaPatch = NewPersona.partial()

export const PersonaRecord = z
  .object({
    id: z.uuid().describe('Id of the persona.'),
    name: z.string().describe('Name of the persona.'),
    instruction: z.string().describe('What runs send before the text of a prompt.'),
    named: z
      .array(z.string())
      .describe(
        'Names of the brand, of competitors and of products that the instruction contains because they were added after it: answers repeat them. Empty for most personas.',
      ),
    created_at: Timestamp.describe('When the persona was created.'),
  })
  .meta({ id: 'Persona' })

export const listPersonas = ({ db }: Context, brandId: string): Promise<Persona[]> =>
  db.selectFrom('personas').selectAll().where('brand_id', '=', brandId).orderBy('id').execute()

/** Throws `conflict` for a name that is taken, and when the brand has the maximum number. */
export function createPersona(
  ctx: Context,
  brand: Brand,
  { name, instruction }: z.output<typeof NewPersona>,
): Promise<Persona> {
  const creating = transaction(ctx, async (tx) => {
    await requireRoom(tx, {
      max: maxPersonas,
      count: async () => (await listPersonas(tx, brand.id)).length,
      full: message('prompts.personas.aBrandCanHaveAtMost', { max: maxPersonas }),
    })
    await requireNoNames(tx, brand, instruction)
    const persona = await tx.db
      .insertInto('personas')
      .values({
        brand_id: brand.id,
        id: newId(tx.now().getTime()),
        name,
        normalized_name: normalizeName(name),
        instruction,
        created_at: tx.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordEvent(tx, 'persona.created', { brandId: brand.id, data: { name } })
    return persona
  })
  return onUniqueViolation(creating, nameTaken(name))
}

/** Throws `conflict` for another instruction once a run has sent this one: answers belong to the instruction that was sent. */
export function changePersona(
  ctx: Context,
  brand: Brand,
  id: string,
  change: z.output<typeof PersonaPatch>,
): Promise<Persona> {
  const changing = transaction(ctx, async (tx) => {
    const persona = await getRow(tx, 'personas', brand.id, id, 'update')
    const { name = persona.name, instruction = persona.instruction } = change
    if (instruction !== persona.instruction) {
      await requireNoNames(tx, brand, instruction)
      if (await areAsked(tx, brand.id, sql`prompts.persona_id = ${id}`))
        throw conflict(message('prompts.personas.hasAnswers'))
    }
    const changed = await tx.db
      .updateTable('personas')
      .set({ name, normalized_name: normalizeName(name), instruction })
      .where('brand_id', '=', brand.id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordEvent(tx, 'persona.changed', { brandId: brand.id, data: { name } })
    return changed
  })
  return onUniqueViolation(changing, nameTaken(change.name ?? ''))
}

/** Throws `conflict` while prompts use it, and when answers of deleted prompts belong to it. */
export function deletePersona(ctx: Context, brand: Brand, id: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    // Until the end of the transaction, no prompt can get the persona.
    const { name } = await getRow(tx, 'personas', brand.id, id, 'update')
    const { rows } = await sql`
      select 1 from prompts
      where brand_id = ${brand.id} and persona_id = ${id} and (
        deleted_at is null
        or exists (select 1 from answers where answers.brand_id = ${brand.id} and answers.prompt_id = prompts.id)
      ) limit 1`.execute(tx.db)
    if (rows.length > 0) throw conflict(message('prompts.personas.isInUse'))
    await tx.db
      .updateTable('prompts')
      .set({ persona_id: null })
      .where('brand_id', '=', brand.id)
      .where('persona_id', '=', id)
      .execute()
    await tx.db.deleteFrom('personas').where('brand_id', '=', brand.id).where('id', '=', id).execute()
    await recordEvent(tx, 'persona.deleted', { brandId: brand.id, data: { name } })
  })
}

export async function showPersonas(
  ctx: Context,
  brand: Brand,
  personas: readonly Persona[],
): Promise<z.input<typeof PersonaRecord>[]> {
  const found = await findNames(
    ctx,
    brand,
    personas.map(({ instruction }) => instruction),
  )
  return personas.map((persona, index) => toRecord(persona, found[index] ?? []))
}

export async function showPersona(ctx: Context, brand: Brand, persona: Persona) {
  const [named = []] = await findNames(ctx, brand, [persona.instruction])
  return toRecord(persona, named)
}

const toRecord = (persona: Persona, named: string[]): z.input<typeof PersonaRecord> => ({
  ...persona,
  named,
  created_at: persona.created_at.toISOString(),
})

export const findByName = (personas: readonly Persona[], name: string): Persona | undefined =>
  personas.find(({ normalized_name }) => normalized_name === normalizeName(name))

/** An engine repeats names of its question, so answers would name the brand for this reason. */
async function requireNoNames(ctx: Context, brand: Brand, instruction: string): Promise<void> {
  const [found = []] = await findNames(ctx, brand, [instruction])
  if (found.length > 0) throw invalid('instruction', message('prompts.personas.mustNotNameTheBrand'))
}

/** Returns the names of the brand, competitors and products in each text. */
async function findNames(ctx: Context, brand: Brand, texts: readonly string[]): Promise<string[][]> {
  if (texts.length === 0) return []
  const entities = await trackedEntities(ctx, brand)
  const found = await ctx.use(analysisPool).find(
    ctx.organizationId,
    getEntities(entities),
    texts.map((markdown) => ({ markdown })),
  )
  return found.map((names) => {
    const ids = new Set(names.map(({ id }) => id))
    return entities.filter(({ id }) => ids.has(id)).map(({ name }) => name)
  })
}

const nameTaken = (name: string) => conflict(message('prompts.personas.nameIsAlreadyAPersonaOf', { name }))
