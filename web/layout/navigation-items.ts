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
import type { MessageId } from '../../vocabulary/catalogs/messages.generated.ts'
import { t } from '../../vocabulary/texts.ts'

export type NavigationItem = {
  label: string
  to: NonNullable<LinkProps['to']>
  Icon: LucideIcon
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

type Label = MessageId extends infer Id
  ? Id extends `layout.navigation.${infer Name}`
    ? Name
    : never
  : never

type ItemOptions = Omit<NavigationItem, 'label' | 'to' | 'Icon'>

const item = (
  label: Label,
  to: NavigationItem['to'],
  Icon: LucideIcon,
  options: ItemOptions = {},
): NavigationItem => ({ label: t(`layout.navigation.${label}`), to, Icon, ...options })

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
  item('allBrands', '/dashboard', LayoutGrid, { exact: true, isForClients: true }),
  seesOrganization
    ? item('organization', '/dashboard/settings', Building2)
    : { label: t('notifications.tabs.digest'), to: '/dashboard/settings/digest', Icon: Mail },
]

const brandGroups = (seesOrganization: boolean): Group[] => [
  {
    heading: t('layout.navigation.measure'),
    items: [
      item('overview', '/dashboard/brands/$slug', ChartNoAxesCombined, {
        exact: true,
        key: 'o',
        isMain: true,
      }),
      item('prompts', '/dashboard/brands/$slug/prompts', MessageCircleQuestion, { key: 'p', isMain: true }),
      item('answers', '/dashboard/brands/$slug/answers', MessagesSquare, { key: 'a' }),
      item('competitors', '/dashboard/brands/$slug/competitors', Swords, { key: 'c', isMain: true }),
      item('sources', '/dashboard/brands/$slug/citations', Link2, { key: 's', isMain: true }),
      item('searches', '/dashboard/brands/$slug/searches', Split, { key: 'h' }),
      item('sentiment', '/dashboard/brands/$slug/sentiment', Smile, { key: 'e' }),
      item('claims', '/dashboard/brands/$slug/claims', CircleCheck),
      item('reports', '/dashboard/brands/$slug/reports', FileChartColumn, { key: 'n', isForClients: true }),
    ],
  },
  {
    heading: t('layout.navigation.commerce'),
    items: [
      item('shopping', '/dashboard/brands/$slug/shopping', ShoppingBag),
      item('products', '/dashboard/brands/$slug/products', Package),
    ],
  },
  {
    heading: t('layout.navigation.improve'),
    items: [
      item('alerts', '/dashboard/brands/$slug/alerts', Bell, { key: 'l' }),
      item('opportunities', '/dashboard/brands/$slug/opportunities', Lightbulb, { key: 'i' }),
      item('actions', '/dashboard/brands/$slug/actions', ListChecks),
      item('audits', '/dashboard/brands/$slug/audits', ScanSearch, { key: 'u' }),
      item('aiFiles', '/dashboard/brands/$slug/ai-files', FileText),
    ],
  },
  {
    heading: t('layout.navigation.traffic'),
    items: [item('aiTraffic', '/dashboard/brands/$slug/traffic', Footprints, { key: 't' })],
  },
  {
    heading: t('layout.navigation.manage'),
    items: [
      item('runs', '/dashboard/brands/$slug/runs', RefreshCw, { key: 'r' }),
      item('brandSettings', '/dashboard/brands/$slug/settings', SlidersHorizontal),
      ...organizationItems(seesOrganization),
    ],
  },
]
