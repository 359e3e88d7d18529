import { t } from '../../../vocabulary/texts.ts'
import { Button } from '../Button.tsx'

type MoreButtonProps = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }

/** Loads the next page of a list. */
export function LoadMoreButton({ hasNextPage, isFetchingNextPage, fetchNextPage }: MoreButtonProps) {
  if (!hasNextPage) return null
  return (
    <div className="mt-3 flex justify-center print:hidden">
      <Button size="small" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
        {isFetchingNextPage ? t('ui.table.loadingMore') : t('ui.table.showMore')}
      </Button>
    </div>
  )
}
