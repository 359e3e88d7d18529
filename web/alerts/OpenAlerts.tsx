import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import { t } from '../../vocabulary/texts.ts'
import { useBrand } from '../brands/useBrand.ts'
import { buttonClasses } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { countedAlerts, openAlerts } from './queries.ts'

/** The number of open alerts, as a link to them; nothing without any, and on phones, where they would take the space of the chart. */
export function OpenAlerts() {
  const { slug, filter } = useBrand()
  const { data } = useQuery(openAlerts(slug))
  const count = data?.items.length ?? 0
  if (count === 0) return null
  const shown = count > countedAlerts ? `${countedAlerts}+` : String(count)
  return (
    <Link
      to="/dashboard/brands/$slug/alerts"
      params={{ slug }}
      search={filter}
      className={classes(buttonClasses('secondary'), 'max-sm:hidden')}
    >
      <Bell aria-hidden className="size-4" />
      {t('alerts.overview.open', { count: shown, isOne: count === 1 })}
    </Link>
  )
}
