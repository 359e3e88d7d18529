/** Defines for every database table whether an organization export contains it and, if not, why. */
import type { DB } from '../db/schema.generated.ts'

export type ExportedTable = {
  /** The column that identifies the owner of a row. */
  owner: 'organization_id' | 'brand_id'
  /** Columns with secrets or internal data. */
  omit?: readonly string[]
}

/** `excluded` is the reason why the rows are not exported as they are. */
type TableRule = ExportedTable | { excluded: string }

const tableRules = {
  members: { owner: 'organization_id' },
  invitations: { owner: 'organization_id', omit: ['token_hash', 'emailed_token_hash'] },
  api_keys: { owner: 'organization_id', omit: ['token_hash'] },
  oauth_grants: { owner: 'organization_id' },
  brands: { owner: 'organization_id' },
  competitors: { owner: 'brand_id' },
  products: { owner: 'brand_id' },
  topics: { owner: 'brand_id' },
  notes: { owner: 'brand_id' },
  brand_platforms: { owner: 'brand_id' },
  prompts: { owner: 'brand_id' },
  saved_views: { owner: 'brand_id' },
  prompt_volumes: { owner: 'brand_id' },
  competitor_suggestions: { owner: 'brand_id' },
  site_audits: { owner: 'brand_id' },
  ai_files: { owner: 'brand_id' },
  jobs: { owner: 'brand_id' },
  run_plans: { owner: 'brand_id' },
  llm_sentiments: { owner: 'brand_id' },
  sentiment_corrections: { owner: 'brand_id' },
  opportunities: { owner: 'brand_id' },
  opportunity_changes: { owner: 'brand_id' },
  briefs: { owner: 'brand_id' },
  alert_rules: { owner: 'brand_id' },
  alerts: { owner: 'brand_id' },
  visits: { owner: 'brand_id' },
  crawler_hits: { owner: 'brand_id', omit: ['line_hash'] },
  reports: { owner: 'organization_id' },
  share_links: { owner: 'organization_id', omit: ['token_hash', 'password_hash'] },
  report_branding: { owner: 'organization_id' },
  report_schedules: { owner: 'organization_id' },
  report_templates: { owner: 'organization_id' },
  engine_keys: { owner: 'organization_id', omit: ['credentials'] },
  spend: { owner: 'organization_id' },
  notifications: { owner: 'organization_id' },
  inbox_items: { owner: 'organization_id' },
  channels: { owner: 'organization_id', omit: ['url', 'secret', 'previous_secret'] },
  deliveries: { owner: 'organization_id' },
  confirmed_recipients: { owner: 'organization_id' },
  digests: { owner: 'organization_id' },
  audit_log: { owner: 'organization_id' },
  answers: { excluded: 'exported with texts and sources in the import format' },
  report_pdfs: { excluded: 'printed from the report' },
  report_answers: { excluded: 'ids of answers, which are exported as a whole' },
  answer_texts: { excluded: 'exported with answers' },
  answer_citations: { excluded: 'derived from answers' },
  urls: { excluded: 'derived from answers' },
  domains: { excluded: 'derived from answers' },
  shopping_cards: { excluded: 'derived from answers' },
  entity_numbers: { excluded: 'internal numbering' },
  segments: { excluded: 'internal numbering' },
  scraper_tasks: { excluded: 'used only during a run' },
  prompt_numbers: { excluded: 'internal numbering' },
  staged_analyses: { excluded: 'derived from answers' },
  staged_unchanged: { excluded: 'derived from answers' },
  name_changes: { excluded: 'used only until the next reanalysis' },
  visit_rollups: { excluded: 'rollups' },
  recent_visits: { excluded: 'deleted within half an hour' },
  pixel_sightings: { excluded: 'restored by the next visit' },
  sources: { excluded: 'rollups' },
  answer_days: { excluded: 'rollups' },
  dirty_days: { excluded: 'rollups' },
  rollup_states: { excluded: 'rollups' },
  change_evaluations: { excluded: 'derived from answers' },
  change_log: { excluded: 'derived from answers' },
  change_states: { excluded: 'derived from answers' },
  change_topics: { excluded: 'derived from answers' },
  prompt_tests: { excluded: 'derived from answers' },
  alert_states: { excluded: 'restored by the next evaluation' },
  organizations: { excluded: 'exported separately, without billing data' },
  users: { excluded: 'exported separately, with name and email' },
  sessions: { excluded: 'credentials' },
  email_links: { excluded: 'credentials' },
  oauth_records: { excluded: 'credentials' },
  mail_counts: { excluded: 'belongs to the installation' },
  rate_limit_counts: { excluded: 'belongs to the installation' },
  engine_limit_users: { excluded: 'belongs to the installation' },
  deleted_organizations: { excluded: 'belongs to the installation' },
  leases: { excluded: 'work in progress' },
  sign_in_attempts: { excluded: 'belongs to the installation' },
  failing_timers: { excluded: 'belongs to the installation' },
  health_checks: { excluded: 'belongs to the installation' },
  scraper_callbacks: { excluded: 'used only during a run' },
  migrations: { excluded: 'belongs to the installation' },
} satisfies Record<keyof DB, TableRule>

const isExported = (entry: [string, TableRule]): entry is [string, ExportedTable] => 'owner' in entry[1]

export const exportedTables: readonly [string, ExportedTable][] =
  Object.entries<TableRule>(tableRules).filter(isExported)
