import { Check, Copy } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { Button } from './Button.tsx'
import { hasLocalUrl } from './local-url.ts'
import { Notice } from './Notice.tsx'

/** A text to copy. Where the browser blocks the clipboard (plain http), selects it instead. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<'copied' | 'selected' | null>(null)
  const copyText = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setState('copied')
    } catch {
      input.current?.select()
      setState('selected')
    }
  }
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          ref={input}
          id={id}
          readOnly
          value={value}
          onFocus={(event) => event.currentTarget.select()}
          className="control min-w-0 font-mono text-sm"
        />
        <Button onClick={copyText}>
          {state === 'copied' ? (
            <Check aria-hidden className="size-4" />
          ) : (
            <Copy aria-hidden className="size-4" />
          )}
          {t('ui.clipboard.copy')}
        </Button>
      </div>
      <p role="status" className="mt-1 min-h-5 text-sm text-muted">
        {state && t(`ui.clipboard.${state}`)}
      </p>
      {hasLocalUrl(value) && <Notice tone="caution">{t('ui.localUrl')}</Notice>}
    </div>
  )
}
