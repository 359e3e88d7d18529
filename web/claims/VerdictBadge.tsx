import type { Verdict } from '../../vocabulary/claims.ts'
import { t } from '../../vocabulary/texts.ts'
import { Badge } from '../ui/Badge.tsx'

const tones = { right: 'good', wrong: 'bad', outdated: 'caution', not_stated: 'plain' } as const

export const VerdictBadge = ({ verdict }: { verdict: Verdict }) => (
  <Badge tone={tones[verdict]}>{t(`labels.verdict.${verdict}`)}</Badge>
)
