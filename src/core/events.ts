/** Events of the audit log, written in the transaction of the change they describe. */
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { auditSubscription } from '../../vocabulary/notifications.ts'
import { message } from '../languages/message.ts'
import type { Context } from './context.ts'
import { newId } from './ids.ts'

export const eventKinds = {
  'organization.created': message('core.events.anOrganizationWasCreated'),
  'organization.changed': message('core.events.organizationSettingsWereChanged'),
  'organization.exported': message('core.events.allDataOfTheOrganizationWas'),
  'plan.changed': message('core.events.anOrganizationSPlanWasChanged'),
  'user.signed_in': message('core.events.aUserSignedIn'),
  'user.sign_in_failed': message('core.events.someoneTriedToSignInWith'),
  'user.signed_out': message('core.events.aUserSignedOut'),
  'user.email_changed': message('core.events.aUserSAddressWasChanged'),
  'user.deleted': message('core.events.aUserDeletedTheirAccount'),
  'identity.added': message('core.events.identityAdded'),
  'identity.removed': message('core.events.identityRemoved'),
  'sso.changed': message('core.events.ssoChanged'),
  'sso.deleted': message('core.events.ssoDeleted'),
  'sso.bypassed': message('core.events.ssoBypassed'),
  'sso_domain.added': message('core.events.ssoDomainAdded'),
  'sso_domain.verified': message('core.events.ssoDomainVerified'),
  'sso_domain.missing': message('core.events.ssoDomainMissing'),
  'sso_domain.lost': message('core.events.ssoDomainLost'),
  'sso_domain.deleted': message('core.events.ssoDomainDeleted'),
  'sso_rule.added': message('core.events.ssoRuleAdded'),
  'sso_rule.moved': message('core.events.ssoRuleMoved'),
  'sso_rule.deleted': message('core.events.ssoRuleDeleted'),
  'password.changed': message('core.events.aUserSPasswordWasChanged'),
  'factor.added': message('core.events.aSecondFactorWasAdded'),
  'factor.removed': message('core.events.aSecondFactorWasRemoved'),
  'passkey.renamed': message('core.events.aPasskeyWasRenamed'),
  'recovery_codes.created': message('core.events.newRecoveryCodesWereCreated'),
  'recovery_code.used': message('core.events.aRecoveryCodeWasUsed'),
  'member.joined': message('core.events.aUserAcceptedAnInvitation'),
  'member.changed': message('core.events.aMemberSRoleOrBrand'),
  'member.removed': message('core.events.aMemberWasRemoved'),
  'invitation.created': message('core.events.aUserWasInvited'),
  'invitation.revoked': message('core.events.anInvitationWasRevoked'),
  'api_key.created': message('core.events.anAPIKeyWasCreated'),
  'audit_log.exported': message('core.events.theAuditLogWasExported'),
  'api_key.rotated': message('core.events.anAPIKeyWasRotated'),
  'api_key.revoked': message('core.events.anAPIKeyWasRevoked'),
  'grant.created': message('core.events.anAppWasConnected'),
  'grant.revoked': message('core.events.aConnectedAppWasRemoved'),
  'service_account.created': message('core.events.aServiceAccountWasCreated'),
  'service_account.changed': message('core.events.aServiceAccountWasChanged'),
  'service_account.deleted': message('core.events.aServiceAccountWasDeleted'),
  'brand.created': message('core.events.aBrandWasCreated'),
  'brand.changed': message('core.events.aBrandWasChanged'),
  'brand.deleted': message('core.events.aBrandWasDeletedWithAll'),
  'platform.tested': message('core.events.aPlatformWasTestedWithOne'),
  'engine_key.changed': message('core.events.anEngineKeyWasChanged'),
  'engine_key.deleted': message('core.events.anEngineKeyOfTheOrganization'),
  'engine_key.tested': message('core.events.anEngineKeyWasTestedWith'),
  'retention.changed': message('core.events.theRetentionPeriodsOfTheOrganization'),
  'retention.applied': message('core.events.dataOlderThanItsRetentionPeriod'),
  'reanalysis.requested': message('core.events.aReanalysisOfTheStoredAnswers'),
  'sentiment.method_changed': message('core.events.theSentimentMethodWasChanged'),
  'claims.method_changed': message('core.events.claimsMethodChanged'),
  'sentiment.corrected': message('core.events.theSentimentOfAnAnswerWasCorrected'),
  'platforms.changed': message('core.events.aBrandSPlatformsWereChanged'),
  'competitor.created': message('core.events.aCompetitorWasAdded'),
  'competitor.changed': message('core.events.aCompetitorWasChanged'),
  'competitor.deleted': message('core.events.aCompetitorWasRemoved'),
  'candidate.accepted': message('core.events.aSuggestedCompetitorWasAccepted'),
  'candidate.dismissed': message('core.events.aSuggestedCompetitorWasDismissed'),
  'candidate.restored': message('core.events.aDismissedSuggestionWasRestored'),
  'product.created': message('core.events.aProductWasAdded'),
  'product.changed': message('core.events.aProductWasChanged'),
  'product.deleted': message('core.events.aProductWasRemoved'),
  'topic.created': message('core.events.aTopicWasAdded'),
  'topic.changed': message('core.events.aTopicWasChanged'),
  'topic.deleted': message('core.events.aTopicWasRemoved'),
  'persona.created': message('core.events.aPersonaWasAdded'),
  'persona.changed': message('core.events.aPersonaWasChanged'),
  'persona.deleted': message('core.events.aPersonaWasRemoved'),
  'fact.created': message('core.events.factCreated'),
  'fact.changed': message('core.events.factChanged'),
  'fact.deleted': message('core.events.factDeleted'),
  'facts.decided': message('core.events.factsDecided'),
  'facts.proposed': message('core.events.factsProposed'),
  'facts.imported': message('core.events.factsImported'),
  'claim.corrected': message('core.events.claimCorrected'),
  'note.created': message('core.events.aNoteWasAddedToThe'),
  'note.changed': message('core.events.aNoteWasChanged'),
  'note.deleted': message('core.events.aNoteOnTheTrendCharts'),
  'alert_rule.created': message('core.events.anAlertRuleWasAdded'),
  'alert_rule.changed': message('core.events.anAlertRuleWasChangedMuted'),
  'alert_rule.deleted': message('core.events.anAlertRuleWasRemoved'),
  'prompt.created': message('core.events.aPromptWasAdded'),
  'prompt.changed': message('core.events.aPromptWasChanged'),
  'prompt.deleted': message('core.events.aPromptWasRemoved'),
  'prompts.changed': message('core.events.severalPromptsWereChangedAtOnce'),
  'prompts.deleted': message('core.events.severalPromptsWereRemovedAtOnce'),
  'prompt_frequencies.changed': message('core.events.promptFrequenciesChanged'),
  'prompt_frequencies.restored': message('core.events.promptFrequenciesRestored'),
  'prompts.imported': message('core.events.promptsWereImported'),
  'suggestions.requested': message('core.events.suggestionsWereRequestedFromALanguage'),
  'volumes.requested': message('core.events.searchVolumesOfPromptsWereRequested'),
  'keywords.deleted': message('core.events.keywordsDeleted'),
  'keywords.uploaded': message('core.events.keywordsUploaded'),
  'volumes.imported': message('core.events.searchVolumesOfPromptsWereImported'),
  'answers.imported': message('core.events.pastAnswersWereImported'),
  'opportunities.generated': message('core.events.opportunitiesWereCreatedUpdatedOrClosed'),
  'opportunity.created': message('core.events.anOpportunityWasCreatedForA'),
  'opportunity.edited': message('core.events.theOwnerDueDateOrComment'),
  'outreach.edited': message('core.events.theOutreachToASource'),
  'cited_pages.requested': message('core.events.citedPagesRequested'),
  'opportunity.changed': message('core.events.theStatusOfAnOpportunityWas'),
  'action.created': message('core.events.actionCreated'),
  'action.changed': message('core.events.actionChanged'),
  'action.deleted': message('core.events.actionDeleted'),
  'action.dismissed': message('core.events.actionProposalDismissed'),
  'opportunity.sent': message('core.events.anOpportunityWasDeliveredToA'),
  'opportunity.not_sent': message('core.events.aWebhookDidNotAcceptAn'),
  'brief.written': message('core.events.aBriefWasWrittenForAn'),
  'brief.edited': message('core.events.theBriefOfAnOpportunityWas'),
  'channel.created': message('core.events.aNotificationChannelWasAdded'),
  'channel.changed': message('core.events.aNotificationChannelWasChanged'),
  'channel.deleted': message('core.events.aNotificationChannelWasRemoved'),
  'channel.tested': message('core.events.aTestWasSentToAChannel'),
  'channel.recipient_confirmed': message('core.events.aRecipientOfANotificationChannel'),
  'channel.resent': message('core.events.aFailedDeliveryToANotification'),
  'callbacks.revoked': message('core.events.allCallbackURLsOfABrand'),
  'logs.imported': message('core.events.requestsOfAIAgentsWereImported'),
  'file.imported': message('core.events.fileImported'),
  'file.deleted': message('core.events.fileDeleted'),
  'prompt_candidate.decided': message('core.events.promptCandidateDecided'),
  'log_source.created': message('core.events.aLogSourceWasAdded'),
  'log_source.changed': message('core.events.aLogSourceWasChanged'),
  'log_source.deleted': message('core.events.aLogSourceWasRemoved'),
  'connection.created': message('core.events.connectionCreated'),
  'connection.changed': message('core.events.connectionChanged'),
  'connection.deleted': message('core.events.connectionDeleted'),
  'goal.created': message('core.events.aGoalWasAdded'),
  'goal.changed': message('core.events.aGoalWasChanged'),
  'goal.deleted': message('core.events.aGoalWasRemoved'),
  'run.requested': message('core.events.aTrackingRunWasRequested'),
  'audit.requested': message('core.events.aSiteAuditWasRequested'),
  'ai_file.changed': message('core.events.theTextOfAHostedFile'),
  'ai_file.reset': message('core.events.aHostedFileWasResetTo'),
  'ai_files.moved': message('core.events.hostedFilesGotANewURL'),
  'report.created': message('core.events.aReportWasCreated'),
  'report.changed': message('core.events.theTextsOrSectionsOfA'),
  'report.published': message('core.events.aReportWasPublishedAndCan'),
  'report.deleted': message('core.events.aReportWasDeletedWithIts'),
  'report.downloaded': message('core.events.aReportWasDownloadedAsA'),
  'report_branding.changed': message('core.events.theNameColorOrLogoOn'),
  'report_template.saved': message('core.events.theSectionsOfAReportWere'),
  'report_template.deleted': message('core.events.aTemplateOfReportsWasDeleted'),
  'report_schedule.created': message('core.events.aReportWasScheduled'),
  'report_schedule.deleted': message('core.events.aScheduledReportWasRemoved'),
  'share_link.created': message('core.events.aLinkToAReportWasCreated'),
  'share_link.revoked': message('core.events.aLinkToAReportWas'),
  'job.cancelled': message('core.events.aJobWasCancelledARun'),
} as const

export type EventKind = keyof typeof eventKinds

/** Writes an event, and a delivery of it for each channel that receives the audit log. */
export async function recordEvent(
  tx: Context,
  kind: EventKind,
  details: { brandId?: string; data?: Record<string, string | number | boolean | null | string[]> } = {},
): Promise<void> {
  const id = newId(tx.now().getTime())
  await tx.db
    .insertInto('audit_log')
    .values({
      organization_id: tx.organizationId,
      id,
      kind,
      ...(await actorColumns(tx)),
      brand_id: details.brandId ?? null,
      data: JSON.stringify(details.data ?? {}),
      request_id: tx.request?.id ?? null,
      address_hash: addressHash(tx),
      created_at: tx.now(),
    })
    .execute()
  await insertAuditDeliveries(tx, id)
}

/** The worker of deliveries runs every minute, so nothing wakes it. */
async function insertAuditDeliveries(tx: Context, entryId: string): Promise<void> {
  const channels = await tx.db
    .selectFrom('channels')
    .select('id')
    .where('organization_id', '=', tx.organizationId)
    .where('is_active', '=', true)
    .where(sql<boolean>`${auditSubscription} = any(notification_kinds)`)
    .execute()
  if (channels.length === 0) return
  const now = tx.now()
  await tx.db
    .insertInto('deliveries')
    .values(
      channels.map(({ id }) => ({
        organization_id: tx.organizationId,
        id: newId(now.getTime()),
        channel_id: id,
        audit_entry_id: entryId,
        next_attempt_at: now,
        created_at: now,
      })),
    )
    .execute()
}

/** Returns the columns `actor_*`: who acts, with the names that the person and the API key or app have now. */
export async function actorColumns({ db, organizationId, actor }: Context) {
  const keyId = actor.kind === 'api_key' ? actor.keyId : actor.kind === 'grant' ? actor.grantId : null
  const userId = 'userId' in actor ? actor.userId : null
  const names =
    userId === null
      ? undefined
      : await db
          .selectFrom('users')
          .leftJoin('api_keys', (join) =>
            join.on('api_keys.organization_id', '=', organizationId).on('api_keys.id', '=', keyId),
          )
          .leftJoin('oauth_grants', (join) => join.on('oauth_grants.id', '=', keyId))
          .select('users.name')
          .select((eb) => eb.fn.coalesce('api_keys.name', 'oauth_grants.client_name').as('key_name'))
          .where('users.id', '=', userId)
          .executeTakeFirst()
  return {
    actor_kind: actor.kind,
    actor_user_id: userId,
    actor_key_id: keyId,
    actor_name: names?.name ?? null,
    actor_key_name: names?.key_name ?? null,
  }
}

/**
 * Returns a keyed hash of the client's IP address, equal for equal addresses of one organization, or null outside
 * requests and when `AUDIT_LOG_IP_HASH` is off.
 */
export function addressHash({ config, organizationId, request, secretKey }: Context): string | null {
  if (!config.AUDIT_LOG_IP_HASH || request === undefined) return null
  const text = `audit address ${organizationId} ${request.ip}`
  return createHmac('sha256', secretKey).update(text).digest('hex').slice(0, 16)
}
