/** The kinds of facts about a brand. */
export const factKinds = [
  'price',
  'plan',
  'founding_year',
  'headquarters',
  'person',
  'feature',
  'compatibility',
  'certification',
  'limit',
  'date',
] as const

export type FactKind = (typeof factKinds)[number]

/** Only approved facts are compared with answers. */
export const factStatuses = ['proposed', 'approved', 'rejected'] as const

export type FactStatus = (typeof factStatuses)[number]

/** What the value of a fact of each kind is. */
export const valueTypes: Record<FactKind, readonly ('number' | 'boolean' | 'string')[]> = {
  price: ['number'],
  plan: ['boolean'],
  founding_year: ['number'],
  headquarters: ['string'],
  person: ['string'],
  feature: ['boolean'],
  compatibility: ['boolean'],
  certification: ['boolean', 'string'],
  limit: ['number'],
  date: ['string'],
}
