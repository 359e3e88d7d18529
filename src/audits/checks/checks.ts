/** The table of checks: weights from `checks.json`, each with its function. */

import { bases } from '../../../vocabulary/audits.ts'
import { type Message, message } from '../../languages/message.ts'
import type { PageCheck } from '../finding.ts'
import { accessChecks } from './access.ts'
import { answerabilityChecks } from './answerability.ts'
import data from './checks.json' with { type: 'json' }
import { extrasChecks } from './extras.ts'
import { readabilityChecks } from './readability.ts'
import { trustChecks } from './trust.ts'

export const categoryKeys = ['access', 'readability', 'answerability', 'trust', 'extras'] as const
export type CategoryKey = (typeof categoryKeys)[number]
type Basis = (typeof bases)[number]

export type CheckEntry = {
  key: string
  category: CategoryKey
  label: Message
  /** Points out of 100; checks with 0 are not scored. */
  weight: number
  /** The whole score is at most this when the check fails. */
  cap: number | null
  basis: Basis
  why: Message
  fix: Message
  run: PageCheck
}

const functions: Record<string, PageCheck> = {
  ...accessChecks,
  ...readabilityChecks,
  ...answerabilityChecks,
  ...trustChecks,
  ...extrasChecks,
}

export const checks: readonly CheckEntry[] = data.checks.map((entry) => {
  const run = functions[entry.key]
  const category = categoryKeys.find((key) => key === entry.category)
  const basis = bases.find((key) => key === entry.basis)
  if (!run || !category || !basis) throw new Error(`checks.json: ${entry.key} is not a check`)
  return {
    ...entry,
    cap: entry.cap ?? null,
    category,
    basis,
    label: { id: `audits.check.${entry.key}.label` },
    why: { id: `audits.check.${entry.key}.why` },
    fix: { id: `audits.check.${entry.key}.fix` },
    run,
  }
})

export const categories = categoryKeys.map((key) => {
  const weight = checks.filter(({ category }) => category === key).reduce((sum, each) => sum + each.weight, 0)
  return {
    key,
    label: message(`audits.category.${key}.label`),
    about: message(`audits.category.${key}.about`),
    weight,
  }
})
