/** Generates distinct answers of a typical length for benchmarks. */
import { platforms } from '../../vocabulary/platforms.ts'

export const names =
  'Northwind,Contoso,Fabrikam,Litware,Proseware,Tailspin,Wingtip,Adatum,Trey Research,Blue Yonder,Target'.split(
    ',',
  )

/** A brand that the answers mention, with its competitors. */
export const newBrand = {
  name: names[0] ?? '',
  domain: 'example1.com',
  competitors: names.slice(1).map((name, index) => ({ name, domain: `example${index + 2}.com` })),
}

const days = 90
const prompts = 100

/** Returns the fields of an answer in an import of `count` answers over 90 days, except the answer itself. */
export function importedFields(index: number, count: number) {
  const day = Math.floor((index * days) / count)
  return {
    prompt: `Which project management tool is best for team number ${index % prompts}?`,
    platform: platforms[index % platforms.length],
    answered_at: new Date(Date.UTC(2026, 0, 1 + day, 6) + index).toISOString(),
    model: 'bench-1',
  }
}

/** Returns 7 KB of Markdown with about 25 mentions of five brands. */
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

/** Returns ten of 4,000 URLs on 500 domains. */
export const sourcesAt = (index: number): { url: string; title: string }[] =>
  Array.from({ length: 10 }, (_, position) => ({
    url: `https://www.example${(index * 3 + position) % 500}.com/best-tools-${(index * 11 + position) % 4_000}`,
    title: `The ${position + 5} best tools`,
  }))
