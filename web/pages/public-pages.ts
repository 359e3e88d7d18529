/** Pages outside of the dashboard. */
import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import {
  emailLinkQuery,
  loadAccount,
  loadConsent,
  loadInvitation,
  loadStatus,
  serviceStatus,
  signInSearch,
  visitQuery,
} from '../accounts/queries.ts'
import { auditQuery } from '../audits/queries.ts'
import { brandingQuery, sharedReportQuery } from '../reports/queries.ts'
import { page, root } from './layouts.tsx'

const signIn = () => import('../accounts/SignInPage.tsx')

export const publicPages = [
  createRoute({
    ...page(root, '/', signIn, 'SignInPage'),
    validateSearch: signInSearch,
    loader: ({ context }) => loadStatus(context.queryClient),
  }),
  createRoute({
    ...page(root, '/sign-in', signIn, 'SignInPage'),
    validateSearch: signInSearch,
    loader: ({ context }) => loadStatus(context.queryClient),
  }),
  createRoute({
    ...page(
      root,
      '/forgot-password',
      () => import('../accounts/ForgotPasswordPage.tsx'),
      'ForgotPasswordPage',
    ),
    loader: ({ context }) => context.queryClient.ensureQueryData(serviceStatus),
  }),
  createRoute({
    ...page(root, '/link/$token', () => import('../accounts/LinkPage.tsx'), 'LinkPage'),
    loader: ({ context, params }) => context.queryClient.ensureQueryData(emailLinkQuery(params.token)),
    errorComponent: lazy(() => import('../accounts/LinkError.tsx'), 'LinkError'),
  }),
  createRoute({
    ...page(root, '/account', () => import('../accounts/own-account/AccountPage.tsx'), 'AccountPage'),
    loader: ({ context }) => loadAccount(context.queryClient),
  }),
  createRoute({
    ...page(root, '/oauth/consent/$uid', () => import('../accounts/ConsentPage.tsx'), 'ConsentPage'),
    loader: ({ context, params }) => loadConsent(context.queryClient, params.uid),
    errorComponent: lazy(() => import('../accounts/ConsentError.tsx'), 'ConsentError'),
  }),
  createRoute({
    ...page(root, '/sso/callback/$provider', () => import('../accounts/VisitPage.tsx'), 'VisitPage'),
    loader: ({ context, params, location }) =>
      context.queryClient.ensureQueryData(visitQuery(params.provider, location.searchStr.slice(1))),
    errorComponent: lazy(() => import('../accounts/VisitError.tsx'), 'VisitError'),
  }),
  createRoute(
    page(
      root,
      '/connections/google/callback',
      () => import('../traffic/ConnectionCallback.tsx'),
      'ConnectionCallback',
    ),
  ),
  createRoute({
    ...page(root, '/invite/$token', () => import('../accounts/InvitationPage.tsx'), 'InvitationPage'),
    loader: ({ context, params }) => loadInvitation(context.queryClient, params.token),
    errorComponent: lazy(() => import('../accounts/InvitationError.tsx'), 'InvitationError'),
  }),
  createRoute(
    page(
      root,
      '/confirm-address/$token',
      () => import('../notifications/ConfirmAddressPage.tsx'),
      'ConfirmAddressPage',
    ),
  ),
  createRoute(
    page(
      root,
      '/unsubscribe/$token',
      () => import('../notifications/UnsubscribePage.tsx'),
      'UnsubscribePage',
    ),
  ),
  createRoute({
    ...page(root, '/share/$token', () => import('../reports/SharedReportPage.tsx'), 'SharedReportPage'),
    loader: ({ context, params }) => context.queryClient.ensureQueryData(sharedReportQuery(params.token)),
    errorComponent: lazy(() => import('../reports/SharedReportError.tsx'), 'SharedReportError'),
  }),
  // Only the service opens it, to print it.
  createRoute({
    ...page(root, '/print/audits/$id', () => import('../audits/AuditPrintPage.tsx'), 'AuditPrintPage'),
    loader: async ({ context: { queryClient }, params }) => {
      await queryClient.ensureQueryData(auditQuery(params.id))
      await queryClient.ensureQueryData(brandingQuery(null))
    },
  }),
] as const
