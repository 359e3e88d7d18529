import { useQuery } from '@tanstack/react-query'
import { classes } from '../ui/classes.ts'
import { useBrandColors } from './brand-colors.ts'
import { competitorsQuery } from './queries.ts'
import { useBrand } from './useBrand.ts'

const mostTiles = 7

type BrandTilesProps = {
  /** What to say about each competitor that has a tile with its initial; the others have an empty one. */
  of: readonly { competitor_id: string; text: string }[]
}

/** One tile per tracked competitor, in the same order on every row: its initial in its color, or empty. */
export function BrandTiles({ of }: BrandTilesProps) {
  const { slug } = useBrand()
  const getColor = useBrandColors()
  const { data } = useQuery(competitorsQuery(slug))
  const texts = new Map(of.map(({ competitor_id, text }) => [competitor_id, text]))
  return (
    <ul className="flex gap-1">
      {(data?.items ?? []).slice(0, mostTiles).map(({ id, name }) => {
        const text = texts.get(id)
        return (
          <li
            key={id}
            aria-hidden={text === undefined || undefined}
            title={text}
            className={classes(
              'grid size-5 place-items-center rounded text-xs font-semibold',
              text === undefined ? 'border border-line' : `brand-tile series-${getColor(id) % 8}`,
            )}
          >
            {text !== undefined && (
              <>
                <span aria-hidden>{name.slice(0, 1)}</span>
                <span className="sr-only">{text}</span>
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}
