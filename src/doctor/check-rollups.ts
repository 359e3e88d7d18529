/** Checks that the rollups match the answers, visits and requests, and the established changes the rollups. */
import { sql } from 'kysely'
import { PARSER_VERSION } from '../answers/parser.ts'
import { type AppContext, systemContext } from '../core/context.ts'
import { verifyChanges } from '../metrics/changes.ts'
import { listDays, readInSnapshot, verify, verifyVisits } from '../metrics/rollups.ts'
import { findWrongSums } from '../traffic/agent-requests.ts'
import { type DoctorCheck, fail, ok, warn } from './check.ts'

type CheckedBrand = { id: string; slug: string; organization_id: string; names_version: number }

/** Days checked per brand, spread over its history, unless all days are requested. */
const sampledDays = 14

export async function checkRollups(
  app: AppContext,
  { allDays }: { allDays: boolean },
): Promise<DoctorCheck[]> {
  const brands = await app.db
    .selectFrom('brands')
    .select(['id', 'slug', 'organization_id', 'names_version'])
    .orderBy('id')
    .execute()
  return [
    await checkRecount(app, brands, allDays),
    await checkVisits(app, brands),
    await checkAgentRequests(app, brands),
    await checkChanges(app, brands),
    await checkAnalyses(app, brands),
  ]
}

async function checkRecount(app: AppContext, brands: CheckedBrand[], allDays: boolean): Promise<DoctorCheck> {
  const id = 'rollups.verify'
  let compared = 0
  for (const brand of brands) {
    const ctx = systemContext(app, brand.organization_id)
    const mismatch = await readInSnapshot(ctx, async (snapshot) => {
      const days = await listDays(snapshot, brand.id)
      const chosen = allDays ? days : sampleEvenly(days, sampledDays)
      compared += chosen.length
      return verify(snapshot, brand.id, chosen)
    })
    if (mismatch)
      return fail(
        id,
        `${brand.slug}, ${mismatch.day}: the rollups of ${mismatch.row} do not match the answers (${mismatch.stored} instead of ${mismatch.counted}).`,
        `Reanalyze the brand's answers, which recomputes the rollups: POST /api/brands/${brand.slug}/reanalyse. This is a bug; please report it.`,
      )
  }
  const { rows } = await sql`select distinct brand_id, day from dirty_days`.execute(app.db)
  const waiting = rows.length === 0 ? '' : ` ${rows.length} further days are being counted.`
  return ok(id, `The rollups of ${brands.length} brands match their answers on ${compared} days.${waiting}`)
}

async function checkVisits(app: AppContext, brands: CheckedBrand[]): Promise<DoctorCheck> {
  const id = 'visits.recount'
  for (const brand of brands) {
    const mismatch = await verifyVisits(systemContext(app, brand.organization_id), brand.id)
    if (mismatch)
      return fail(
        id,
        `${brand.slug}, ${mismatch.start}: the visit rollups do not match the visits (${mismatch.stored} instead of ${mismatch.counted}).`,
        'This is a bug; please report it.',
      )
  }
  return ok(id, `The visit rollups of ${brands.length} brands match their visits.`)
}

async function checkAgentRequests(app: AppContext, brands: CheckedBrand[]): Promise<DoctorCheck> {
  const id = 'agents.recount'
  for (const brand of brands) {
    const start = await findWrongSums(systemContext(app, brand.organization_id), brand.id)
    if (start !== undefined)
      return fail(
        id,
        `${brand.slug}, ${start}: the sums of the requests of AI agents do not match the requests.`,
        'This is a bug; please report it.',
      )
  }
  return ok(id, `The sums of the requests of AI agents of ${brands.length} brands match their requests.`)
}

async function checkChanges(app: AppContext, brands: CheckedBrand[]): Promise<DoctorCheck> {
  const id = 'changes.replay'
  for (const brand of brands) {
    const mismatch = await verifyChanges(systemContext(app, brand.organization_id), brand.id)
    if (mismatch)
      return fail(
        id,
        `${brand.slug}, ${mismatch.series}: the stored changes through ${mismatch.through} do not match the answers.`,
        `Reanalyze the brand's answers, which detects the changes again: POST /api/brands/${brand.slug}/reanalyse. This is a bug; please report it.`,
      )
  }
  return ok(id, `The established changes of ${brands.length} brands match their answers.`)
}

/** Returns at most `max` items at equal distances, including the first and the last. */
function sampleEvenly<T>(items: T[], max: number): T[] {
  if (items.length <= max) return items
  const step = (items.length - 1) / (max - 1)
  return Array.from({ length: max }, (_, index) => items[Math.round(index * step)]).flatMap(
    (item) => item ?? [],
  )
}

async function checkAnalyses(app: AppContext, brands: CheckedBrand[]): Promise<DoctorCheck> {
  const id = 'answers.analyses'
  for (const brand of brands) {
    const { rows } = await sql<{ answers: number }>`
      select count(*)::int as answers from answers
      where brand_id = ${brand.id} and status = 'answered'
        and (names_version, analysis_version) is distinct from (${brand.names_version}::int, ${PARSER_VERSION}::int)
        -- Answers whose text was deleted keep their facts.
        and exists (select 1 from answer_texts where answer_texts.brand_id = answers.brand_id and answer_id = answers.id)
        and not exists (
          select 1 from jobs where brand_id = ${brand.id} and kind = 'reanalyze' and status in ('waiting', 'active')
        )`.execute(app.db)
    const { answers = 0 } = rows[0] ?? {}
    if (answers > 0)
      return warn(
        id,
        `${answers} answers of ${brand.slug} were analyzed with earlier names or an earlier version of the parser.`,
        `Reanalyze them: POST /api/brands/${brand.slug}/reanalyse.`,
      )
  }
  return ok(id, 'Every answer is analyzed with the current names, or scheduled for reanalysis.')
}
