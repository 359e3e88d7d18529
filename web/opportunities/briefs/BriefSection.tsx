import { FileText, PencilLine, RefreshCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatTime, joinFacts, noData } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { api } from '../../api.ts'
import { useCurrentUser } from '../../session/current-user.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { ExternalLink } from '../../ui/ExternalLink.tsx'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { useChange } from '../../useChange.ts'
import type { OpportunityDetail } from '../queries.ts'
import { contentAddresses } from '../queries.ts'
import { BriefEditor } from './BriefEditor.tsx'
import { type Brief, briefMarkdown, contentTypeLabel } from './brief.ts'

/** The brief of an opportunity, for its writer. */
export function BriefSection({ opportunity }: { opportunity: OpportunityDetail }) {
  const { id, brief, brief_written_at: writtenAt } = opportunity
  const { mayWrite } = useCurrentUser()
  const [isEditing, setEditing] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const write = useChange(
    (regenerate: 'true' | 'false') =>
      api('POST /api/content/:id/brief', { params: { id }, query: { regenerate } }),
    contentAddresses,
    () => {
      setAsked(false)
    },
  )
  // Regenerating replaces manual edits, so it asks first.
  const regenerate = () => (brief?.method === 'person' ? setAsked(true) : write.mutate('true'))
  return (
    <Section
      title={t('briefs.brief.title')}
      lead={
        brief &&
        writtenAt &&
        t('briefs.brief.source', {
          method: t(`labels.briefMethod.${brief.method}`),
          writtenAt: formatTime(writtenAt),
        })
      }
      actions={
        brief &&
        !isEditing && (
          <>
            <CopyButton text={briefMarkdown(brief)} label={t('briefs.brief.copyMarkdown')} />
            {mayWrite && (
              <>
                <Button size="small" onClick={() => setEditing(true)}>
                  <PencilLine aria-hidden className="size-4" />
                  {t('briefs.brief.edit')}
                </Button>
                <Button size="small" busy={write.isPending} onClick={regenerate}>
                  <RefreshCw aria-hidden className="size-4" />
                  {t('briefs.brief.regenerate')}
                </Button>
              </>
            )}
          </>
        )
      }
    >
      {!isAsked && <ErrorNotice error={write.error} className="mb-3" />}
      <div className="card">
        {brief === null ? (
          <NoBrief busy={write.isPending} onGenerate={() => write.mutate('false')} />
        ) : isEditing ? (
          <BriefEditor opportunity={opportunity} brief={brief} onClose={() => setEditing(false)} />
        ) : (
          <BriefText brief={brief} />
        )}
      </div>
      {isAsked && (
        <ConfirmDialog
          title={t('briefs.brief.regenerateTitle')}
          action={t('briefs.brief.regenerate')}
          mutation={{ ...write, mutate: () => write.mutate('true') }}
          onClose={() => setAsked(false)}
        >
          {t('briefs.brief.regenerateConsequence')}
        </ConfirmDialog>
      )}
    </Section>
  )
}

function NoBrief({ busy, onGenerate }: { busy: boolean; onGenerate(): void }) {
  const { mayWrite } = useCurrentUser()
  return (
    <EmptyState
      Icon={FileText}
      title={t('briefs.brief.empty')}
      action={
        mayWrite && (
          <Button look="primary" busy={busy} onClick={onGenerate}>
            {t('briefs.brief.generate')}
          </Button>
        )
      }
    >
      {t('briefs.brief.emptyHint')}
    </EmptyState>
  )
}

function BriefText({ brief }: { brief: Brief }) {
  return (
    <div className="px-4 py-5 sm:px-6">
      <h3 className="text-xl font-semibold [overflow-wrap:anywhere]">{brief.title}</h3>
      <p className="mt-1 text-sm text-muted">
        {t('briefs.brief.typeAndLength', {
          type: contentTypeLabel(brief.content_type),
          words: brief.target_word_count,
        })}{' '}
        {brief.audience}
      </p>
      <div className="mt-5 max-w-[68ch] space-y-5 [overflow-wrap:anywhere]">
        {brief.outline.map(({ heading, key_points }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two sections may have the same heading, and sections are not reordered
          <Part key={index} heading={heading}>
            <Lines lines={key_points} />
          </Part>
        ))}
        {brief.questions_to_answer.length > 0 && (
          <Part heading={t('briefs.brief.questions')}>
            <Lines lines={brief.questions_to_answer} />
          </Part>
        )}
        {brief.target_keywords.length > 0 && (
          <Part heading={t('briefs.brief.keywords')}>
            <p>{joinFacts(brief.target_keywords)}</p>
          </Part>
        )}
        {brief.sources_to_cite.length > 0 && (
          <Part heading={t('briefs.brief.sources')}>
            <ul className="list-disc space-y-1 pl-5">
              {brief.sources_to_cite.map((url) => (
                <li key={url}>
                  <ExternalLink href={url}>{url}</ExternalLink>
                </li>
              ))}
            </ul>
          </Part>
        )}
        {brief.competitor_insights !== '' && (
          <Part heading={t('briefs.brief.competitors')}>
            <p>{brief.competitor_insights}</p>
          </Part>
        )}
        <Part heading={t('briefs.brief.callToAction')}>
          <p>{brief.call_to_action}</p>
        </Part>
      </div>
    </div>
  )
}

function Part({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div>
      <h4 className="mb-1 font-semibold">{heading}</h4>
      {children}
    </div>
  )
}

function Lines({ lines }: { lines: string[] }) {
  if (lines.length === 0) return <p className="text-muted">{noData}</p>
  return (
    <ul className="list-disc space-y-1 pl-5">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be identical, and lines are not reordered
        <li key={index}>{line}</li>
      ))}
    </ul>
  )
}
