import { Check } from 'lucide-react'
import { t } from '../../../vocabulary/texts.ts'

/** Confirms a save next to the button, and announces it. */
export function SavedMessage({ isSaved }: { isSaved: boolean }) {
  return (
    <p role="status" className="flex items-center gap-1.5 text-sm font-medium text-good">
      {isSaved && (
        <>
          <Check aria-hidden className="size-4" />
          {t('ui.form.saved')}
        </>
      )}
    </p>
  )
}
