/** The industries of the demo brands, as the API names them. */
export const demoIndustries = ['running-shoes', 'project-management', 'business-banking'] as const

export type DemoIndustry = (typeof demoIndustries)[number]
