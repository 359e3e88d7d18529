import { formatCount, formatScore } from '../../vocabulary/formats.ts'
import { maxPartPoints, type ScorePart, scoreParts } from '../../vocabulary/opportunities.ts'
import { t } from '../../vocabulary/texts.ts'
import { InfoPopover } from '../ui/InfoPopover.tsx'
import { Section } from '../ui/page/Section.tsx'
import type { GapData, OpportunityDetail, SourceData } from './queries.ts'

/** The components of the score with their maximums. */
export function ScoreSection({ opportunity }: { opportunity: OpportunityDetail }) {
  const { opportunity_score: score, source_data: data } = opportunity
  const { score_parts: parts, volume, volume_detail: detail } = data
  return (
    <Section title={t('opportunities.score.title')}>
      <div className="card p-4">
        <p>
          <span className="text-3xl font-semibold tracking-tight tabular-nums">{formatScore(score)}</span>
          <span className="ml-1.5 text-sm text-muted">{t('opportunities.score.outOf100')}</span>
        </p>
        <dl className="mt-3 space-y-2.5 text-sm">
          {scoreParts.map((key) => (
            <Part
              key={key}
              text={partText(data.kind, key)}
              value={parts[key]}
              most={maxPartPoints(key, parts.volume !== null)}
            />
          ))}
        </dl>
        {volume !== null && detail && (
          <p className="mt-3 border-t border-line pt-3 text-sm text-muted">{volumeText(volume, detail)}</p>
        )}
        {data.kind === 'gap' && data.keywords.length > 0 && <Keywords keywords={data.keywords} />}
      </div>
    </Section>
  )
}

function volumeText(
  volume: number,
  { source, est_ai_volume_low: low, est_ai_volume_high: high }: NonNullable<SourceData['volume_detail']>,
): string {
  return low === null || high === null
    ? t('opportunities.score.volume', { searches: volume, source })
    : t('opportunities.score.volumeWithAi', { searches: volume, source, low, high })
}

type PartText = { label: string; meaning: string }

/** A correction has the same parts as a gap, but three of them measure something else. */
function partText(kind: SourceData['kind'], name: ScorePart): PartText {
  if (kind === 'gap' || name === 'volume' || name === 'intent')
    return { label: t(`labels.scorePart.${name}.label`), meaning: t(`labels.scorePart.${name}.meaning`) }
  return {
    label: t(`labels.correctionPart.${name}.label`),
    meaning: t(`labels.correctionPart.${name}.meaning`),
  }
}

type PartProps = { text: PartText; value: number | null; most: number }

function Part({ text: { label, meaning }, value, most }: PartProps) {
  return (
    <div>
      <dt className="flex items-center gap-1">
        {label}
        <InfoPopover of={label}>
          <p>{meaning}</p>
        </InfoPopover>
        <span className="ml-auto tabular-nums">
          {value === null ? (
            <span className="text-muted">{t('opportunities.score.noSource')}</span>
          ) : (
            <>
              {formatScore(value)}{' '}
              <span className="text-muted">{t('opportunities.score.outOf', { points: most })}</span>
            </>
          )}
        </span>
      </dt>
      <dd aria-hidden className="mt-1 h-1.5 overflow-hidden rounded-full bg-line">
        <div
          className="h-full rounded-full bg-accent"
          style={{ width: `${value === null ? 0 : (100 * value) / most}%` }}
        />
      </dd>
    </div>
  )
}

function Keywords({ keywords }: { keywords: GapData['keywords'] }) {
  return (
    <div className="mt-3 border-t border-line pt-3 text-sm">
      <h3 className="mb-1 text-muted">
        {keywords.some(({ volume }) => volume !== null)
          ? t('opportunities.score.searchVolume')
          : t('opportunities.score.webSearches')}
      </h3>
      <ul className="space-y-1">
        {keywords.map(({ keyword, volume, answers }) => (
          <li key={keyword} className="flex justify-between gap-3">
            <span className="min-w-0 [overflow-wrap:anywhere]">{keyword}</span>
            <span className="shrink-0 tabular-nums text-muted">
              {volume !== null
                ? formatCount(volume)
                : answers !== null && t('opportunities.score.answers', { count: answers })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
