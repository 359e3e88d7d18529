import icon from '../icon.svg'
import { copy } from './copy.ts'

export function Logo() {
  return (
    <span className="flex items-center gap-2.5 text-lg font-semibold tracking-tight">
      <img src={icon} alt="" width={24} height={24} />
      {copy.productName}
    </span>
  )
}
