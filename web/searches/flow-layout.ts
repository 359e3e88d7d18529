/** Places the boxes and ribbons of the chart from a prompt to sources. Pure. */

export const height = 280
const gap = 8
/** The smallest box has room for its text. */
const minBox = 26

type Search = {
  search: string
  results: number
  own_cited: number
  citations: { own: number; competitor: number; other: number }
}

const owners = ['own', 'competitor', 'other'] as const
type Owner = (typeof owners)[number]

/** From the left edge to the right one, `size` thick at both. */
export type Ribbon = { key: string; from: number; to: number; size: number; isOwn: boolean }

type Flow<S> = {
  /** The bar of the prompt. */
  start: { y: number; size: number }
  boxes: { search: S; y: number; size: number }[]
  /** The bars of the owners of sites; `label` is the middle of their text. */
  ends: { owner: Owner; y: number; size: number; label: number }[]
  left: Ribbon[]
  right: Ribbon[]
}

/** The thickness is the number of answers with the search. On the right, it is divided like the citations of these answers. */
export function getFlow<S extends Search>(searches: readonly S[]): Flow<S> {
  const results = searches.reduce((sum, search) => sum + search.results, 0)
  const room = height - gap * (searches.length - 1)
  const scale = getScale(
    searches.map((search) => search.results),
    room,
  )
  const sizes = searches.map((search) => scale * search.results)
  const boxes = stack(sizes.map((size) => Math.max(minBox, size)))
  const total = scale * results
  const start = { y: (height - total) / 2, size: total }
  const parts = searches.map((search, index) => divide(search.citations, sizes[index] ?? 0))
  const endSizes = owners.map((owner) => parts.reduce((sum, part) => sum + part[owner], 0))
  const endGap = (height - endSizes.reduce((sum, size) => sum + size, 0)) / (owners.length - 1)
  const labels = getLabels(endSizes, endGap)
  const ends = owners.map((owner, index) => {
    const y = endSizes.slice(0, index).reduce((sum, size) => sum + size + endGap, 0)
    return { owner, y, size: endSizes[index] ?? 0, label: labels[index] ?? 0 }
  })
  const left: Ribbon[] = []
  const right: Ribbon[] = []
  let from = start.y
  const filled = ends.map(({ y }) => y)
  for (const [index, { search }] of searches.entries()) {
    const [box, size] = [boxes[index], sizes[index] ?? 0]
    if (!box) continue
    const top = box.y + (box.size - size) / 2
    left.push({ key: search, from, to: top, size, isOwn: false })
    from += size
    let at = top
    for (const [end, owner] of owners.entries()) {
      const thickness = parts[index]?.[owner] ?? 0
      if (thickness === 0) continue
      const to = filled[end] ?? 0
      right.push({ key: `${search} ${owner}`, from: at, to, size: thickness, isOwn: owner === 'own' })
      filled[end] = to + thickness
      at += thickness
    }
  }
  return {
    start,
    boxes: searches.map((search, index) => ({ search, ...(boxes[index] ?? { y: 0, size: 0 }) })),
    ends,
    left,
    right,
  }
}

/** A text of three lines. */
const labelHeight = 60

/** The middle of each bar, moved so that no text overlaps the one before or leaves the chart. */
function getLabels(sizes: readonly number[], between: number): number[] {
  let [y, free] = [0, labelHeight / 2]
  return sizes.map((size, index) => {
    const last = height - labelHeight / 2 - labelHeight * (sizes.length - 1 - index)
    const label = Math.min(last, Math.max(free, y + size / 2))
    y += size + between
    free = label + labelHeight
    return label
  })
}

/** The largest scale at which all boxes fit, of which small ones are higher than their ribbon. */
function getScale(results: readonly number[], room: number): number {
  const large = results.toSorted((a, b) => b - a)
  for (let count = large.length; count > 0; count -= 1) {
    const sum = large.slice(0, count).reduce((all, each) => all + each, 0)
    const scale = (room - minBox * (large.length - count)) / sum
    if (scale * (large[count - 1] ?? 0) >= minBox || count === 1) return Math.max(0, scale)
  }
  return 0
}

function stack(sizes: readonly number[]): { y: number; size: number }[] {
  let y = 0
  return sizes.map((size) => {
    const placed = { y, size }
    y += size + gap
    return placed
  })
}

function divide(citations: Search['citations'], size: number): Record<Owner, number> {
  const all = citations.own + citations.competitor + citations.other
  const part = (owner: Owner) => (all === 0 ? 0 : (size * citations[owner]) / all)
  return { own: part('own'), competitor: part('competitor'), other: part('other') }
}
