/** The table of checks: texts and weights from `checks.json`, each with its function. */

import type { Message } from '../../languages/message.ts'
import type { Check } from '../finding.ts'
import { accessChecks } from './access.ts'
import { answerabilityChecks } from './answerability.ts'
import data from './checks.json' with { type: 'json' }
import { extrasChecks } from './extras.ts'
import { readabilityChecks } from './readability.ts'
import { trustChecks } from './trust.ts'

export const categoryKeys = ['access', 'readability', 'answerability', 'trust', 'extras'] as const
export type CategoryKey = (typeof categoryKeys)[number]
export const bases = ['A', 'B', 'C'] as const
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
  run: Check
}

const functions: Record<string, Check> = {
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
  const [label, why, fix] = [{ text: entry.label }, { text: entry.why }, { text: entry.fix }]
  return { ...entry, cap: entry.cap ?? null, category, basis, label, why, fix, run }
})

export const categories = categoryKeys.map((key) => {
  const entry = data.categories.find((each) => each.key === key)
  if (!entry) throw new Error(`checks.json has no category ${key}`)
  const weight = checks.filter(({ category }) => category === key).reduce((sum, each) => sum + each.weight, 0)
  return { key, label: { text: entry.label }, about: { text: entry.about }, weight }
})
