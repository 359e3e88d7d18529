/** Approved facts of a demo brand, and sentences that some of its answers have about them. */
import { random } from '../../simulator/seeded-random.ts'
import type { Brand } from '../brands/brands.ts'
import { insertFacts } from '../claims/change-facts.ts'
import { listFacts, NewFact } from '../claims/facts.ts'
import { type Context, transaction } from '../core/context.ts'
import facts from './facts.json' with { type: 'json' }

type Entry = { facts: object[]; sentences: string[] }

const entries: Partial<Record<string, Entry>> = facts

export async function fillFacts(ctx: Context, brand: Brand, industry: string): Promise<void> {
  if ((await listFacts(ctx, brand.id)).length > 0) return
  const inputs = (entries[industry]?.facts ?? []).map((fact) => NewFact.parse(fact))
  if (inputs.length > 0) await transaction(ctx, (tx) => insertFacts(tx, brand, inputs))
}

const share = 0.2

/** Adds a sentence about a fact to some answers that name the brand. */
export function addStatement(
  markdown: string,
  brand: Brand,
  { seed, key }: { seed: number; key: string },
): string {
  const sentences = Object.values(entries).flatMap((entry) =>
    (entry?.sentences ?? []).filter((sentence) => sentence.includes(brand.name)),
  )
  const draw = random(seed, 'demo claims', key)
  if (sentences.length === 0 || !markdown.includes(brand.name) || !draw.chance(share)) return markdown
  return `${markdown}\n\n${draw.pick(sentences)}`
}
