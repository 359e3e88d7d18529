/** Answers about as long as engines give them, for measurements: each with a text of its own. */

export const names =
  'Northwind,Contoso,Fabrikam,Litware,Proseware,Tailspin,Wingtip,Adatum,Trey Research,Blue Yonder,Target'.split(
    ',',
  )

/** 7 KB of markdown that names five brands some 25 times. */
export function markdownAt(index: number): string {
  const name = (offset: number) => names[(index * 7 + offset * 3) % names.length] ?? ''
  const parts = Array.from({ length: 12 }, (_, part) =>
    [
      `### ${part + 1}. **${name(part % 5)}**: best for growing teams (${index})`,
      `Many reviewers prefer **${name(part % 5)}** because its editor is fast, well documented and easy to learn. It isn’t cheap – plans start at $${12 + part} a month – but support is included, and most complaints are about slow syncing on large boards.`,
      `* **Pros:** reliable, generous free tier, works offline, keyboard shortcuts for nearly everything\n* **Cons:** limited reports, no time tracking of its own`,
      `Teams that plan in sprints will miss a burndown chart; for those who only want a shared list of what is to be done next it is more than enough. Prices were checked in the week before this was written.\n`,
    ].join('\n'),
  )
  return parts.join('\n')
}

/** Ten sources, of 500 domains and 4,000 addresses. */
export const sourcesAt = (index: number): { url: string; title: string }[] =>
  Array.from({ length: 10 }, (_, place) => ({
    url: `https://www.example${(index * 3 + place) % 500}.com/best-tools-${(index * 11 + place) % 4_000}`,
    title: `The ${place + 5} best tools`,
  }))
