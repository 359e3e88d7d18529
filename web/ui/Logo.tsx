import { t } from '../../vocabulary/texts.ts'
import icon from '../icon.svg'

/** `isMark`: the name is for screen readers only. */
export function Logo({ isMark = false }: { isMark?: boolean }) {
  return (
    <span className="flex shrink-0 items-center gap-2.5 text-lg font-semibold tracking-tight">
      <img src={icon} alt="" width={24} height={24} />
      <span className={isMark ? 'sr-only' : ''}>{t('ui.productName')}</span>
    </span>
  )
}
