import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { t } from '../../../vocabulary/texts.ts'
import { isRefreshing } from '../../api.ts'
import { Badge } from '../Badge.tsx'

/** Shown while answers have changed since the numbers on the screen were counted. */
export function Updating() {
  const cache = useQueryClient().getQueryCache()
  const isShown = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => cache.getAll().some((query) => query.isActive() && isRefreshing(query.state.data)),
  )
  return (
    <span role="status" title={isShown ? t('ui.updating.explanation') : undefined}>
      {isShown && <Badge>{t('ui.updating.label')}</Badge>}
    </span>
  )
}
