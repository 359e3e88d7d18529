import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

/** Copies a long text. Where the browser blocks the clipboard (plain http), shows it for manual copying. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [state, setState] = useState<'copied' | 'shut' | null>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      setState('shut')
    }
  }
  return (
    <>
      <Button size="small" onClick={copy}>
        {state === 'copied' ? (
          <Check aria-hidden className="size-4" />
        ) : (
          <Copy aria-hidden className="size-4" />
        )}
        {label}
        <span role="status" className="sr-only">
          {state === 'copied' && 'Copied'}
        </span>
      </Button>
      {state === 'shut' && (
        <Dialog title={label} onClose={() => setState(null)}>
          <p className="mb-2 text-sm text-muted">
            Clipboard access is blocked by the browser. Press Ctrl+C to copy.
          </p>
          <textarea
            aria-label="The text"
            readOnly
            rows={14}
            value={text}
            ref={(area) => area?.select()}
            className="control font-mono text-sm"
          />
        </Dialog>
      )}
    </>
  )
}
