export const fileNames = ['llms.txt', 'llms-full.txt', 'brand.json', 'faq.md'] as const
export type FileName = (typeof fileNames)[number]
