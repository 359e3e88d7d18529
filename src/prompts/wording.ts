/** The wording of a prompt, and the hash of it that identifies duplicates. */
import { createHash } from 'node:crypto'
import type { Brand } from '../brands/brands.ts'
import type { Context } from '../core/context.ts'
import { normalizeName } from '../core/fields.ts'

/** What identifies a prompt: answers to another wording are not answers to it. `previous`: the question before. */
export type Wording = {
  text: string
  region?: string | null | undefined
  language?: string | null | undefined
  persona_id?: string | null | undefined
  previous?: { text_hash: Buffer } | undefined
}

/**
 * Returns the key that identifies duplicate prompts: a hash, because an index row cannot hold a long text. The wording of a
 * follow-up includes the questions before it.
 */
export const promptTextHash = ({ text, region, language, persona_id, previous }: Wording): Buffer =>
  createHash('sha256')
    .update(
      [
        normalizeName(text),
        region ?? '',
        language ?? '',
        persona_id ?? '',
        previous?.text_hash.toString('hex') ?? '',
      ].join('\n'),
    )
    .digest()

/** Returns the keys of the prompts of a brand, in base64. */
export async function listTextHashes(ctx: Context, brand: Brand): Promise<Set<string>> {
  const rows = await ctx.db
    .selectFrom('prompts')
    .select('text_hash')
    .where('brand_id', '=', brand.id)
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.map(({ text_hash }) => text_hash.toString('base64')))
}
