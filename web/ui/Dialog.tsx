import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { classes } from './classes.ts'

/** The browser would focus the Close button, which comes first. A drawer has no fields: its first link gets the focus. */
const firstControl =
  '[data-dialog-body] :is(input, select, textarea, button, a[href]):not(:disabled, [tabindex="-1"], [type="hidden"])'

type DialogProps = {
  title: string
  onClose(): void
  /** `side`: a drawer at the left edge, for navigation. `wide`: in the middle, for tables. */
  place?: 'middle' | 'wide' | 'side'
  children: ReactNode
}

/** The browser's own modal dialog: it traps the focus, closes on Escape and restores the focus. Open while mounted. */
export function Dialog({ title, onClose, place = 'middle', children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>(firstControl)?.focus()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same from the keyboard
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current.close()
      }}
      className={classes(
        'bg-surface text-ink shadow-raised',
        place !== 'side'
          ? classes(
              'm-auto rounded-xl border border-line',
              place === 'wide' ? 'w-[min(48rem,calc(100vw-2rem))]' : 'w-[min(34rem,calc(100vw-2rem))]',
            )
          : 'm-0 h-dvh max-h-none w-[min(18rem,85vw)] border-r border-line',
      )}
    >
      <div className={place === 'side' ? 'flex h-full flex-col p-3' : 'p-5 sm:p-6'}>
        <div className="mb-4 flex items-start justify-between gap-4">
          <h2 id={titleId} className={classes('text-lg font-semibold', place === 'side' && 'px-2.5 pt-1')}>
            {title}
          </h2>
          <button
            type="button"
            aria-label={t('ui.close')}
            onClick={() => dialog.current?.close()}
            className={classes(
              '-m-1.5 rounded-md p-1.5 text-muted hover:bg-sunken',
              place === 'side' && 'm-1',
            )}
          >
            <X aria-hidden className="size-5" />
          </button>
        </div>
        <div data-dialog-body className={classes(place === 'side' && 'flex min-h-0 flex-1 flex-col')}>
          {children}
        </div>
      </div>
    </dialog>
  )
}
