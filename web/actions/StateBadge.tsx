import type { ActionState } from '../../vocabulary/actions.ts'
import { t } from '../../vocabulary/texts.ts'
import { Badge } from '../ui/Badge.tsx'

const tones = {
  planned: 'plain',
  no_comparison: 'plain',
  running: 'accent',
  up: 'good',
  down: 'bad',
  no_effect_found: 'caution',
} as const satisfies Record<ActionState, string>

/** What is known about the effect of an action. */
export const StateBadge = ({ state }: { state: ActionState }) => (
  <Badge tone={tones[state]}>{t(`actions.states.${state}`)}</Badge>
)
