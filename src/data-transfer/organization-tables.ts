/**
 * Which tables hold what an organization would take along, and why the others stay: what is made out of these, and what
 * is only of use here.
 */

/** Whose rows a table holds is told by its column. */
export type Kept = {
  owner: 'organization_id' | 'brand_id' /** Secrets, and what only we can read. */
  without?: readonly string[]
}

export const exportedTables: Readonly<Record<string, Kept>> = {
  members: { owner: 'organization_id' },
  invitations: { owner: 'organization_id', without: ['token_hash'] },
  api_keys: { owner: 'organization_id', without: ['token_hash'] },
  brands: { owner: 'organization_id' },
  competitors: { owner: 'brand_id' },
  products: { owner: 'brand_id' },
  topics: { owner: 'brand_id' },
  brand_platforms: { owner: 'brand_id' },
  prompts: { owner: 'brand_id' },
  prompt_volumes: { owner: 'brand_id' },
  competitor_suggestions: { owner: 'brand_id' },
  audits: { owner: 'brand_id' },
  ai_files: { owner: 'brand_id' },
  jobs: { owner: 'brand_id' },
  run_plans: { owner: 'brand_id' },
  llm_sentiments: { owner: 'brand_id' },
  opportunities: { owner: 'brand_id' },
  opportunity_changes: { owner: 'brand_id' },
  briefs: { owner: 'brand_id' },
  webhooks: { owner: 'brand_id', without: ['secret'] },
  webhook_deliveries: { owner: 'brand_id' },
  visits: { owner: 'brand_id' },
  crawler_hits: { owner: 'brand_id', without: ['line_hash'] },
  spend: { owner: 'organization_id' },
  events: { owner: 'organization_id' },
}

/** Table → why it is not told as it stands. */
export const excludedTables: Readonly<Record<string, string>> = {
  answers: 'told whole, with their texts and sources, in the form that import takes',
  answer_texts: 'told with their answers',
  answer_citations: 'made out of answers',
  urls: 'made out of answers',
  domains: 'made out of answers',
  shopping_cards: 'made out of answers',
  entity_numbers: 'numbers of our own',
  segments: 'numbers of our own',
  scraper_tasks: 'of use only while a run waits for them',
  prompt_numbers: 'numbers of our own',
  staged_analyses: 'made out of answers',
  staged_unchanged: 'made out of answers',
  name_changes: 'of use only until answers are read again',
  visit_rollups: 'sums',
  recent_visits: 'forgotten within half an hour',
  pixel_sightings: 'seen again with the next visit',
  rollup_rows: 'sums',
  time_buckets: 'sums',
  sources: 'sums',
  source_counts: 'sums',
  prompt_source_counts: 'sums',
  prompt_rollups: 'sums',
  dirty_days: 'sums',
  rollup_states: 'sums',
}
