import { t } from '../../vocabulary/texts.ts'
import icon from '../icon.svg'

export function Logo() {
  return (
    <span className="flex items-center gap-2.5 text-lg font-semibold tracking-tight">
      <img src={icon} alt="" width={24} height={24} />
      {t('ui.productName')}
    </span>
  )
}
