import { useMutation } from '@tanstack/react-query'
import { FileText, PencilLine, RefreshCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatCount, formatTime } from '../../../vocabulary/formats.ts'
import { briefMethodLabels } from '../../../vocabulary/opportunities.ts'
import { api } from '../../api.ts'
import { useCurrentUser } from '../../session/current-user.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { ExternalLink } from '../../ui/ExternalLink.tsx'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { type OpportunityDetail, useContentRefresh } from '../queries.ts'
import { BriefEditor } from './BriefEditor.tsx'
import { type Brief, briefMarkdown, contentTypeLabel } from './brief.ts'

/** The brief of an opportunity, for its writer. */
export function BriefSection({ opportunity }: { opportunity: OpportunityDetail }) {
  const { id, brief, brief_written_at: writtenAt } = opportunity
  const { mayWrite } = useCurrentUser()
  const refresh = useContentRefresh()
  const [isEditing, setEditing] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const write = useMutation({
    mutationFn: (regenerate: 'true' | 'false') =>
      api('POST /api/content/:id/brief', { params: { id }, query: { regenerate } }),
    onSuccess: async () => {
      await refresh()
      setAsked(false)
    },
  })
  // Regenerating replaces manual edits, so it asks first.
  const regenerate = () => (brief?.method === 'person' ? setAsked(true) : write.mutate('true'))
  return (
    <Section
      title="Brief"
      lead={brief && writtenAt && `${briefMethodLabels[brief.method]}, ${formatTime(writtenAt)}`}
      actions={
        brief &&
        !isEditing && (
          <>
            <CopyButton text={briefMarkdown(brief)} label="Copy as Markdown" />
            {mayWrite && (
              <>
                <Button size="small" onClick={() => setEditing(true)}>
                  <PencilLine aria-hidden className="size-4" />
                  Edit
                </Button>
                <Button size="small" busy={write.isPending} onClick={regenerate}>
                  <RefreshCw aria-hidden className="size-4" />
                  Regenerate
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
          title="Regenerate the brief?"
          action="Regenerate"
          mutation={{ ...write, mutate: () => write.mutate('true') }}
          onClose={() => setAsked(false)}
        >
          This brief has been edited. The new one replaces it here and in deliveries. Copy it first if you
          want to keep it.
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
      title="No brief yet"
      action={
        mayWrite && (
          <Button look="primary" busy={busy} onClick={onGenerate}>
            Generate brief
          </Button>
        )
      }
    >
      A brief says what to write, for which audience, and what the answers are based on. It is generated from
      the data below, or by a language model if one is configured.
    </EmptyState>
  )
}

function BriefText({ brief }: { brief: Brief }) {
  return (
    <div className="px-4 py-5 sm:px-6">
      <h3 className="text-xl font-semibold [overflow-wrap:anywhere]">{brief.title}</h3>
      <p className="mt-1 text-sm text-muted">
        {contentTypeLabel(brief.content_type)}, about {formatCount(brief.target_word_count)} words.{' '}
        {brief.audience}
      </p>
      <div className="mt-5 max-w-[68ch] space-y-5 [overflow-wrap:anywhere]">
        {brief.outline.map(({ heading, key_points }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two sections may have the same heading, and sections are not reordered
          <Part key={index} heading={heading}>
            <Lines lines={key_points} />
          </Part>
        ))}
        <Part heading="Questions to answer">
          <Lines lines={brief.questions_to_answer} />
        </Part>
        <Part heading="Keywords">
          <p>{brief.target_keywords.join(', ')}</p>
        </Part>
        {brief.sources_to_cite.length > 0 && (
          <Part heading="Sources to cite">
            <ul className="list-disc space-y-1 pl-5">
              {brief.sources_to_cite.map((url) => (
                <li key={url}>
                  <ExternalLink href={url}>{url}</ExternalLink>
                </li>
              ))}
            </ul>
          </Part>
        )}
        <Part heading="Competitors">
          <p>{brief.competitor_insights}</p>
        </Part>
        <Part heading="Call to action">
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
  if (lines.length === 0) return <p className="text-muted">–</p>
  return (
    <ul className="list-disc space-y-1 pl-5">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be identical, and lines are not reordered
        <li key={index}>{line}</li>
      ))}
    </ul>
  )
}
