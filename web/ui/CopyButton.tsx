import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

/** Copies a long text. Where the browser blocks the clipboard (plain http), shows it for manual copying. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [state, setState] = useState<'copied' | 'blocked' | null>(null)
  const copyText = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      setState('blocked')
    }
  }
  return (
    <>
      <Button size="small" onClick={copyText}>
        {state === 'copied' ? (
          <Check aria-hidden className="size-4" />
        ) : (
          <Copy aria-hidden className="size-4" />
        )}
        {label}
        <span role="status" className="sr-only">
          {state === 'copied' && t('ui.clipboard.copied')}
        </span>
      </Button>
      {state === 'blocked' && (
        <Dialog title={label} onClose={() => setState(null)}>
          <p className="mb-2 text-sm text-muted">{t('ui.clipboard.blocked')}</p>
          <textarea
            aria-label={t('ui.clipboard.text')}
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
