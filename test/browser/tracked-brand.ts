import { post, type Tab } from './dashboard.ts'

export const brandName = 'Northwind Analytics'

/** Creates a brand whose answers contain tables, links and lists, and a prompt with a word too long for a phone. */
export async function makeTrackedBrand(tab: Tab): Promise<{ id: string }> {
  const brand = await post(tab, '/api/brands', {
    name: brandName,
    domain: 'northwind.com',
    competitors: [{ name: 'Contoso', domain: 'contoso.com' }, { name: 'Fabrikam Insights' }],
  })
  const texts = [
    `${brandName} vs Contoso: which is better?`,
    `Is ${brandName} worth the price?`,
    `Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenhersteller: ${brandName}?`,
  ]
  for (const text of texts) await post(tab, '/api/prompts', { brand_id: brand.id, text })
  return brand
}
