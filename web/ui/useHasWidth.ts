import { useSyncExternalStore } from 'react'

/** Whether the window is at least this wide. Phones do not render what they do not show. */
export function useHasWidth(width: '40rem' | '64rem'): boolean {
  const query = `(min-width: ${width})`
  return useSyncExternalStore(
    (notify) => {
      const media = matchMedia(query)
      media.addEventListener('change', notify)
      return () => media.removeEventListener('change', notify)
    },
    () => matchMedia(query).matches,
  )
}
