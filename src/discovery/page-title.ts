import type { Brand } from '../brands/brands.ts'

/** "Cargo bikes | Norvik" → "Cargo bikes". */
export function removeName(title: string, { name, aliases }: Pick<Brand, 'name' | 'aliases'>): string {
  const own = [name, ...aliases].map((each) => each.toLowerCase())
  const parts = title.split(/\s[|–—·•:-]\s|[｜|]|:\s/)
  const kept = parts.filter((part) => !own.some((each) => part.toLowerCase().includes(each)))
  return (
    parts.length > 1 && kept[0] === parts[0] && kept.length < parts.length ? (kept[0] ?? '') : title
  ).trim()
}
