import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PencilLine, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { formatTime } from '../../vocabulary/formats.ts'
import { api, invalidate } from '../api.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { CopyField } from '../ui/CopyField.tsx'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { AiFileEditor } from './AiFileEditor.tsx'
import { type AiFile, aiFilesQuery } from './queries.ts'

/** One file as it is currently served. */
export function AiFileView({ slug, file }: { slug: string; file: AiFile }) {
  const { mayWrite } = useCurrentUser()
  const [isEditing, setEditing] = useState(false)
  return (
    <div className="card">
      <div className="border-b border-line px-4 pt-4 sm:px-5">
        <CopyField label="URL" value={file.url} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-2.5 sm:px-5">
        <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
          {file.is_edited ? (
            <>
              <Badge tone="caution">Edited manually</Badge>
              {file.updated_at && formatTime(file.updated_at)}
            </>
          ) : (
            <Badge>Auto-generated</Badge>
          )}
          <ExternalLink href={file.url}>View live file</ExternalLink>
        </p>
        {mayWrite && !isEditing && (
          <div className="flex flex-wrap gap-2">
            <Button size="small" onClick={() => setEditing(true)}>
              <PencilLine aria-hidden className="size-4" />
              Edit
            </Button>
            {file.is_edited && <Reset slug={slug} file={file} />}
          </div>
        )}
      </div>
      {isEditing ? (
        <AiFileEditor slug={slug} file={file} onClose={() => setEditing(false)} />
      ) : (
        <Text label={`Contents of ${file.file}`} text={file.text} />
      )}
      {file.is_edited && file.text !== file.generated_text && (
        <details className="border-t border-line text-sm">
          <summary className="px-4 py-2.5 font-medium text-muted hover:text-ink sm:px-5">
            What would be generated now
          </summary>
          <Text label="Generated contents" text={file.generated_text} />
        </details>
      )}
    </div>
  )
}

function Text({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="max-h-144 overflow-auto">
      <pre className="whitespace-pre-wrap px-4 py-4 font-mono text-sm [overflow-wrap:anywhere] sm:px-5">
        {text}
      </pre>
    </section>
  )
}

function Reset({ slug, file: { file } }: { slug: string; file: AiFile }) {
  const queryClient = useQueryClient()
  const reset = useMutation({
    mutationFn: () => api('DELETE /api/brands/:brand/ai-files/:file', { params: { brand: slug, file } }),
    onSuccess: () => invalidate(queryClient, aiFilesQuery(slug).queryKey),
  })
  return (
    <ConfirmButton
      size="small"
      Icon={Undo2}
      label="Reset to generated"
      title={`Reset ${file} to the generated version?`}
      action="Discard edits"
      mutation={reset}
    >
      Your edited text is deleted. The file is then generated from the brand, product and topic settings.
    </ConfirmButton>
  )
}
