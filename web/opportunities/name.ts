import { t } from '../../vocabulary/texts.ts'
import type { Opportunity } from './queries.ts'

/** Returns what an opportunity is about: its prompt, or the page to correct. */
export function opportunityName({
  correction,
  prompt_text,
}: Pick<Opportunity, 'correction' | 'prompt_text'>): string {
  if (!correction) return prompt_text
  const { title, url } = correction.page
  return t('opportunities.actions.correctPage', { page: title || url.replace(/^https?:\/\//, '') })
}
