import { t } from '../../../vocabulary/texts.ts'
import { Button } from '../Button.tsx'

type ShowMoreProps = {
  /** A paginated list. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
}

export function ShowMore({ list }: ShowMoreProps) {
  if (!list.hasNextPage) return null
  return (
    <div className="mt-4 flex justify-center">
      <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {t('ui.table.showMore')}
      </Button>
    </div>
  )
}
