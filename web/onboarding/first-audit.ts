/** The audit of a new brand's site: its home page and pages that it links to. */
export const firstAudit = ({ id, domain }: { id: string; domain: string }) => ({
  brand_id: id,
  url: `https://${domain}/`,
  pages: 10,
})
