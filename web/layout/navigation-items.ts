/** The screens that navigation, command palette and keyboard shortcuts lead to. */
import type { LinkProps } from '@tanstack/react-router'
import {
  Bell,
  Building2,
  ChartNoAxesCombined,
  CircleCheck,
  FileChartColumn,
  FileText,
  Footprints,
  LayoutGrid,
  Lightbulb,
  Link2,
  ListChecks,
  type LucideIcon,
  Mail,
  MessageCircleQuestion,
  MessagesSquare,
  Package,
  RefreshCw,
  ScanSearch,
  ShoppingBag,
  SlidersHorizontal,
  Smile,
  Split,
  Swords,
} from 'lucide-react'
import { t } from '../../vocabulary/texts.ts'

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
  /** In the bar at the bottom of small screens. */
  isMain?: true
  /** Also for clients, who see reports only. */
  isForClients?: true
}

export type Group = { heading: string; items: NavigationItem[] }

type Visible = { slug: string | undefined; isClient: boolean; seesOrganization: boolean }

/** The screens that a person sees: of one brand, if `slug` names it, and of the organization. */
export function getGroups({ slug, isClient, seesOrganization }: Visible): Group[] {
  const groups =
    slug === undefined
      ? [{ heading: t('layout.navigation.manage'), items: organizationItems(seesOrganization) }]
      : brandGroups(seesOrganization)
  if (!isClient) return groups
  return groups
    .map(({ heading, items }) => ({ heading, items: items.filter(({ isForClients }) => isForClients) }))
    .filter(({ items }) => items.length > 0)
}

const organizationItems = (seesOrganization: boolean): NavigationItem[] => [
  {
    label: t('layout.navigation.allBrands'),
    to: '/dashboard',
    Icon: LayoutGrid,
    exact: true,
    isForClients: true,
  },
  seesOrganization
    ? { label: t('layout.navigation.organization'), to: '/dashboard/settings', Icon: Building2 }
    : { label: t('notifications.tabs.digest'), to: '/dashboard/settings/digest', Icon: Mail },
]

const brandGroups = (seesOrganization: boolean): Group[] => [
  {
    heading: t('layout.navigation.measure'),
    items: [
      {
        label: t('layout.navigation.overview'),
        to: '/dashboard/brands/$slug',
        Icon: ChartNoAxesCombined,
        exact: true,
        key: 'o',
        isMain: true,
      },
      {
        label: t('layout.navigation.prompts'),
        to: '/dashboard/brands/$slug/prompts',
        Icon: MessageCircleQuestion,
        key: 'p',
        isMain: true,
      },
      {
        label: t('layout.navigation.answers'),
        to: '/dashboard/brands/$slug/answers',
        Icon: MessagesSquare,
        key: 'a',
      },
      {
        label: t('layout.navigation.competitors'),
        to: '/dashboard/brands/$slug/competitors',
        Icon: Swords,
        key: 'c',
        isMain: true,
      },
      {
        label: t('layout.navigation.sources'),
        to: '/dashboard/brands/$slug/citations',
        Icon: Link2,
        key: 's',
        isMain: true,
      },
      {
        label: t('layout.navigation.searches'),
        to: '/dashboard/brands/$slug/searches',
        Icon: Split,
        key: 'h',
      },
      {
        label: t('layout.navigation.sentiment'),
        to: '/dashboard/brands/$slug/sentiment',
        Icon: Smile,
        key: 'e',
      },
      {
        label: t('layout.navigation.claims'),
        to: '/dashboard/brands/$slug/claims',
        Icon: CircleCheck,
      },
      {
        label: t('layout.navigation.reports'),
        to: '/dashboard/brands/$slug/reports',
        Icon: FileChartColumn,
        key: 'n',
        isForClients: true,
      },
    ],
  },
  {
    heading: t('layout.navigation.commerce'),
    items: [
      { label: t('layout.navigation.shopping'), to: '/dashboard/brands/$slug/shopping', Icon: ShoppingBag },
      { label: t('layout.navigation.products'), to: '/dashboard/brands/$slug/products', Icon: Package },
    ],
  },
  {
    heading: t('layout.navigation.improve'),
    items: [
      { label: t('layout.navigation.alerts'), to: '/dashboard/brands/$slug/alerts', Icon: Bell, key: 'l' },
      {
        label: t('layout.navigation.opportunities'),
        to: '/dashboard/brands/$slug/opportunities',
        Icon: Lightbulb,
        key: 'i',
      },
      { label: t('layout.navigation.actions'), to: '/dashboard/brands/$slug/actions', Icon: ListChecks },
      {
        label: t('layout.navigation.audits'),
        to: '/dashboard/brands/$slug/audits',
        Icon: ScanSearch,
        key: 'u',
      },
      { label: t('layout.navigation.aiFiles'), to: '/dashboard/brands/$slug/ai-files', Icon: FileText },
    ],
  },
  {
    heading: t('layout.navigation.traffic'),
    items: [
      {
        label: t('layout.navigation.aiTraffic'),
        to: '/dashboard/brands/$slug/traffic',
        Icon: Footprints,
        key: 't',
      },
    ],
  },
  {
    heading: t('layout.navigation.manage'),
    items: [
      { label: t('layout.navigation.runs'), to: '/dashboard/brands/$slug/runs', Icon: RefreshCw, key: 'r' },
      {
        label: t('layout.navigation.brandSettings'),
        to: '/dashboard/brands/$slug/settings',
        Icon: SlidersHorizontal,
      },
      ...organizationItems(seesOrganization),
    ],
  },
]
