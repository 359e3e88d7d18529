/** The screens that navigation, command palette and keyboard shortcuts lead to. */
import type { LinkProps } from '@tanstack/react-router'
import {
  Bell,
  Building2,
  ChartNoAxesCombined,
  FileChartColumn,
  FileText,
  Footprints,
  LayoutGrid,
  Lightbulb,
  Link2,
  type LucideIcon,
  MessageCircleQuestion,
  MessagesSquare,
  Package,
  RefreshCw,
  ScanSearch,
  ShoppingBag,
  SlidersHorizontal,
  Smile,
  Swords,
} from 'lucide-react'
import { copy } from './copy.ts'

export type NavigationItem = {
  label: string
  to: NonNullable<LinkProps['to']>
  Icon: LucideIcon
  /** Prefix of the addresses of its subpages, where it differs from its own. */
  within?: string
  /** Only this exact address is active. */
  exact?: boolean
  /** The key that opens it after “g”. */
  key?: string
}

export type Group = { heading: string; items: NavigationItem[] }

const { navigation: labels } = copy

/** The screens of the organization. */
export const organizationItems: NavigationItem[] = [
  { label: labels.allBrands, to: '/dashboard', Icon: LayoutGrid, exact: true },
  { label: labels.organization, to: '/dashboard/settings', Icon: Building2 },
]

/** The screens of one brand, and those of the organization. */
export const brandGroups: Group[] = [
  {
    heading: labels.measure,
    items: [
      {
        label: labels.overview,
        to: '/dashboard/brands/$slug',
        Icon: ChartNoAxesCombined,
        exact: true,
        key: 'o',
      },
      { label: labels.prompts, to: '/dashboard/brands/$slug/prompts', Icon: MessageCircleQuestion, key: 'p' },
      { label: labels.answers, to: '/dashboard/brands/$slug/answers', Icon: MessagesSquare, key: 'a' },
      { label: labels.competitors, to: '/dashboard/brands/$slug/competitors', Icon: Swords, key: 'c' },
      { label: labels.sources, to: '/dashboard/brands/$slug/citations', Icon: Link2, key: 's' },
      { label: labels.sentiment, to: '/dashboard/brands/$slug/sentiment', Icon: Smile, key: 'e' },
      { label: labels.reports, to: '/dashboard/brands/$slug/reports', Icon: FileChartColumn, key: 'n' },
    ],
  },
  {
    heading: labels.commerce,
    items: [
      { label: labels.shopping, to: '/dashboard/brands/$slug/shopping', Icon: ShoppingBag },
      { label: labels.products, to: '/dashboard/brands/$slug/products', Icon: Package },
    ],
  },
  {
    heading: labels.improve,
    items: [
      { label: labels.alerts, to: '/dashboard/brands/$slug/alerts', Icon: Bell, key: 'l' },
      { label: labels.opportunities, to: '/dashboard/brands/$slug/opportunities', Icon: Lightbulb, key: 'i' },
      { label: labels.audits, to: '/dashboard/brands/$slug/audits', Icon: ScanSearch, key: 'u' },
      { label: labels.aiFiles, to: '/dashboard/brands/$slug/ai-files', Icon: FileText },
    ],
  },
  {
    heading: labels.traffic,
    items: [{ label: labels.aiTraffic, to: '/dashboard/brands/$slug/traffic', Icon: Footprints, key: 't' }],
  },
  {
    heading: labels.manage,
    items: [
      { label: labels.runs, to: '/dashboard/brands/$slug/runs', Icon: RefreshCw, key: 'r' },
      { label: labels.brandSettings, to: '/dashboard/brands/$slug/settings', Icon: SlidersHorizontal },
      ...organizationItems,
    ],
  },
]
