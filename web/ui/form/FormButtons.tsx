import type { ReactNode } from 'react'
import { t } from '../../../vocabulary/texts.ts'
import { Button } from '../Button.tsx'

type FormButtonsProps = { busy: boolean; onCancel(): void; children: ReactNode }

/** The end of a form that can be canceled; the children label the submit button. */
export function FormButtons({ busy, onCancel, children }: FormButtonsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button onClick={onCancel}>{t('ui.cancel')}</Button>
      <Button type="submit" look="primary" busy={busy}>
        {children}
      </Button>
    </div>
  )
}
