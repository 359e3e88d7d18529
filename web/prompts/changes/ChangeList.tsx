import { Link } from '@tanstack/react-router'
import { formatList, formatScore } from '../../../vocabulary/formats.ts'
import { platformLabels } from '../../../vocabulary/platforms.ts'
import { t } from '../../../vocabulary/texts.ts'
import { useBrandColors } from '../../brands/brand-colors.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { Badge } from '../../ui/Badge.tsx'
import { classes } from '../../ui/classes.ts'
import { Dot } from '../../ui/Dot.tsx'
import { PeriodMark } from '../../ui/PeriodMark.tsx'
import { type ChangedPrompt, getScores } from './prompt-leaders.ts'

type ChangeListProps = {
  prompts: readonly ChangedPrompt[]
  chosen: string
  /** Prompts with the same leader, and those that passed between competitors. */
  kept: number
  others: number
}

/** The lost prompts by the competitor that leads now, then the won ones by the competitor that led before. */
export function ChangeList({ prompts, chosen, kept, others }: ChangeListProps) {
  const { brand } = useBrand()
  const scale = getScale(prompts)
  return (
    <section aria-label={t('promptChanges.list.label')} className="card min-w-0">
      <p aria-hidden className="flex flex-wrap justify-end gap-x-3 px-4 pt-2 text-xs text-muted">
        <span className="flex items-center gap-1.5">
          <Dot color={0} /> {brand.name}
        </span>
        <KeyDot fill="none">{t('promptChanges.pairs.before')}</KeyDot>
        <KeyDot fill="currentColor">{t('promptChanges.pairs.now')}</KeyDot>
      </p>
      {(['lost', 'won'] as const).map((outcome) =>
        [
          ...Map.groupBy(
            prompts.filter((prompt) => prompt.outcome === outcome),
            ({ competitor }) => competitor.competitor_id,
          ).values(),
        ]
          .toSorted((a, b) => b.length - a.length)
          .map((group) => (
            <Group
              key={`${outcome} ${group[0]?.competitor.competitor_id}`}
              {...{ group, outcome, chosen, scale }}
            />
          )),
      )}
      <p className="border-t border-line px-4 py-2.5 text-sm text-muted">
        {t('promptChanges.list.others', { kept, others })}
      </p>
    </section>
  )
}

const KeyDot = ({ fill, children }: { fill: string; children: string }) => (
  <span className="flex items-center gap-1.5">
    <svg aria-hidden viewBox="0 0 8 8" className="size-2 stroke-current">
      <circle cx="4" cy="4" r="3" fill={fill} />
    </svg>
    {children}
  </span>
)

type Scale = (score: number | null) => number
type GroupProps = {
  group: readonly ChangedPrompt[]
  outcome: 'lost' | 'won'
  chosen: string
  scale: Scale
}

function Group({ group, outcome, chosen, scale }: GroupProps) {
  const getColor = useBrandColors()
  const [first] = group
  if (!first) return null
  const values = { name: first.competitor.name }
  return (
    <>
      <h2 className="flex items-center gap-2 px-4 pb-2 pt-3 text-sm font-semibold">
        <Dot color={getColor(first.competitor.competitor_id)} />
        {outcome === 'lost' ? t('promptChanges.list.lost', values) : t('promptChanges.list.won', values)}
        <Badge tone={outcome === 'lost' ? 'bad' : 'good'}>{group.length}</Badge>
      </h2>
      <ul className="divide-y divide-line border-t border-line">
        {group.map((prompt) => (
          <li key={prompt.prompt_id} data-row>
            <Row prompt={prompt} isChosen={prompt.prompt_id === chosen} scale={scale} />
          </li>
        ))}
      </ul>
    </>
  )
}

type RowProps = { prompt: ChangedPrompt; isChosen: boolean; scale: Scale }

function Row({ prompt, isChosen, scale }: RowProps) {
  const { brand: own, competitor, platforms, prompt_id, prompt_text, change } = prompt
  const { brand } = useBrand()
  const getColor = useBrandColors()
  return (
    <Link
      to="."
      search={(old: Record<string, unknown>) => ({ ...old, prompt: prompt_id })}
      resetScroll={false}
      aria-current={isChosen || undefined}
      className={classes(
        'grid grid-cols-[minmax(0,1fr)_auto_3rem] items-center gap-x-3 px-4 py-2.5 text-sm',
        isChosen ? 'bg-accent-soft' : 'hover:bg-sunken',
      )}
    >
      <span className="min-w-0">
        <span className="block font-medium [overflow-wrap:anywhere]">{prompt_text}</span>
        <span className="block text-xs text-muted">
          {formatList(platforms.map((platform) => platformLabels[platform]))}
        </span>
      </span>
      <svg
        role="img"
        aria-label={t('promptChanges.list.scores', getScores(prompt, brand.name))}
        viewBox={`0 0 ${width} 28`}
        className="w-28"
      >
        <Dumbbell of={own} y={9} color={0} scale={scale} />
        <Dumbbell of={competitor} y={20} color={getColor(competitor.competitor_id)} scale={scale} />
      </svg>
      <span className="text-right tabular-nums">
        <span className="block font-medium">{formatScore(own.score)}</span>
        <PeriodMark change={change} />
      </span>
    </Link>
  )
}

const width = 120
const margin = 6

/** The scores of the list span the width. */
function getScale(prompts: readonly ChangedPrompt[]): Scale {
  const scores = prompts
    .flatMap(({ brand, competitor }) => [brand, competitor])
    .flatMap(({ previous_score, score }) => [previous_score ?? 0, score ?? 0])
  const low = Math.min(...scores)
  const range = Math.max(1, Math.max(...scores) - low)
  return (score) => margin + (((score ?? low) - low) / range) * (width - 2 * margin)
}

type DumbbellProps = { of: ChangedPrompt['brand']; y: number; color: number; scale: Scale }

/** A hollow dot before, a filled one now. */
function Dumbbell({ of: { previous_score, score }, y, color, scale }: DumbbellProps) {
  const [before, now] = [scale(previous_score), scale(score)]
  return (
    <g className={`series-${color % 8}`} strokeWidth="1.5">
      <line x1={before} x2={now} y1={y} y2={y} />
      <circle cx={before} cy={y} r="3" className="fill-surface" />
      <circle cx={now} cy={y} r="3" className="series-fill" />
    </g>
  )
}
