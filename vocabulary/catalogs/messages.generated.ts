/** Generated from en.json by `npm run generate`: the placeholders of each message. */
export type Messages = {
  'accounts.account.email': null
  'accounts.account.name': null
  'accounts.account.password': null
  'accounts.account.passwordHint': { passwordMinLength: 'text' }
  'accounts.apiKeys.cannotBeRotated': null
  'accounts.apiKeys.create': null
  'accounts.apiKeys.details': { owner: 'text'; createdAt: 'text'; lastUsedAt: 'text' }
  'accounts.apiKeys.detailsUnused': { owner: 'text'; createdAt: 'text' }
  'accounts.apiKeys.docs': null
  'accounts.apiKeys.empty': null
  'accounts.apiKeys.emptyTitle': null
  'accounts.apiKeys.expired': { at: 'text' }
  'accounts.apiKeys.filter.all': null
  'accounts.apiKeys.filter.former': null
  'accounts.apiKeys.filter.label': null
  'accounts.apiKeys.filter.member': null
  'accounts.apiKeys.filter.service': null
  'accounts.apiKeys.lead': null
  'accounts.apiKeys.limits.allBrands': null
  'accounts.apiKeys.limits.allScopes': null
  'accounts.apiKeys.limits.brands': { count: 'number' }
  'accounts.apiKeys.limits.expires': { at: 'text' }
  'accounts.apiKeys.limits.neverExpires': null
  'accounts.apiKeys.noneFound': null
  'accounts.apiKeys.onlyItsPersonCanRotate': null
  'accounts.apiKeys.replaced': { at: 'text' }
  'accounts.apiKeys.revoke': null
  'accounts.apiKeys.revokeAction': null
  'accounts.apiKeys.revokeOne': { name: 'text' }
  'accounts.apiKeys.revokeTitle': null
  'accounts.apiKeys.revokeWarning': { name: 'text' }
  'accounts.apiKeys.revoked': { at: 'text' }
  'accounts.apiKeys.sort.created': null
  'accounts.apiKeys.sort.label': null
  'accounts.apiKeys.sort.last_signed_in': null
  'accounts.apiKeys.title': null
  'accounts.apiKeys.user.former': { name: 'text' }
  'accounts.apiKeys.user.neverSignedIn': { name: 'text' }
  'accounts.apiKeys.user.service': null
  'accounts.apiKeys.user.signedIn': { name: 'text'; at: 'text' }
  'accounts.auditLog.actor': null
  'accounts.auditLog.actors.anonymous': null
  'accounts.auditLog.actors.callback': null
  'accounts.auditLog.actors.cron': null
  'accounts.auditLog.actors.system': null
  'accounts.auditLog.allActors': null
  'accounts.auditLog.allTypes': null
  'accounts.auditLog.caption': null
  'accounts.auditLog.columns.brand': null
  'accounts.auditLog.columns.change': null
  'accounts.auditLog.columns.date': null
  'accounts.auditLog.columns.details': null
  'accounts.auditLog.columns.user': null
  'accounts.auditLog.deletedBrand': null
  'accounts.auditLog.empty': null
  'accounts.auditLog.emptyTitle': null
  'accounts.auditLog.exportCsv': null
  'accounts.auditLog.exportJson': null
  'accounts.auditLog.formerActor': null
  'accounts.auditLog.formerMember': null
  'accounts.auditLog.from': null
  'accounts.auditLog.lead': null
  'accounts.auditLog.noSuchEntry': null
  'accounts.auditLog.onlyOfThem': { name: 'text' }
  'accounts.auditLog.title': null
  'accounts.auditLog.to': null
  'accounts.auditLog.type': null
  'accounts.auditLog.withKey': { user: 'text'; key: 'text' }
  'accounts.auditLog.withKeyRevoked': { user: 'text' }
  'accounts.authenticate.theRequestCameFromAnotherSite': null
  'accounts.brandAccess.all': null
  'accounts.brandAccess.legend': null
  'accounts.brandAccess.save': null
  'accounts.brandAccess.selected': null
  'accounts.code.hint': null
  'accounts.code.label': null
  'accounts.code.recoveryLabel': null
  'accounts.confirmPassword.isNotYourPassword': null
  'accounts.createKey.expiries.0': null
  'accounts.createKey.expiries.30': null
  'accounts.createKey.expiries.365': null
  'accounts.createKey.expiries.90': null
  'accounts.createKey.expiry': null
  'accounts.createKey.me': null
  'accounts.createKey.name': null
  'accounts.createKey.nameHint': null
  'accounts.createKey.namePlaceholder': null
  'accounts.createKey.scopes': null
  'accounts.createKey.submit': null
  'accounts.createKey.title': null
  'accounts.createKey.token': null
  'accounts.createKey.tokenNote': null
  'accounts.createKey.tokenTitle': null
  'accounts.createKey.user': null
  'accounts.dateFormat.lead': null
  'accounts.dateFormat.now': { time: 'text' }
  'accounts.dateFormat.ownZone': null
  'accounts.dateFormat.timeZone': null
  'accounts.dateFormat.title': null
  'accounts.dateFormat.update': null
  'accounts.dateFormat.weekStart': null
  'accounts.dateFormat.weekStarts.monday': null
  'accounts.dateFormat.weekStarts.saturday': null
  'accounts.dateFormat.weekStarts.sunday': null
  'accounts.deleteOrganization.action': null
  'accounts.deleteOrganization.confirmTitle': { name: 'text' }
  'accounts.deleteOrganization.lead': null
  'accounts.deleteOrganization.title': null
  'accounts.deleteOrganization.warning': null
  'accounts.emailFlows.isRequired': null
  'accounts.emailFlows.isYourAddress': null
  'accounts.emailLinks.thisLinkIsNotValid': null
  'accounts.emails.accountExists.action': null
  'accounts.emails.accountExists.explanation': null
  'accounts.emails.accountExists.title': null
  'accounts.emails.addressChanged.action': null
  'accounts.emails.addressChanged.explanation': { email: 'text' }
  'accounts.emails.addressChanged.footer': null
  'accounts.emails.addressChanged.title': null
  'accounts.emails.apiKeyCreated.action': null
  'accounts.emails.apiKeyCreated.explanation': { name: 'text' }
  'accounts.emails.apiKeyCreated.title': null
  'accounts.emails.change.action': null
  'accounts.emails.change.explanation': null
  'accounts.emails.change.title': null
  'accounts.emails.context': null
  'accounts.emails.factorAdded.explanation': { kind: 'choice'; name: 'text' }
  'accounts.emails.factorAdded.title': null
  'accounts.emails.factorRemoved.explanation': { kind: 'choice'; name: 'text' }
  'accounts.emails.factorRemoved.title': null
  'accounts.emails.grantCreated.explanation': { name: 'text' }
  'accounts.emails.grantCreated.title': null
  'accounts.emails.identityAdded.explanation': { provider: 'text' }
  'accounts.emails.identityRemoved.explanation': { provider: 'text' }
  'accounts.emails.identityRemoved.title': null
  'accounts.emails.ifYouDidNotDoThis': null
  'accounts.emails.ifYouDidNotRequestThis': null
  'accounts.emails.openAccount': null
  'accounts.emails.passwordChanged.action': null
  'accounts.emails.passwordChanged.explanation': null
  'accounts.emails.passwordChanged.title': null
  'accounts.emails.recoveryCodeUsed.explanation': { left: 'number' }
  'accounts.emails.recoveryCodeUsed.title': null
  'accounts.emails.reset.action': null
  'accounts.emails.reset.explanation': null
  'accounts.emails.reset.title': null
  'accounts.emails.signUp.action': null
  'accounts.emails.signUp.explanation': null
  'accounts.emails.signUp.title': null
  'accounts.emails.test.explanation': null
  'accounts.emails.test.footer': null
  'accounts.emails.test.title': null
  'accounts.emails.verify.action': null
  'accounts.emails.verify.explanation': null
  'accounts.emails.verify.title': null
  'accounts.exportData.action': null
  'accounts.exportData.lead': null
  'accounts.exportData.title': null
  'accounts.factors.addASecondFactor': null
  'accounts.factors.isNotValid': null
  'accounts.factors.noSuchFactor': null
  'accounts.factors.organizationRequiresAFactor': { organization: 'text' }
  'accounts.factors.theSetUpHasExpired': null
  'accounts.factors.theSignInHasExpired': null
  'accounts.factors.thisCodeIsNotValid': null
  'accounts.factors.youHaveNoSecondFactor': null
  'accounts.fields.exactlyOneField': null
  'accounts.firstRun.lead': null
  'accounts.firstRun.privacy': null
  'accounts.firstRun.setupCode': null
  'accounts.firstRun.setupCodeHint': null
  'accounts.firstRun.title': null
  'accounts.forgotPassword.back': null
  'accounts.forgotPassword.lead': null
  'accounts.forgotPassword.noEmail': null
  'accounts.forgotPassword.sent': { email: 'text' }
  'accounts.forgotPassword.submit': null
  'accounts.forgotPassword.title': null
  'accounts.general.confirmYourAddressFirst': null
  'accounts.general.noSuchAPIKey': null
  'accounts.general.signUpIsClosedAskAn': null
  'accounts.general.theEmailAddressOrPasswordIs': null
  'accounts.general.thisAccountNoLongerBelongsTo': null
  'accounts.general.thisPersonIsAlreadyAMember': null
  'accounts.general.youAreTheOnlyOwnerOf': { organization: 'text' }
  'accounts.grants.aboutAll': null
  'accounts.grants.aboutOwn': { url: 'text' }
  'accounts.grants.access': null
  'accounts.grants.allBrands': null
  'accounts.grants.app': null
  'accounts.grants.brandCount': { count: 'number' }
  'accounts.grants.connected': null
  'accounts.grants.disconnect': null
  'accounts.grants.disconnectAbout': null
  'accounts.grants.disconnectQuestion': { name: 'text' }
  'accounts.grants.lastUsed': null
  'accounts.grants.member': null
  'accounts.grants.never': null
  'accounts.grants.noSuchApp': null
  'accounts.grants.none': null
  'accounts.grants.organization': null
  'accounts.grants.title': null
  'accounts.invalidInvitation.lead': null
  'accounts.invalidInvitation.signIn': null
  'accounts.invalidInvitation.title': null
  'accounts.invitation.createAccountAndJoin': null
  'accounts.invitation.emailedOnly': { email: 'text' }
  'accounts.invitation.joinAs': { email: 'text' }
  'accounts.invitation.lead': { email: 'text'; role: 'text'; meaning: 'text' }
  'accounts.invitation.otherAddress': { invited: 'text'; email: 'text' }
  'accounts.invitation.signInToAccept': null
  'accounts.invitation.title': { organization: 'text' }
  'accounts.invitation.useAnotherAccount': null
  'accounts.invitation.validity': { expiresAt: 'text' }
  'accounts.invitationEmail.acceptTheInvitation': null
  'accounts.invitationEmail.ifYouDoNotExpectThis': null
  'accounts.invitationEmail.invitation': null
  'accounts.invitationEmail.joinOrganizationOnAnsight': { organization: 'text' }
  'accounts.invitationEmail.youAreInvitedToAnsight': null
  'accounts.invitationEmail.youAreInvitedToOrganizationThe': { organization: 'text' }
  'accounts.invitations.noSuchInvitation': null
  'accounts.invitations.openTheLinkInTheEmail': null
  'accounts.inviteDialog.link': null
  'accounts.inviteDialog.linkNote': { email: 'text' }
  'accounts.inviteDialog.linkTitle': null
  'accounts.inviteDialog.role': null
  'accounts.inviteDialog.submit': null
  'accounts.inviteDialog.title': null
  'accounts.language': null
  'accounts.link.done.change': null
  'accounts.link.done.reset': null
  'accounts.link.done.undo': null
  'accounts.link.done.verify': null
  'accounts.link.invalid': null
  'accounts.link.invalidTitle': null
  'accounts.link.lead.change': { email: 'text' }
  'accounts.link.lead.reset': { email: 'text' }
  'accounts.link.lead.sign_up': { email: 'text' }
  'accounts.link.lead.undo': { email: 'text' }
  'accounts.link.lead.verify': { email: 'text' }
  'accounts.link.submit.change': null
  'accounts.link.submit.reset': null
  'accounts.link.submit.sign_up': null
  'accounts.link.submit.undo': null
  'accounts.link.submit.verify': null
  'accounts.link.title.change': null
  'accounts.link.title.reset': null
  'accounts.link.title.sign_up': null
  'accounts.link.title.undo': null
  'accounts.link.title.verify': null
  'accounts.liveUpdates.connected': null
  'accounts.liveUpdates.notConfigured': null
  'accounts.liveUpdates.title': null
  'accounts.members.brandAccess': null
  'accounts.members.brandAccessOf': { name: 'text' }
  'accounts.members.count': { members: 'number' }
  'accounts.members.details': { email: 'text'; joinedAt: 'text'; brands: 'number' }
  'accounts.members.detailsWithoutBrands': { email: 'text'; joinedAt: 'text' }
  'accounts.members.invite': null
  'accounts.members.mustBeNullForAnRole': { role: 'text' }
  'accounts.members.mustNameTheBrandsOfAClient': null
  'accounts.members.noSuchMember': null
  'accounts.members.onlyAnOwnerCanAddChange': null
  'accounts.members.remove': null
  'accounts.members.removeOne': { name: 'text' }
  'accounts.members.roleOf': { name: 'text' }
  'accounts.members.secondFactor': null
  'accounts.members.thisIsTheOnlyOwnerMake': null
  'accounts.members.title': null
  'accounts.members.you': null
  'accounts.newPasswords.isInListsOfLeakedPasswords': null
  'accounts.newPasswords.mustNotConsistOfPartsOf': null
  'accounts.openInvitations.details': { role: 'text'; expiresAt: 'text' }
  'accounts.openInvitations.lead': null
  'accounts.openInvitations.revoke': null
  'accounts.openInvitations.revokeFor': { email: 'text' }
  'accounts.openInvitations.title': null
  'accounts.organizationName.field': null
  'accounts.organizationName.lead': null
  'accounts.organizationName.save': null
  'accounts.organizationName.title': null
  'accounts.page.backToDashboard': null
  'accounts.page.data.download': null
  'accounts.page.data.lead': null
  'accounts.page.data.title': null
  'accounts.page.delete.confirm': { email: 'text' }
  'accounts.page.delete.lead': null
  'accounts.page.delete.submit': null
  'accounts.page.delete.title': null
  'accounts.page.email.change': null
  'accounts.page.email.linkSent': { email: 'text' }
  'accounts.page.email.newAddress': null
  'accounts.page.email.noEmail': null
  'accounts.page.email.notVerified': null
  'accounts.page.email.title': null
  'accounts.page.email.verifiedByAdministrator': null
  'accounts.page.email.verifiedByEmail': null
  'accounts.page.email.verifiedByProvider': null
  'accounts.page.email.verify': null
  'accounts.page.email.verifySent': { email: 'text' }
  'accounts.page.factors.addedOn': { day: 'text' }
  'accounts.page.factors.app': null
  'accounts.page.factors.appMissing': null
  'accounts.page.factors.codes': null
  'accounts.page.factors.codesLeft': { left: 'number' }
  'accounts.page.factors.codesNote': null
  'accounts.page.factors.codesSaved': null
  'accounts.page.factors.codesTitle': null
  'accounts.page.factors.confirm': null
  'accounts.page.factors.copyCodes': null
  'accounts.page.factors.lead': null
  'accounts.page.factors.newCodes': null
  'accounts.page.factors.newCodesTitle': null
  'accounts.page.factors.newCodesWarning': null
  'accounts.page.factors.qrCode': null
  'accounts.page.factors.remove': null
  'accounts.page.factors.removeApp': null
  'accounts.page.factors.removeAppTitle': null
  'accounts.page.factors.removeAppWarning': null
  'accounts.page.factors.replace': null
  'accounts.page.factors.required': null
  'accounts.page.factors.requiredFrom': { at: 'text' }
  'accounts.page.factors.scan': null
  'accounts.page.factors.secret': null
  'accounts.page.factors.setUp': null
  'accounts.page.factors.setUpTitle': null
  'accounts.page.factors.title': null
  'accounts.page.identities.details': { email: 'text'; usedOn: 'text' }
  'accounts.page.identities.lead': null
  'accounts.page.identities.link': { provider: 'text' }
  'accounts.page.identities.linkSso': null
  'accounts.page.identities.title': null
  'accounts.page.identities.unlink': null
  'accounts.page.identities.unlinkOne': { provider: 'text' }
  'accounts.page.identities.unlinkTitle': { provider: 'text' }
  'accounts.page.identities.unlinkWarning': null
  'accounts.page.noOrganization': null
  'accounts.page.organizations.current': null
  'accounts.page.organizations.open': null
  'accounts.page.organizations.openOne': { name: 'text' }
  'accounts.page.organizations.title': null
  'accounts.page.passkeys.add': null
  'accounts.page.passkeys.addLead': null
  'accounts.page.passkeys.addTitle': null
  'accounts.page.passkeys.lead': null
  'accounts.page.passkeys.name': null
  'accounts.page.passkeys.removeOne': { name: 'text' }
  'accounts.page.passkeys.removeTitle': { name: 'text' }
  'accounts.page.passkeys.removeWarning': null
  'accounts.page.passkeys.rename': null
  'accounts.page.passkeys.renameOne': { name: 'text' }
  'accounts.page.passkeys.synced': null
  'accounts.page.passkeys.title': null
  'accounts.page.passkeys.unused': { addedOn: 'text' }
  'accounts.page.passkeys.used': { addedOn: 'text'; usedOn: 'text' }
  'accounts.page.password.done': null
  'accounts.page.password.new': null
  'accounts.page.password.revokeKeys': null
  'accounts.page.password.submit': null
  'accounts.page.password.title': null
  'accounts.page.profile': null
  'accounts.page.save': null
  'accounts.page.sessions.address': null
  'accounts.page.sessions.browser': null
  'accounts.page.sessions.browserOn': { browser: 'text'; system: 'text' }
  'accounts.page.sessions.current': null
  'accounts.page.sessions.end': null
  'accounts.page.sessions.endOne': { browser: 'text' }
  'accounts.page.sessions.endOthers': null
  'accounts.page.sessions.lastUsed': null
  'accounts.page.sessions.lead': null
  'accounts.page.sessions.signedIn': null
  'accounts.page.sessions.title': null
  'accounts.page.sessions.unknownBrowser': null
  'accounts.page.title': null
  'accounts.passkey.exists': null
  'accounts.passkey.notUsed': null
  'accounts.passkey.otherHost': null
  'accounts.passkey.signIn': null
  'accounts.passkey.use': null
  'accounts.passkeys.couldNotBeVerified': null
  'accounts.passkeys.hostIsAnAddress': { host: 'text' }
  'accounts.passkeys.isNotRegistered': null
  'accounts.passkeys.needHttps': { url: 'text' }
  'accounts.passkeys.noSuchPasskey': null
  'accounts.passkeys.tooMany': { count: 'text' }
  'accounts.passwords.tooManySignInsAreIn': null
  'accounts.reauthenticate.cancelled': null
  'accounts.reauthenticate.lead': null
  'accounts.reauthenticate.submit': null
  'accounts.reauthenticate.title': null
  'accounts.reauthenticate.useCode': null
  'accounts.reauthenticate.usePassword': null
  'accounts.removeMember.action': null
  'accounts.removeMember.title': { name: 'text' }
  'accounts.removeMember.warning': null
  'accounts.requiredSso.chooseAnotherOwner': null
  'accounts.requiredSso.signInWithSso': null
  'accounts.retention.confirm': null
  'accounts.retention.confirmTitle': null
  'accounts.retention.deleted.answer_texts': { count: 'number' }
  'accounts.retention.deleted.audit_log_entries': { count: 'number' }
  'accounts.retention.deleted.raw_payloads': { count: 'number' }
  'accounts.retention.deleted.visits': { count: 'number' }
  'accounts.retention.deletes': null
  'accounts.retention.fields.answer_text_days': null
  'accounts.retention.fields.audit_log_days': null
  'accounts.retention.fields.raw_payload_days': null
  'accounts.retention.fields.visit_days': null
  'accounts.retention.keep': null
  'accounts.retention.kept': { answers: 'number'; visits: 'number' }
  'accounts.retention.lead': null
  'accounts.retention.nothing': null
  'accounts.retention.review': null
  'accounts.retention.title': null
  'accounts.retention.withoutText': { answers: 'number' }
  'accounts.rotateKey.explanation': null
  'accounts.rotateKey.overlap': null
  'accounts.rotateKey.overlaps.0': null
  'accounts.rotateKey.overlaps.168': null
  'accounts.rotateKey.overlaps.24': null
  'accounts.rotateKey.overlaps.720': null
  'accounts.rotateKey.submit': null
  'accounts.rotateKey.title': { name: 'text' }
  'accounts.scopes.descriptions.content': null
  'accounts.scopes.descriptions.manage': null
  'accounts.scopes.descriptions.read': null
  'accounts.scopes.descriptions.run': null
  'accounts.scopes.names.content': null
  'accounts.scopes.names.manage': null
  'accounts.scopes.names.read': null
  'accounts.scopes.names.run': null
  'accounts.secondFactor.back': null
  'accounts.secondFactor.lead': null
  'accounts.secondFactor.lost': null
  'accounts.secondFactor.submit': null
  'accounts.secondFactor.title': null
  'accounts.secondFactorPolicy.from': null
  'accounts.secondFactorPolicy.lead': null
  'accounts.secondFactorPolicy.require': null
  'accounts.secondFactorPolicy.requiredFrom': { day: 'text' }
  'accounts.secondFactorPolicy.stop': null
  'accounts.secondFactorPolicy.title': null
  'accounts.serviceAccounts.change': null
  'accounts.serviceAccounts.changeOne': { name: 'text' }
  'accounts.serviceAccounts.create': null
  'accounts.serviceAccounts.createdOn': { at: 'text' }
  'accounts.serviceAccounts.delete': null
  'accounts.serviceAccounts.deleteOne': { name: 'text' }
  'accounts.serviceAccounts.deleteWarning': null
  'accounts.serviceAccounts.lead': null
  'accounts.serviceAccounts.nameHint': null
  'accounts.serviceAccounts.noSuchAccount': null
  'accounts.serviceAccounts.save': null
  'accounts.serviceAccounts.title': null
  'accounts.sessions.confirmWhoYouAreFirst': null
  'accounts.sessions.noSuchSession': null
  'accounts.settings.tabs.apiKeys': null
  'accounts.settings.tabs.auditLog': null
  'accounts.settings.tabs.engines': null
  'accounts.settings.tabs.general': null
  'accounts.settings.tabs.members': null
  'accounts.settings.tabs.spend': null
  'accounts.settings.tabs.sso': null
  'accounts.settings.title': null
  'accounts.setupCode.isNotTheCodeInThe': null
  'accounts.setupCode.isRequiredForTheFirstAccount': null
  'accounts.showOnce.close': null
  'accounts.signIn.createAccount': null
  'accounts.signIn.forgotPassword': null
  'accounts.signIn.lead': null
  'accounts.signIn.newHere': null
  'accounts.signIn.noAccount': null
  'accounts.signIn.submit': null
  'accounts.signIn.title': null
  'accounts.signInLimits.tooManyFailedAttemptsTryAgain': { seconds: 'number' }
  'accounts.signUp.hasAccount': null
  'accounts.signUp.signIn': null
  'accounts.signUp.submit': null
  'accounts.signUpLink.lead': null
  'accounts.signUpLink.sent': { email: 'text' }
  'accounts.signUpLink.title': null
  'accounts.sso.backToSignIn': null
  'accounts.sso.confirmHint': null
  'accounts.sso.confirmWithProvider': null
  'accounts.sso.continue': null
  'accounts.sso.domains.add': null
  'accounts.sso.domains.check': null
  'accounts.sso.domains.field': null
  'accounts.sso.domains.found': null
  'accounts.sso.domains.lead': null
  'accounts.sso.domains.missing': { day: 'text' }
  'accounts.sso.domains.record': null
  'accounts.sso.domains.remove': null
  'accounts.sso.domains.removeOne': { domain: 'text' }
  'accounts.sso.domains.removeWarning': null
  'accounts.sso.domains.title': null
  'accounts.sso.domains.unverified': null
  'accounts.sso.domains.verified': { day: 'text' }
  'accounts.sso.failedLead': null
  'accounts.sso.failedTitle': null
  'accounts.sso.installation.button': { provider: 'text' }
  'accounts.sso.installation.email': null
  'accounts.sso.installation.emailUse': null
  'accounts.sso.installation.isNotSetUp': null
  'accounts.sso.installation.isSetUp': null
  'accounts.sso.installation.lead': null
  'accounts.sso.installation.redirectUri': { provider: 'text' }
  'accounts.sso.installation.sendTest': null
  'accounts.sso.installation.sent': { email: 'text' }
  'accounts.sso.installation.settings': { names: 'text' }
  'accounts.sso.installation.test': { provider: 'text' }
  'accounts.sso.installation.title': null
  'accounts.sso.provider.clientId': null
  'accounts.sso.provider.clientSecret': null
  'accounts.sso.provider.clientSecretHint': null
  'accounts.sso.provider.defaultRole': null
  'accounts.sso.provider.defaultRoleHint': null
  'accounts.sso.provider.groupsClaim': null
  'accounts.sso.provider.groupsClaimHint': null
  'accounts.sso.provider.issuer': null
  'accounts.sso.provider.issuerHint': null
  'accounts.sso.provider.lead': null
  'accounts.sso.provider.noDefaultRole': null
  'accounts.sso.provider.redirectUri': null
  'accounts.sso.provider.remove': null
  'accounts.sso.provider.removeTitle': null
  'accounts.sso.provider.removeWarning': null
  'accounts.sso.provider.save': null
  'accounts.sso.provider.test': null
  'accounts.sso.provider.title': null
  'accounts.sso.requirement.isRequired': { name: 'text' }
  'accounts.sso.requirement.lead': null
  'accounts.sso.requirement.owner': null
  'accounts.sso.requirement.ownerHint': null
  'accounts.sso.requirement.require': null
  'accounts.sso.requirement.stop': null
  'accounts.sso.requirement.title': null
  'accounts.sso.rules.add': null
  'accounts.sso.rules.addTitle': null
  'accounts.sso.rules.group': null
  'accounts.sso.rules.groupHint': null
  'accounts.sso.rules.lead': null
  'accounts.sso.rules.moveDown': { group: 'text' }
  'accounts.sso.rules.moveUp': { group: 'text' }
  'accounts.sso.rules.remove': null
  'accounts.sso.rules.removeOne': { group: 'text' }
  'accounts.sso.rules.role': null
  'accounts.sso.rules.title': null
  'accounts.sso.signInWith': { provider: 'text' }
  'accounts.sso.test.back': null
  'accounts.sso.test.claims': null
  'accounts.sso.test.lead': null
  'accounts.sso.test.result': { email: 'text'; role: 'text' }
  'accounts.sso.test.resultOfButton': { email: 'text' }
  'accounts.sso.test.title': null
  'accounts.sso.usePassword': null
  'accounts.users.anAccountWithThisEmailAddress': null
  'actions.add': null
  'actions.chain.checkedOn': { day: 'text' }
  'actions.chain.citations': { count: 'number' }
  'actions.chain.conversions': { count: 'number' }
  'actions.chain.doneOn': { day: 'text' }
  'actions.chain.firstAndLast': { first: 'text'; last: 'text' }
  'actions.chain.foundOn': { day: 'text' }
  'actions.chain.lead': null
  'actions.chain.none': null
  'actions.chain.requests': { count: 'number' }
  'actions.chain.showAgents': null
  'actions.chain.showBrief': null
  'actions.chain.showFunnel': null
  'actions.chain.showPage': null
  'actions.chain.steps.brief': null
  'actions.chain.steps.cited': null
  'actions.chain.steps.fetched': null
  'actions.chain.steps.opportunity': null
  'actions.chain.steps.published': null
  'actions.chain.steps.share': null
  'actions.chain.steps.visits': null
  'actions.chain.title': null
  'actions.chain.unknown': null
  'actions.chain.visits': { count: 'number' }
  'actions.detail.back': null
  'actions.detail.delete': null
  'actions.detail.deleteHint': null
  'actions.detail.deleteTitle': null
  'actions.detail.edit': null
  'actions.empty.hint': null
  'actions.empty.title': null
  'actions.experiment.affected': null
  'actions.experiment.after': null
  'actions.experiment.before': null
  'actions.experiment.beforeAfter': null
  'actions.experiment.chart': null
  'actions.experiment.chartLabel': null
  'actions.experiment.chartLead': null
  'actions.experiment.controls': null
  'actions.experiment.days': { days: 'text'; final: 'text' }
  'actions.experiment.effect': null
  'actions.experiment.listTitle': { title: 'text'; count: 'text' }
  'actions.experiment.title': null
  'actions.form.affected': null
  'actions.form.affectedHint': null
  'actions.form.chosen': { label: 'text'; count: 'text' }
  'actions.form.controls': null
  'actions.form.controlsHint': null
  'actions.form.cost': null
  'actions.form.currency': null
  'actions.form.day': null
  'actions.form.edit': null
  'actions.form.experiment': null
  'actions.form.experimentLead': null
  'actions.form.hours': null
  'actions.form.kind': null
  'actions.form.note': null
  'actions.form.number': null
  'actions.form.save': null
  'actions.form.searchPrompts': { label: 'text' }
  'actions.form.title': null
  'actions.form.url': null
  'actions.form.urlHint': null
  'actions.form.weeks': null
  'actions.form.weeksHint': null
  'actions.gaps.citedBeforeFetched': null
  'actions.gaps.citedBeforePublished': { count: 'number'; day: 'number' }
  'actions.gaps.costUnknown': null
  'actions.gaps.noLogs': null
  'actions.gaps.noPage': null
  'actions.gaps.noVisits': null
  'actions.gaps.notCited': null
  'actions.gaps.notFetched': null
  'actions.gaps.notOwnPage': null
  'actions.gaps.pageNotRead': null
  'actions.general.aBrandCanHaveAtMost': { maxActions: 'text' }
  'actions.general.costAndCurrency': null
  'actions.general.noSuchAction': null
  'actions.general.thisProposalWasAccepted': null
  'actions.hours': { hours: 'number' }
  'actions.kinds.edited_listing': null
  'actions.kinds.edited_page': null
  'actions.kinds.other': null
  'actions.kinds.outreach': null
  'actions.kinds.published_page': null
  'actions.kinds.technical_fix': null
  'actions.list.action': null
  'actions.list.citations': null
  'actions.list.conversions': null
  'actions.list.cost': null
  'actions.list.count': { count: 'number' }
  'actions.list.effect': null
  'actions.list.requests': null
  'actions.list.result': null
  'actions.list.title': null
  'actions.list.visits': null
  'actions.missing.controls': { have: 'number'; need: 'number' }
  'actions.missing.days': { have: 'number'; need: 'number' }
  'actions.missing.prompts': null
  'actions.numbers.citation_rate': null
  'actions.numbers.mention_rate': null
  'actions.numbers.score': null
  'actions.plan.balanced': { affected: 'text'; controls: 'text'; range: 'text' }
  'actions.plan.chance': { points: 'text' }
  'actions.plan.choose': null
  'actions.plan.detectable': null
  'actions.plan.excluded': { count: 'number' }
  'actions.plan.history': { days: 'number' }
  'actions.plan.placebos': { tested: 'number'; found: 'number' }
  'actions.plan.proposed': { count: 'number' }
  'actions.plan.similarity': { pct: 'text' }
  'actions.plan.title': null
  'actions.plan.unbalanced': { affected: 'text'; controls: 'text'; range: 'text' }
  'actions.plan.useProposed': null
  'actions.plan.weeks': null
  'actions.proposals.addThis': { title: 'text' }
  'actions.proposals.dismiss': null
  'actions.proposals.dismissThis': { title: 'text' }
  'actions.proposals.findingsDisappeared': { count: 'number' }
  'actions.proposals.lead': null
  'actions.proposals.opportunityDone': null
  'actions.proposals.pageChanged': null
  'actions.proposals.pageNewlyCited': null
  'actions.proposals.title': null
  'actions.reasons.excludedAffected': null
  'actions.reasons.excludedNoHistory': null
  'actions.reasons.excludedOtherAction': null
  'actions.reasons.excludedOtherPlatforms': null
  'actions.reasons.sameIntent': null
  'actions.reasons.sameLanguage': null
  'actions.reasons.sameTopic': null
  'actions.reasons.similarDays': { correlation: 'number' }
  'actions.reasons.similarLevel': { level: 'number' }
  'actions.result.established': { effect: 'number'; low: 'number'; high: 'number' }
  'actions.result.fewAnswers': { have: 'number'; need: 'number' }
  'actions.result.fewBaselineDays': { have: 'number'; need: 'number' }
  'actions.result.fewControls': { have: 'number'; need: 'number' }
  'actions.result.noControls': null
  'actions.result.noEffectFound': { largest: 'number'; effect: 'number'; low: 'number'; high: 'number' }
  'actions.result.noPrompts': null
  'actions.result.noVariation': null
  'actions.result.planned': { day: 'number' }
  'actions.result.running': { effect: 'number'; low: 'number'; high: 'number'; day: 'number' }
  'actions.result.tooEarly': { day: 'number' }
  'actions.states.down': null
  'actions.states.no_comparison': null
  'actions.states.no_effect_found': null
  'actions.states.planned': null
  'actions.states.running': null
  'actions.states.up': null
  'actions.title': null
  'actions.warnings.chosenLate': { day: 'number' }
  'actions.warnings.controlsChanged': { change: 'number'; low: 'number'; high: 'number' }
  'actions.warnings.fewControls': { have: 'number'; need: 'number' }
  'actions.warnings.modelsChanged': { models: 'text' }
  'actions.warnings.noLongerSignificant': null
  'actions.warnings.otherAction': { count: 'number'; group: 'choice' }
  'actions.warnings.promptsInBothGroups': { count: 'number' }
  'actions.warnings.unequalSampling': { pct: 'number'; group: 'choice' }
  'aiFiles.editor.hint': null
  'aiFiles.editor.jsonHint': null
  'aiFiles.editor.save': null
  'aiFiles.editor.text': { file: 'text' }
  'aiFiles.file.autoGenerated': null
  'aiFiles.file.contents': { file: 'text' }
  'aiFiles.file.edit': null
  'aiFiles.file.editedManually': null
  'aiFiles.file.generatedContents': null
  'aiFiles.file.showGenerated': null
  'aiFiles.file.url': null
  'aiFiles.file.viewLive': null
  'aiFiles.general.mustBeAJSONObject': null
  'aiFiles.general.noSuchFile': null
  'aiFiles.page.copyLinks': null
  'aiFiles.page.edited': { file: 'text' }
  'aiFiles.page.files': null
  'aiFiles.page.lead': { brand: 'text' }
  'aiFiles.page.title': null
  'aiFiles.page.usage': null
  'aiFiles.regenerateLinks.action': null
  'aiFiles.regenerateLinks.title': null
  'aiFiles.regenerateLinks.warning': null
  'aiFiles.reset.action': null
  'aiFiles.reset.confirm': null
  'aiFiles.reset.title': { file: 'text' }
  'aiFiles.reset.warning': null
  'alerts.agents.allStopped': null
  'alerts.agents.lastLine': { day: 'number' }
  'alerts.agents.logStopped': null
  'alerts.agents.noRequestsSince': { since: 'number'; active: 'number'; days: 'number' }
  'alerts.agents.stopped': { agent: 'text' }
  'alerts.alert.acknowledge': null
  'alerts.alert.endSnooze': null
  'alerts.alert.more': { count: 'text' }
  'alerts.alert.reopen': null
  'alerts.alert.resolve': null
  'alerts.alert.severity': { label: 'text' }
  'alerts.alert.since': { day: 'text'; lastDay: 'text' }
  'alerts.alert.sinceOneDay': { day: 'text' }
  'alerts.alert.snooze': null
  'alerts.alert.snoozeDays': { days: 'number' }
  'alerts.alert.snoozeUntil': null
  'alerts.alert.snoozed': { until: 'text' }
  'alerts.alert.viewDetails': null
  'alerts.alert.viewOf': { label: 'text' }
  'alerts.causes.titleAndOthersMore': { title: 'text'; others: 'number' }
  'alerts.claims.contradictsFact': { platform: 'text'; statement: 'text' }
  'alerts.claims.inAnswersSinceDay': { answers: 'number'; day: 'number' }
  'alerts.competitors.competitorOvertookTheBrand': { competitor: 'text' }
  'alerts.competitors.inAnswersToPromptsSinceDay': { answers: 'number'; prompts: 'number'; day: 'number' }
  'alerts.competitors.nameAppearsInAnswers': { name: 'text' }
  'alerts.competitors.scoreAboveBrand': { points: 'number' }
  'alerts.competitors.scoreBelowBrand': { points: 'number' }
  'alerts.competitors.theBrandOvertookCompetitor': { competitor: 'text' }
  'alerts.detail.allAnswers': { answers: 'number' }
  'alerts.detail.cause': null
  'alerts.detail.causeLead': null
  'alerts.detail.chart': { metric: 'text'; name: 'text' }
  'alerts.detail.chartAlert': null
  'alerts.detail.chartLead': null
  'alerts.detail.chartPeriod': null
  'alerts.detail.chartPlain': null
  'alerts.detail.deletedChannel': null
  'alerts.detail.examples': null
  'alerts.detail.failedAfter': { attempts: 'number' }
  'alerts.detail.inboxes': { members: 'number' }
  'alerts.detail.items': null
  'alerts.detail.lead': { label: 'text'; detail: 'text' }
  'alerts.detail.noCause': null
  'alerts.detail.noOwner': null
  'alerts.detail.notified': null
  'alerts.detail.ownedBy': { name: 'text' }
  'alerts.detail.owner': null
  'alerts.detail.rules': null
  'alerts.detail.status.sent': null
  'alerts.detail.status.waiting': null
  'alerts.general.noSuchAlert': null
  'alerts.notification.better': null
  'alerts.notification.brandHighDay': { brand: 'text'; day: 'number' }
  'alerts.notification.brandLowDay': { brand: 'text'; day: 'number' }
  'alerts.notification.brandMediumDay': { brand: 'text'; day: 'number' }
  'alerts.notification.openTheAlert': null
  'alerts.notification.worse': null
  'alerts.notify.add': null
  'alerts.notify.channels': null
  'alerts.notify.inbox': null
  'alerts.notify.inboxOnly': null
  'alerts.notify.legend': null
  'alerts.notify.list': { channels: 'text' }
  'alerts.numbers.downFromBeforeToAfterSince': { before: 'text'; after: 'text'; day: 'number' }
  'alerts.numbers.numberForThePersonaPersona': { number: 'text'; persona: 'text' }
  'alerts.numbers.numberForTheTagTag': { number: 'text'; tag: 'text' }
  'alerts.numbers.numberForTheTopicTopic': { number: 'text'; topic: 'text' }
  'alerts.numbers.numberInTheMarketMarket': { number: 'text'; market: 'text' }
  'alerts.numbers.numberIsDown': { number: 'text' }
  'alerts.numbers.numberIsUp': { number: 'text' }
  'alerts.numbers.upFromBeforeToAfterSince': { before: 'text'; after: 'text'; day: 'number' }
  'alerts.numbers.visibilityScoreOfCompetitorIsDown': { competitor: 'text' }
  'alerts.numbers.visibilityScoreOfCompetitorIsUp': { competitor: 'text' }
  'alerts.operations.aRunFailed': null
  'alerts.operations.aRunFailedRunsTimesIn': { runs: 'number' }
  'alerts.operations.aRunWasPartial': null
  'alerts.operations.aRunWasPartialRunsTimes': { runs: 'number' }
  'alerts.operations.aSpendLimitIsUsedUp': null
  'alerts.operations.brandSpendLimit': null
  'alerts.operations.engineRejectsItsKey': { engine: 'text' }
  'alerts.operations.monthlySpendLimit': null
  'alerts.operations.platformNoAnswer': { platform: 'text' }
  'alerts.operations.queriesFailed': { queries: 'number' }
  'alerts.operations.scoreScoreBeforePrevious': { score: 'number'; previous: 'number' }
  'alerts.operations.scoreScoreBeforePreviousABlocker': { score: 'number'; previous: 'number' }
  'alerts.operations.theLimitOfLimitIsUsed': { limit: 'text'; day: 'number' }
  'alerts.operations.theRunFailed': null
  'alerts.operations.theRunWasPartial': null
  'alerts.operations.theSiteAuditOfUrlGot': { url: 'text' }
  'alerts.overview.open': { count: 'text'; isOne: 'choice' }
  'alerts.page.empty.acknowledged': null
  'alerts.page.empty.open': null
  'alerts.page.empty.resolved': null
  'alerts.page.empty.snoozed': null
  'alerts.page.emptyTitle': null
  'alerts.page.filter': null
  'alerts.page.filters.acknowledged': null
  'alerts.page.filters.open': null
  'alerts.page.filters.resolved': null
  'alerts.page.filters.snoozed': null
  'alerts.page.lead': null
  'alerts.page.list': null
  'alerts.page.rules': null
  'alerts.page.title': null
  'alerts.rules.aBrandCanHaveAtMost': { maxRules: 'text' }
  'alerts.rules.actionOf': { action: 'text'; rule: 'text' }
  'alerts.rules.add': null
  'alerts.rules.addTitle': null
  'alerts.rules.allPlatforms': null
  'alerts.rules.anyCompetitor': null
  'alerts.rules.anyNumber': null
  'alerts.rules.anyPlatform': null
  'alerts.rules.atLeast': { change: 'text' }
  'alerts.rules.back': null
  'alerts.rules.cannotBeGivenTogetherWith': { name: 'text' }
  'alerts.rules.competitor': null
  'alerts.rules.delete': null
  'alerts.rules.deleteHint': null
  'alerts.rules.deleteTitle': null
  'alerts.rules.direction': null
  'alerts.rules.doesNotApplyToThisKind': null
  'alerts.rules.edit': null
  'alerts.rules.editTitle': null
  'alerts.rules.kind': null
  'alerts.rules.lead': null
  'alerts.rules.minChange': null
  'alerts.rules.minChangeHint': null
  'alerts.rules.mustBeOneOfDirectionsFor': { directions: 'text' }
  'alerts.rules.mustBeTheMarketOfAPrompt': null
  'alerts.rules.mustBeTheTagOfAPrompt': null
  'alerts.rules.mute': null
  'alerts.rules.mutedUntil': { until: 'text' }
  'alerts.rules.noSuchAlertRule': null
  'alerts.rules.number': null
  'alerts.rules.of.market': { name: 'text' }
  'alerts.rules.of.persona': { name: 'text' }
  'alerts.rules.of.tag': { name: 'text' }
  'alerts.rules.of.topic': { name: 'text' }
  'alerts.rules.off': null
  'alerts.rules.on': null
  'alerts.rules.platform': null
  'alerts.rules.preview': null
  'alerts.rules.previewEntry': { day: 'text'; title: 'text' }
  'alerts.rules.previewSummary': { count: 'number'; from: 'text'; to: 'text'; perMonth: 'text' }
  'alerts.rules.previewTimeline': null
  'alerts.rules.prompts': null
  'alerts.rules.promptsHint': null
  'alerts.rules.replay': null
  'alerts.rules.save': null
  'alerts.rules.source': null
  'alerts.rules.sourceHint': null
  'alerts.rules.title': null
  'alerts.rules.turnOff': null
  'alerts.rules.turnOn': null
  'alerts.rules.unmute': null
  'alerts.rules.wholeBrand': null
  'alerts.sentiment.negativeAnswersInDaysDays': { answers: 'number'; days: 'number' }
  'alerts.sentiment.noneOfTheAnswersInThe': { days: 'number' }
  'alerts.sources.inNoneOfTheAnswersOf': { answers: 'number'; prompts: 'number' }
  'alerts.sources.newlyCitedIn': { answers: 'number'; prompts: 'number' }
  'alerts.sources.newlyCitedSource': { source: 'text' }
  'alerts.sources.noLongerCitedSource': { source: 'text' }
  'alerts.traffic.downFromBeforeToAfterPer': { before: 'number'; after: 'number'; since: 'number' }
  'alerts.traffic.upFromBeforeToAfterPer': { before: 'number'; after: 'number'; since: 'number' }
  'alerts.traffic.visitsAreDown': { visits: 'text' }
  'alerts.traffic.visitsAreUp': { visits: 'text' }
  'alerts.traffic.visitsFromAIPlatforms': null
  'alerts.traffic.visitsFromPlatform': { platform: 'text' }
  'answers.answer.allAnswers': null
  'answers.answer.back': null
  'answers.answer.competitor': { name: 'text' }
  'answers.answer.competitorMention': null
  'answers.answer.ownMention': null
  'answers.answer.searchStopped': null
  'answers.answer.table': null
  'answers.cells.alsoMentioned': { competitors: 'text' }
  'answers.cells.citations': { own: 'number'; total: 'number' }
  'answers.cells.mentioned': { rank: 'text' }
  'answers.cells.mentionedUnranked': null
  'answers.cells.notMentioned': null
  'answers.chips.cites': { source: 'text' }
  'answers.chips.citesYou': null
  'answers.chips.claim': { verdict: 'text' }
  'answers.chips.doesNotCiteYou': null
  'answers.chips.mentionsProduct': { name: 'text' }
  'answers.chips.mentionsProductUnknown': null
  'answers.chips.model': { model: 'text' }
  'answers.chips.prompt': { text: 'text' }
  'answers.chips.prompts': { count: 'number' }
  'answers.chips.remove': null
  'answers.chips.run': null
  'answers.chips.search': { search: 'text' }
  'answers.chips.statesFact': null
  'answers.chips.withoutCompetitor': { name: 'text' }
  'answers.chips.withoutCompetitorUnknown': null
  'answers.columns.citations': null
  'answers.columns.date': null
  'answers.columns.mentioned': null
  'answers.columns.platform': null
  'answers.columns.prompt': null
  'answers.columns.score': null
  'answers.columns.sentiment': null
  'answers.compare.action': null
  'answers.compare.chooseTwo': null
  'answers.compare.clear': null
  'answers.compare.differences': null
  'answers.compare.empty': null
  'answers.compare.emptyTitle': null
  'answers.compare.label': null
  'answers.compare.otherPlatforms': null
  'answers.compare.select': { platform: 'text'; prompt: 'text' }
  'answers.compare.selected': { count: 'number' }
  'answers.compare.side': { number: 'text'; platform: 'text' }
  'answers.compare.sideBySide': null
  'answers.compare.title': null
  'answers.compare.twoPrompts': { first: 'text'; second: 'text' }
  'answers.conversation.current': null
  'answers.conversation.lead': null
  'answers.conversation.title': null
  'answers.excerpt.answer': { platform: 'text'; day: 'text' }
  'answers.excerpt.mentioned': null
  'answers.excerpt.newPage': null
  'answers.excerpt.notMentioned': null
  'answers.excerpt.ranked': { rank: 'number' }
  'answers.excerpt.yourSite': null
  'answers.facts.answered': null
  'answers.facts.classifiedBy.model': null
  'answers.facts.classifiedBy.person': null
  'answers.facts.classifiedBy.rules': null
  'answers.facts.competitorMentions': { rank: 'text'; times: 'number' }
  'answers.facts.competitors': null
  'answers.facts.correct': null
  'answers.facts.cost': null
  'answers.facts.mentioned': { brand: 'text' }
  'answers.facts.mentions': { times: 'number' }
  'answers.facts.model': null
  'answers.facts.none': null
  'answers.facts.notMentioned': null
  'answers.facts.onlyBrand': { times: 'number' }
  'answers.facts.queried': null
  'answers.facts.quoted': { search: 'text' }
  'answers.facts.rankedMentions': { times: 'number'; rank: 'text'; brands: 'text' }
  'answers.facts.searches': { count: 'number' }
  'answers.facts.sentiment': null
  'answers.facts.unknownModel': null
  'answers.facts.weight': null
  'answers.facts.weightOfRuns': { weight: 'number' }
  'answers.filters.competitor': null
  'answers.filters.competitorAny': null
  'answers.filters.mentioned': null
  'answers.filters.mentionedAny': null
  'answers.filters.mentionedNo': null
  'answers.filters.mentionedYes': null
  'answers.filters.mentions': { name: 'text' }
  'answers.filters.search': null
  'answers.filters.sentiment': null
  'answers.filters.sentimentAny': null
  'answers.filters.status': null
  'answers.filters.statusAny': null
  'answers.noText.consequence': null
  'answers.noText.deleted': null
  'answers.noText.deletedReason': null
  'answers.noText.reasons.empty': null
  'answers.noText.reasons.failed': null
  'answers.noText.reasons.refused': null
  'answers.page.caption': null
  'answers.page.empty': null
  'answers.page.emptySearch': null
  'answers.page.emptyTitle': null
  'answers.page.newest': { shown: 'number' }
  'answers.page.summary': { total: 'number'; period: 'text' }
  'answers.page.title': null
  'answers.scope.cannotBeGivenTogetherWithDate': null
  'answers.scope.lastMonthRequiresAWindowOf': null
  'answers.scope.mustBeACountryCodeOf': null
  'answers.scope.mustBeAWholeNumber': null
  'answers.sources.citations': { count: 'number' }
  'answers.sources.noDomain': null
  'answers.sources.none': null
  'answers.sources.own': { count: 'number' }
  'answers.sources.retrieved': { count: 'number' }
  'audits.access.aBrowserGetsStatus200Bots': { bots: 'text' }
  'audits.access.aLoopOrMoreThan10': { chain: 'text' }
  'audits.access.allowBotsInYourFirewall': { bots: 'text'; count: 'number' }
  'audits.access.allowedBots': { bots: 'text' }
  'audits.access.botNoResponseFailure': { bot: 'text'; failure: 'text' }
  'audits.access.botNoSnippetAllowedByLocation': { bot: 'text'; location: 'text' }
  'audits.access.botNoindexInLocation': { bot: 'text'; location: 'text' }
  'audits.access.botRuleFromOwnGroup': { bot: 'text'; rule: 'text' }
  'audits.access.botRuleFromTheGroupFor': { bot: 'text'; rule: 'text' }
  'audits.access.botStatus200WithPercentOf': { bot: 'text'; percent: 'number' }
  'audits.access.botStatusStatus': { bot: 'text'; status: 'text' }
  'audits.access.botTheSame': { bot: 'text' }
  'audits.access.contentTypeNotGiven': null
  'audits.access.contentTypeType': { type: 'text' }
  'audits.access.disallowedBots': { bots: 'text' }
  'audits.access.firstByteAfterSecondsSMeasured': { seconds: 'number' }
  'audits.access.htmlButWithoutAContentType': null
  'audits.access.itRedirectsInALoop': null
  'audits.access.letBotsReadThisPage': { bots: 'text'; count: 'number' }
  'audits.access.linksCanonicalLinks': { links: 'number' }
  'audits.access.noBotCouldBeProbed': null
  'audits.access.noDirectiveForbidsItInHeaders': null
  'audits.access.noRedirect': null
  'audits.access.noRobotsTxtStatusStatusAll': { status: 'text' }
  'audits.access.noRule': null
  'audits.access.notRequestedRobotsTxtDisallowsOur': null
  'audits.access.oneRedirectChain': { chain: 'text' }
  'audits.access.redirectsRedirectsChain': { redirects: 'number'; chain: 'text' }
  'audits.access.status200AtUrl': { url: 'text' }
  'audits.access.statusStatusAtUrl': { status: 'text'; url: 'text' }
  'audits.access.statusStatusBrowserStatusWhenRequestedAs': { status: 'text'; browserStatus: 'text'; url: 'text' }
  'audits.access.theCanonicalLinkIsNotA': { href: 'text' }
  'audits.access.theCanonicalURLIsUrl': { url: 'text' }
  'audits.access.theHTMLIsNestedTooDeeply': null
  'audits.access.thereIsNoBrowserResponseTo': null
  'audits.access.thereIsNoCanonicalLink': null
  'audits.access.thereIsNoPageToCheck': null
  'audits.access.urlDidNotRespondBotsThen': { url: 'text' }
  'audits.access.urlReturnsStatusStatusBotsThen': { url: 'text'; status: 'text' }
  'audits.answerability.aParagraphOfLettersLettersAfter': { letters: 'number'; before: 'number'; text: 'text' }
  'audits.answerability.aShortPageWithNoLists': null
  'audits.answerability.aShortPageWithNoQuestions': null
  'audits.answerability.filledOfSectionsWithTheirOwn': { filled: 'number'; sections: 'number'; heading: 'text' }
  'audits.answerability.listsTables': { lists: 'number'; tables: 'number' }
  'audits.answerability.noHeadingIsAQuestion': null
  'audits.answerability.noParagraphOfMinToMax': { min: 'text'; max: 'text' }
  'audits.answerability.numbersInTheTextPerThousandPer': { numbers: 'number'; perThousand: 'number' }
  'audits.answerability.questionsAsHeadingsAnsweredWithAn': { questions: 'number'; answered: 'number' }
  'audits.answerability.sectionsWithOwnText': { filled: 'number'; sections: 'number' }
  'audits.answerability.thereAreNoHeadingsBelowThe': null
  'audits.answerability.thereIsTooLittleText': null
  'audits.audit.again': null
  'audits.audit.allAudits': null
  'audits.audit.back': null
  'audits.audit.failed': { reason: 'text' }
  'audits.audit.failedUnknown': null
  'audits.audit.summary': { at: 'text'; pages: 'number' }
  'audits.auditChanges.mustBeAnAuditOfThe': null
  'audits.category.access.about': null
  'audits.category.access.label': null
  'audits.category.answerability.about': null
  'audits.category.answerability.label': null
  'audits.category.extras.about': null
  'audits.category.extras.label': null
  'audits.category.readability.about': null
  'audits.category.readability.label': null
  'audits.category.trust.about': null
  'audits.category.trust.label': null
  'audits.changes.before': null
  'audits.changes.comparedWith': null
  'audits.changes.directions.better': null
  'audits.changes.directions.other': null
  'audits.changes.directions.worse': null
  'audits.changes.noChecks': null
  'audits.changes.notChecked': null
  'audits.changes.now': null
  'audits.changes.points': { before: 'text'; after: 'text' }
  'audits.changes.result': { when: 'text'; result: 'text' }
  'audits.changes.title': null
  'audits.check.author.fix': null
  'audits.check.author.label': null
  'audits.check.author.why': null
  'audits.check.bot-parity.fix': null
  'audits.check.bot-parity.label': null
  'audits.check.bot-parity.why': null
  'audits.check.canonical.fix': null
  'audits.check.canonical.label': null
  'audits.check.canonical.why': null
  'audits.check.contact.fix': null
  'audits.check.contact.label': null
  'audits.check.contact.why': null
  'audits.check.date.fix': null
  'audits.check.date.label': null
  'audits.check.date.why': null
  'audits.check.dates-agree.fix': null
  'audits.check.dates-agree.label': null
  'audits.check.dates-agree.why': null
  'audits.check.description.fix': null
  'audits.check.description.label': null
  'audits.check.description.why': null
  'audits.check.encoding.fix': null
  'audits.check.encoding.label': null
  'audits.check.encoding.why': null
  'audits.check.facts.fix': null
  'audits.check.facts.label': null
  'audits.check.facts.why': null
  'audits.check.headings.fix': null
  'audits.check.headings.label': null
  'audits.check.headings.why': null
  'audits.check.html.fix': null
  'audits.check.html.label': null
  'audits.check.html.why': null
  'audits.check.images.fix': null
  'audits.check.images.label': null
  'audits.check.images.why': null
  'audits.check.indexable.fix': null
  'audits.check.indexable.label': null
  'audits.check.indexable.why': null
  'audits.check.language.fix': null
  'audits.check.language.label': null
  'audits.check.language.why': null
  'audits.check.lead-answer.fix': null
  'audits.check.lead-answer.label': null
  'audits.check.lead-answer.why': null
  'audits.check.lists-and-tables.fix': null
  'audits.check.lists-and-tables.label': null
  'audits.check.lists-and-tables.why': null
  'audits.check.llms-txt.fix': null
  'audits.check.llms-txt.label': null
  'audits.check.llms-txt.why': null
  'audits.check.main-content.fix': null
  'audits.check.main-content.label': null
  'audits.check.main-content.why': null
  'audits.check.markdown.fix': null
  'audits.check.markdown.label': null
  'audits.check.markdown.why': null
  'audits.check.page-size.fix': null
  'audits.check.page-size.label': null
  'audits.check.page-size.why': null
  'audits.check.questions.fix': null
  'audits.check.questions.label': null
  'audits.check.questions.why': null
  'audits.check.reachable.fix': null
  'audits.check.reachable.label': null
  'audits.check.reachable.why': null
  'audits.check.redirects.fix': null
  'audits.check.redirects.label': null
  'audits.check.redirects.why': null
  'audits.check.response-time.fix': null
  'audits.check.response-time.label': null
  'audits.check.response-time.why': null
  'audits.check.robots-fetch.fix': null
  'audits.check.robots-fetch.label': null
  'audits.check.robots-fetch.why': null
  'audits.check.robots-search.fix': null
  'audits.check.robots-search.label': null
  'audits.check.robots-search.why': null
  'audits.check.sections.fix': null
  'audits.check.sections.label': null
  'audits.check.sections.why': null
  'audits.check.sitemap.fix': null
  'audits.check.sitemap.label': null
  'audits.check.sitemap.why': null
  'audits.check.snippets.fix': null
  'audits.check.snippets.label': null
  'audits.check.snippets.why': null
  'audits.check.sources.fix': null
  'audits.check.sources.label': null
  'audits.check.sources.why': null
  'audits.check.structure.fix': null
  'audits.check.structure.label': null
  'audits.check.structure.why': null
  'audits.check.structured-data.fix': null
  'audits.check.structured-data.label': null
  'audits.check.structured-data.why': null
  'audits.check.text-in-html.fix': null
  'audits.check.text-in-html.label': null
  'audits.check.text-in-html.why': null
  'audits.check.title.fix': null
  'audits.check.title.label': null
  'audits.check.title.why': null
  'audits.check.training-bots.fix': null
  'audits.check.training-bots.label': null
  'audits.check.training-bots.why': null
  'audits.crawlers.allowed': null
  'audits.crawlers.blocked': null
  'audits.crawlers.lead': null
  'audits.crawlers.refused': null
  'audits.crawlers.title': null
  'audits.crawlers.unknown': null
  'audits.extras.allAreAllowed': null
  'audits.extras.anHTMLPageIsReturnedInstead': null
  'audits.extras.brokenOfBlocksOfJSONLD': { broken: 'number'; blocks: 'number' }
  'audits.extras.disallowedBots': { bots: 'text' }
  'audits.extras.entriesWithoutALink': { entries: 'number' }
  'audits.extras.headingsDeeperThan': null
  'audits.extras.itDoesNotStartWithAnd': null
  'audits.extras.jsonLDWithoutAType': null
  'audits.extras.moreThanOneLineStartsWith': null
  'audits.extras.noneWasFound': null
  'audits.extras.notOffered': null
  'audits.extras.notRequested': null
  'audits.extras.theServerReturnsMarkdownOnRequest': null
  'audits.extras.thereIsNoJSONLD': null
  'audits.extras.thereIsNone': null
  'audits.extras.urlIsNotASitemap': { url: 'text' }
  'audits.extras.urlReturnsStatusStatus': { url: 'text'; status: 'text' }
  'audits.finding.checkedOnTheFirstPage': null
  'audits.finding.notReadRobotsTxtDisallowsOur': null
  'audits.finding.notReadThePageHasNo': null
  'audits.finding.notReadThePageReturnsStatus': { status: 'text' }
  'audits.finding.quote': { text: 'text' }
  'audits.findings.all': { count: 'text' }
  'audits.findings.blocker': { cap: 'text' }
  'audits.findings.evidence': { basis: 'text' }
  'audits.findings.howToFix': null
  'audits.findings.issues': { count: 'text' }
  'audits.findings.none': null
  'audits.findings.notApplicable': null
  'audits.findings.notScored': null
  'audits.findings.points': { earned: 'number'; weight: 'number' }
  'audits.findings.pointsFull': { weight: 'number' }
  'audits.findings.title': null
  'audits.findings.why': null
  'audits.general.maxUnfinishedAuditsOfThisBrandAre': { maxUnfinished: 'text' }
  'audits.general.mustBeACompleteURLSuch': null
  'audits.general.mustHaveAtMostMaxUrlLengthCharacters': { maxUrlLength: 'text' }
  'audits.general.noSuchAudit': null
  'audits.general.notCompleted': null
  'audits.general.robotsTxtWasNotRequested': null
  'audits.general.theAuditWasCancelled': null
  'audits.list.caption': null
  'audits.list.columns.page': null
  'audits.list.columns.pages': null
  'audits.list.columns.score': null
  'audits.list.columns.started': null
  'audits.list.columns.status': null
  'audits.list.ofPage': { url: 'text' }
  'audits.list.showAll': null
  'audits.list.title': null
  'audits.method.categoryWeight': { weight: 'number' }
  'audits.method.checkDetails': { evidence: 'text'; cap: 'text' }
  'audits.method.checkDetailsUncapped': { evidence: 'text' }
  'audits.method.checkWeight': { weight: 'number' }
  'audits.method.evidenceLevel': { evidence: 'text' }
  'audits.method.title': null
  'audits.notAuditable.hostClosedTheConnectionBeforeThe': { host: 'text' }
  'audits.notAuditable.hostCouldNotBeResolved': { host: 'text' }
  'audits.notAuditable.hostDidNotRespondInTime': { host: 'text' }
  'audits.notAuditable.hostHasNoValidCertificate': { host: 'text' }
  'audits.notAuditable.hostIsUnreachable': { host: 'text' }
  'audits.notAuditable.hostRedirectedTooOften': { host: 'text' }
  'audits.notAuditable.hostRefusedTheConnection': { host: 'text' }
  'audits.notAuditable.hostResolvesToAnAddressThat': { host: 'text' }
  'audits.notAuditable.hostSentAResponseThatIs': { host: 'text' }
  'audits.notAuditable.hostSentResponseHeadersThatAre': { host: 'text' }
  'audits.page.empty': null
  'audits.page.emptyForViewer': null
  'audits.page.emptyPageTitle': null
  'audits.page.emptyTitle': null
  'audits.page.lead': null
  'audits.page.quota': { used: 'number'; limit: 'number'; resetsAt: 'text' }
  'audits.page.title': null
  'audits.pdf.basis': { pages: 'number'; at: 'text' }
  'audits.pdf.download': null
  'audits.pdf.title': { site: 'text' }
  'audits.progress.bar': null
  'audits.progress.cancel': null
  'audits.progress.details': { completed: 'number'; total: 'number' }
  'audits.progress.pages': { completed: 'number'; total: 'number' }
  'audits.progress.stopping': null
  'audits.quota.yourPlanIncludesLimitSiteAudits': { limit: 'text'; used: 'text' }
  'audits.readability.allCharactersCanBeDecoded': null
  'audits.readability.charactersCannotBeDecodedInThe': { characters: 'number' }
  'audits.readability.charactersCharactersTitle': { characters: 'number'; title: 'text' }
  'audits.readability.countH1': { count: 'number' }
  'audits.readability.hLevelAfterHBefore': { level: 'text'; before: 'text' }
  'audits.readability.headingsTheLongestTextWithoutOne': { headings: 'number'; longest: 'number' }
  'audits.readability.inAMainElementContentOf': { content: 'number'; all: 'number' }
  'audits.readability.letters': { letters: 'number' }
  'audits.readability.lettersAndScripts': { letters: 'number'; scripts: 'number' }
  'audits.readability.lettersLettersNeedNoHeadings': { letters: 'number' }
  'audits.readability.lettersOfContentInTheRaw': { letters: 'number'; scripts: 'number' }
  'audits.readability.lettersWithoutScripts': { letters: 'number' }
  'audits.readability.megabytesMBOfHTML': { megabytes: 'number' }
  'audits.readability.moreThanMegabytesMBOfHTML': { megabytes: 'number' }
  'audits.readability.notALanguageTagTag': { tag: 'text' }
  'audits.readability.oneH1AndHeadingsBelowIt': { headings: 'number' }
  'audits.readability.onlyAnOpenGraphDescriptionText': { text: 'text' }
  'audits.readability.theHtmlElementHasNoLang': null
  'audits.readability.theTextIsNotInThe': { language: 'text' }
  'audits.readability.thereAreNoImages': null
  'audits.readability.thereIsNoDescription': null
  'audits.readability.thereIsNoHeading': null
  'audits.readability.thereIsNoMainElementWithout': { content: 'number'; all: 'number' }
  'audits.readability.thereIsNoTitle': null
  'audits.readability.titlesTitlesTheFirstIsTitle': { titles: 'number'; title: 'text' }
  'audits.readability.withoutOfImagesWithoutAnAlt': { without: 'number'; images: 'number' }
  'audits.readability.writeMoreText': null
  'audits.recommendations.blocker': null
  'audits.recommendations.gain': { points: 'number' }
  'audits.recommendations.gainAfterBlocker': null
  'audits.recommendations.lead': null
  'audits.recommendations.title': null
  'audits.report.allPagesPagesEvidence': { pages: 'number'; evidence: 'text' }
  'audits.report.notFullyOnNotMetOfPages': { notMet: 'number'; pages: 'number'; path: 'text'; evidence: 'text' }
  'audits.robotsDirectives.theMetaElementName': { name: 'text' }
  'audits.runAudit.robotsTxtOfThisSiteAllows': null
  'audits.score.byPage': { pages: 'text' }
  'audits.score.capped': { uncapped: 'text'; check: 'text' }
  'audits.score.definition': null
  'audits.score.httpStatus': { status: 'text' }
  'audits.score.label': null
  'audits.score.limitedBy': { check: 'text' }
  'audits.score.notCounted': null
  'audits.score.outOf': null
  'audits.score.weight': { weight: 'text' }
  'audits.start.linkedPages': { linked: 'number' }
  'audits.start.pages': null
  'audits.start.submit': null
  'audits.start.thisPage': null
  'audits.start.url': null
  'audits.trend.cappedBy': { check: 'text' }
  'audits.trend.chart': { url: 'text' }
  'audits.trend.lead': { url: 'text' }
  'audits.trend.score': null
  'audits.trend.title': null
  'audits.trust.aDateInTheFutureDay': { day: 'text' }
  'audits.trust.aLinkToHref': { href: 'text' }
  'audits.trust.aShortPageThatNeedsNo': null
  'audits.trust.anAddressElement': null
  'audits.trust.anOrganizationIsDescribedButNo': null
  'audits.trust.datesWithoutContradictions': { dates: 'number' }
  'audits.trust.dayDaysAgo': { day: 'text'; days: 'number' }
  'audits.trust.inJSONLD': null
  'audits.trust.modifiedModifiedBeforeItsPublication': { modified: 'text'; published: 'text' }
  'audits.trust.n0OtherSitesLinkedFromThe': null
  'audits.trust.noAddressEmailTelephoneNumberOr': null
  'audits.trust.noAuthorOrOrganizationIsNamed': null
  'audits.trust.otherSitesLinkedFromTheContent': { sites: 'number'; examples: 'text' }
  'audits.trust.theHomePageOfASite': null
  'audits.trust.thePageMarksAnAuthor': null
  'audits.trust.thePageShowsShownItsMetadata': { shown: 'text'; stated: 'text' }
  'audits.trust.thereAreNoTwoDatesTo': null
  'audits.trust.thereIsNoDate': null
  'branding.general.mustBeAColorSuchAs': null
  'branding.general.mustBeAnImageOfType': { type: 'text' }
  'branding.general.mustBeDarkerItsContrastTo': null
  'branding.general.mustHaveAtMost256KB': null
  'brands.brands.add': null
  'brands.brands.alertsOf': { count: 'number'; name: 'text' }
  'brands.brands.columns.alerts': null
  'brands.brands.columns.brand': null
  'brands.brands.columns.forecast': null
  'brands.brands.columns.lastRun': null
  'brands.brands.columns.nextReport': null
  'brands.brands.columns.spend': null
  'brands.brands.columns.trend': null
  'brands.brands.count': { brands: 'number' }
  'brands.brands.countOf': { found: 'number'; total: 'number' }
  'brands.brands.daysSoFar': { days: 'number' }
  'brands.brands.failedAt': { at: 'text' }
  'brands.brands.lead': null
  'brands.brands.noRuns': null
  'brands.brands.noneFound': null
  'brands.brands.note': null
  'brands.brands.overBudget': null
  'brands.brands.platformsWithErrors': { platforms: 'number' }
  'brands.brands.search': null
  'brands.brands.searchPlaceholder': null
  'brands.brands.spentOf': { spent: 'text'; limit: 'text' }
  'brands.brands.title': null
  'brands.brands.usualRange': null
  'brands.dateRange.allTime': null
  'brands.dateRange.compareTo': null
  'brands.dateRange.earlier': null
  'brands.dateRange.end': null
  'brands.dateRange.label': null
  'brands.dateRange.lastDays': { days: 'text' }
  'brands.dateRange.lastMonth': null
  'brands.dateRange.later': null
  'brands.dateRange.monthly': { period: 'text' }
  'brands.dateRange.previous': null
  'brands.dateRange.range': { from: 'text'; to: 'text' }
  'brands.dateRange.sameDaysLastMonth': null
  'brands.dateRange.since': { from: 'text' }
  'brands.dateRange.start': null
  'brands.dateRange.thisMonth': null
  'brands.dateRange.to': null
  'brands.dateRange.until': { to: 'text' }
  'brands.dateRange.utc': null
  'brands.dateRange.yesterday': null
  'brands.deleteBrand.action': null
  'brands.deleteBrand.confirmTitle': { brand: 'text' }
  'brands.deleteBrand.lead': null
  'brands.deleteBrand.title': null
  'brands.deleteBrand.warning': null
  'brands.entities.nameIsAlreadyACompetitorOf': { name: 'text' }
  'brands.entities.nameIsAlreadyAProductOf': { name: 'text' }
  'brands.entities.sharedWouldMatchBothTheBrand': { shared: 'text'; name: 'text' }
  'brands.filters.active': null
  'brands.filters.allMarkets': null
  'brands.filters.allPersonas': null
  'brands.filters.allPlatforms': null
  'brands.filters.allPrompts': null
  'brands.filters.allRegions': null
  'brands.filters.allTags': null
  'brands.filters.allTopics': null
  'brands.filters.branded': null
  'brands.filters.clear': null
  'brands.filters.clearOne': null
  'brands.filters.label': null
  'brands.filters.market': null
  'brands.filters.more': null
  'brands.filters.noPersona': null
  'brands.filters.persona': null
  'brands.filters.platform': null
  'brands.filters.platforms': { count: 'number' }
  'brands.filters.prompts': null
  'brands.filters.region': null
  'brands.filters.remove': null
  'brands.filters.tag': null
  'brands.filters.tagged': { tag: 'text' }
  'brands.filters.tags': { count: 'number' }
  'brands.filters.toggle': { active: 'number' }
  'brands.filters.topic': null
  'brands.filters.topics': { count: 'number' }
  'brands.filters.unbranded': null
  'brands.form.citedPages': null
  'brands.form.citedPagesLead': null
  'brands.form.pagesPerDay': null
  'brands.form.pagesPerDayHint': null
  'brands.general.aJobOfThisBrandIs': null
  'brands.general.mustBeTheIdOrSlug': null
  'brands.location.anyLanguage': null
  'brands.location.language': null
  'brands.location.languageHint': null
  'brands.location.noRegion': null
  'brands.location.region': null
  'brands.location.regionHint': null
  'brands.names.aliases': null
  'brands.names.also': { aliases: 'text' }
  'brands.names.caseAlways': null
  'brands.names.caseAutomatic': null
  'brands.names.caseNever': null
  'brands.names.caseSensitive': null
  'brands.names.edit': { name: 'text' }
  'brands.names.excluded': null
  'brands.names.excludedHint': null
  'brands.names.remove': { name: 'text' }
  'brands.noBrands.text': null
  'brands.noBrands.title': null
  'brands.noBrands.viewerText': null
  'brands.noBrands.viewerTitle': null
  'brands.notes.aBrandCanHaveAtMost': { maxNotes: 'text' }
  'brands.notes.noSuchNote': null
  'brands.pause.action': null
  'brands.pause.lead': null
  'brands.pause.pausedLead': null
  'brands.pause.pausedTitle': null
  'brands.pause.resume': null
  'brands.pause.title': null
  'brands.period.allTime': null
  'brands.period.lastDays': { days: 'text' }
  'brands.period.range': { from: 'text'; to: 'text' }
  'brands.period.since': { from: 'text' }
  'brands.period.until': { to: 'text' }
  'brands.platforms.frequencyOf': { platform: 'text' }
  'brands.platforms.lead': null
  'brands.platforms.notConnected': null
  'brands.platforms.run': null
  'brands.platforms.samplesOf': { platform: 'text' }
  'brands.platforms.samplesPerPrompt': { samples: 'number' }
  'brands.platforms.save': null
  'brands.platforms.title': null
  'brands.platforms.volume': { perRun: 'number'; perMonth: 'number' }
  'brands.portfolio.alerts': null
  'brands.portfolio.attention': { count: 'number'; brands: 'number' }
  'brands.portfolio.changes': null
  'brands.portfolio.directions': { risen: 'number'; fallen: 'number' }
  'brands.portfolio.estimate': { forecast: 'text' }
  'brands.portfolio.failed': { count: 'number'; brands: 'text' }
  'brands.portfolio.fell': { count: 'number'; brands: 'text' }
  'brands.portfolio.nextReport': null
  'brands.portfolio.noReport': null
  'brands.portfolio.of': { count: 'number'; brands: 'number' }
  'brands.portfolio.ofLimit': { limit: 'text'; forecast: 'text' }
  'brands.portfolio.onBrands': { brands: 'number' }
  'brands.portfolio.others': { others: 'number' }
  'brands.portfolio.overspent': { count: 'number'; brands: 'text' }
  'brands.portfolio.spend': null
  'brands.products.add': null
  'brands.products.edit': { name: 'text' }
  'brands.products.empty': null
  'brands.products.emptyTitle': null
  'brands.products.lead': null
  'brands.products.name': null
  'brands.products.removeAction': null
  'brands.products.removeTitle': { name: 'text' }
  'brands.products.removeWarning': null
  'brands.products.save': null
  'brands.products.title': null
  'brands.products.viewResults': null
  'brands.profile.description': null
  'brands.profile.domain': null
  'brands.profile.domainHint': null
  'brands.profile.domains': null
  'brands.profile.industry': null
  'brands.profile.lead': null
  'brands.profile.name': null
  'brands.profile.namesLead': null
  'brands.profile.namesTitle': null
  'brands.profile.save': null
  'brands.profile.sitesLead': null
  'brands.profile.sitesTitle': null
  'brands.profile.title': null
  'brands.reanalysis.progress': { completed: 'number'; total: 'number' }
  'brands.reanalysis.starting': null
  'brands.reprocess.action': null
  'brands.reprocess.lead': null
  'brands.reprocess.title': null
  'brands.routes.thisBrandHasNoAnswersTo': null
  'brands.savedViews.mustBeAQueryString': null
  'brands.savedViews.mustContainNameOrSearch': null
  'brands.savedViews.noSuchSavedView': null
  'brands.savedViews.youAlreadyHaveASavedView': null
  'brands.savedViews.youAlreadyHaveMaxViewsSavedViews': { maxViews: 'text' }
  'brands.settings.lead': null
  'brands.settings.tabs.brand': null
  'brands.settings.tabs.personas': null
  'brands.settings.tabs.platforms': null
  'brands.settings.tabs.products': null
  'brands.settings.tabs.topics': null
  'brands.settings.tabs.webhook': null
  'brands.settings.title': null
  'brands.simulated.all': null
  'brands.simulated.chipAll': null
  'brands.simulated.chipSome': null
  'brands.simulated.connect': null
  'brands.simulated.past': null
  'brands.simulated.some': { platforms: 'text' }
  'brands.sourceTypes.add': null
  'brands.sourceTypes.lead': null
  'brands.sourceTypes.none': null
  'brands.sourceTypes.remove': { site: 'text' }
  'brands.sourceTypes.removeNew': null
  'brands.sourceTypes.site': null
  'brands.sourceTypes.sitePlaceholder': null
  'brands.sourceTypes.title': null
  'brands.sourceTypes.typeOf': { site: 'text' }
  'brands.sourceTypes.typeOfNew': null
  'brands.views.delete': { name: 'text' }
  'brands.views.empty': null
  'brands.views.hint': null
  'brands.views.label': null
  'brands.views.name': null
  'brands.views.save': null
  'brands.views.saveAction': null
  'brands.views.saveTitle': null
  'briefs.brief.callToAction': null
  'briefs.brief.competitors': null
  'briefs.brief.copyMarkdown': null
  'briefs.brief.edit': null
  'briefs.brief.empty': null
  'briefs.brief.emptyHint': null
  'briefs.brief.generate': null
  'briefs.brief.keywords': null
  'briefs.brief.questions': null
  'briefs.brief.regenerate': null
  'briefs.brief.regenerateConsequence': null
  'briefs.brief.regenerateTitle': null
  'briefs.brief.source': { method: 'text'; writtenAt: 'text' }
  'briefs.brief.sources': null
  'briefs.brief.title': null
  'briefs.brief.typeAndLength': { type: 'text'; words: 'number' }
  'briefs.briefEditor.audience': null
  'briefs.briefEditor.contentType': null
  'briefs.briefEditor.contentTypeHint': null
  'briefs.briefEditor.onePerLine': null
  'briefs.briefEditor.oneUrlPerLine': null
  'briefs.briefEditor.outline': null
  'briefs.briefEditor.outlineHint': null
  'briefs.briefEditor.save': null
  'briefs.briefEditor.title': null
  'briefs.briefEditor.wordCount': null
  'briefs.briefMarkdown.audience': { audience: 'text' }
  'briefs.briefMarkdown.contentType': { type: 'text' }
  'briefs.briefMarkdown.wordCount': { words: 'text' }
  'briefs.phrases.action': { brand: 'text'; domain: 'text' }
  'briefs.phrases.advice': { advice: 'choice'; brand: 'text'; domain: 'text' }
  'briefs.phrases.adviceHeading': null
  'briefs.phrases.audience': { prompt: 'text' }
  'briefs.phrases.cited': { domains: 'text' }
  'briefs.phrases.claim': { competitor: 'text'; quote: 'text' }
  'briefs.phrases.compareAdvice': { brand: 'text' }
  'briefs.phrases.compareHeading': { brand: 'text'; competitors: 'text' }
  'briefs.phrases.competitor': { competitor: 'text'; named: 'text'; answers: 'text'; cited: 'text' }
  'briefs.phrases.correctionAsk': { domain: 'text' }
  'briefs.phrases.correctionAskContact': { contact: 'text'; domain: 'text' }
  'briefs.phrases.correctionAudience': { type: 'choice'; domain: 'text' }
  'briefs.phrases.correctionEdit': null
  'briefs.phrases.correctionNoSource': null
  'briefs.phrases.correctionPage': null
  'briefs.phrases.correctionQuote': { verdict: 'choice'; quote: 'text' }
  'briefs.phrases.correctionSource': { url: 'text' }
  'briefs.phrases.correctionValue': { statement: 'text' }
  'briefs.phrases.directional': null
  'briefs.phrases.factsHeading': null
  'briefs.phrases.firstStep': { domain: 'text'; count: 'text'; answers: 'text' }
  'briefs.phrases.leadAnswer': { prompt: 'text'; brand: 'text' }
  'briefs.phrases.leadGap': { leader: 'text'; leaderNamed: 'text'; answers: 'text'; brand: 'text'; brandNamed: 'text' }
  'briefs.phrases.leadHeading': null
  'briefs.phrases.missing': { aspects: 'text'; brand: 'text' }
  'briefs.phrases.missingKind': { kind: 'choice'; brand: 'text' }
  'briefs.phrases.noDescription': { brand: 'text' }
  'briefs.phrases.outreachTitle': { brand: 'text'; prompt: 'text' }
  'briefs.phrases.page': { title: 'text'; url: 'text'; count: 'text'; answers: 'text' }
  'briefs.phrases.pagesHeading': null
  'briefs.phrases.recurs': { count: 'text'; read: 'text' }
  'briefs.phrases.says': { quote: 'text' }
  'charts.date': null
  'charts.events': null
  'charts.interval': { low: 'text'; high: 'text' }
  'charts.noAnswers': { series: 'text' }
  'charts.ofThisDay': { value: 'text' }
  'charts.partialDay': { day: 'text' }
  'charts.png': null
  'charts.showChart': null
  'charts.showTable': null
  'charts.value': { series: 'text'; value: 'text' }
  'charts.valueWithInterval': { series: 'text'; value: 'text'; low: 'text'; high: 'text' }
  'citations.changes.added': null
  'citations.changes.caution': null
  'citations.changes.chart': null
  'citations.changes.columns.answers': null
  'citations.changes.columns.first': null
  'citations.changes.columns.last': null
  'citations.changes.columns.source': null
  'citations.changes.lead': null
  'citations.changes.lost': null
  'citations.changes.lostLead': null
  'citations.changes.lostTitle': { count: 'number' }
  'citations.changes.newLead': null
  'citations.changes.newTitle': { count: 'number' }
  'citations.changes.none': null
  'citations.changes.title': null
  'citations.check.author': null
  'citations.check.blockedAgents': null
  'citations.check.changed': null
  'citations.check.checkedOn': { day: 'text' }
  'citations.check.language': null
  'citations.check.modified': null
  'citations.check.named': null
  'citations.check.none': null
  'citations.check.published': null
  'citations.check.title': null
  'citations.check.unchanged': null
  'citations.check.unknown': null
  'citations.citedPage.back': null
  'citations.citedPage.empty': { answers: 'number'; period: 'text' }
  'citations.citedPage.emptyTitle': null
  'citations.citedPage.openPage': null
  'citations.citedPage.owner': null
  'citations.citedPage.pageType': null
  'citations.citedPage.site': null
  'citations.citedPage.sourceType': null
  'citations.citedPage.thirdParty': null
  'citations.citedPage.yours': null
  'citations.keyFigures.citingAnswers': { answers: 'number' }
  'citations.keyFigures.firstCited': null
  'citations.keyFigures.firstCitedDefinition': null
  'citations.keyFigures.lastCited': { day: 'text' }
  'citations.keyFigures.mentionRate': null
  'citations.keyFigures.mentionRateDefinition': null
  'citations.keyFigures.ofAnswers': { answers: 'number'; citations: 'number' }
  'citations.keyFigures.share': null
  'citations.keyFigures.shareDefinition': null
  'citations.mentionedBrands.caption': null
  'citations.mentionedBrands.columns.answers': null
  'citations.mentionedBrands.columns.citingAnswers': null
  'citations.mentionedBrands.columns.name': null
  'citations.mentionedBrands.columns.share': null
  'citations.mentionedBrands.lead': null
  'citations.mentionedBrands.title': null
  'citations.mentionedBrands.you': null
  'citations.newestAnswers.caption': null
  'citations.newestAnswers.columns.alsoMentioned': null
  'citations.newestAnswers.columns.date': null
  'citations.newestAnswers.columns.mentioned': null
  'citations.newestAnswers.columns.platform': null
  'citations.newestAnswers.columns.prompt': null
  'citations.newestAnswers.title': null
  'citations.newestAnswers.viewAll': { count: 'number' }
  'citations.outreach.any': null
  'citations.outreach.briefReady': null
  'citations.outreach.contact': null
  'citations.outreach.contactHint': null
  'citations.outreach.followUp': null
  'citations.outreach.notes': null
  'citations.outreach.owner': null
  'citations.outreach.since': { day: 'text' }
  'citations.outreach.status': null
  'citations.outreach.statuses.contacted': null
  'citations.outreach.statuses.listed': null
  'citations.outreach.statuses.new': null
  'citations.outreach.statuses.not_relevant': null
  'citations.page.allSourceTypes': null
  'citations.page.changed': { changed: 'number'; shown: 'number' }
  'citations.page.empty': null
  'citations.page.emptyTitle': null
  'citations.page.largest': { domain: 'text'; answers: 'number'; brand: 'text' }
  'citations.page.sourceType': null
  'citations.page.summary': { citations: 'number'; urls: 'number'; domains: 'number'; resultsWithCitations: 'number'; answers: 'number'; period: 'text' }
  'citations.page.title': null
  'citations.page.verdict': { targets: 'number' }
  'citations.page.viewLabel': null
  'citations.page.views.changes': null
  'citations.page.views.companies': null
  'citations.page.views.domains': null
  'citations.page.views.pages': null
  'citations.page.views.targets': null
  'citations.pageStates.failed': null
  'citations.pageStates.not_found': null
  'citations.pageStates.not_html': null
  'citations.pageStates.private': null
  'citations.pageStates.redirects': null
  'citations.pageStates.refused': null
  'citations.pageStates.robots': null
  'citations.pageStates.timeout': null
  'citations.pageStates.too_large': null
  'citations.panel.blocked': null
  'citations.panel.checkAgain': null
  'citations.panel.checkRequested': { count: 'number' }
  'citations.panel.checkedOn': { day: 'text' }
  'citations.panel.cited': { answers: 'number' }
  'citations.panel.covered': { covered: 'number'; brand: 'text' }
  'citations.panel.missed': { missed: 'number'; brand: 'text' }
  'citations.panel.missedOf': { missed: 'number'; answers: 'number' }
  'citations.panel.missing': null
  'citations.panel.next': null
  'citations.panel.notChecked': null
  'citations.panel.ofPages': { pages: 'number' }
  'citations.panel.onPage': null
  'citations.panel.onPagePosition': { position: 'number'; named: 'number' }
  'citations.panel.onPagePositionHint': null
  'citations.panel.open': { domain: 'text' }
  'citations.panel.pages': null
  'citations.panel.previous': null
  'citations.panel.prompts': null
  'citations.panel.promptsLead': null
  'citations.panel.quoteOf': { platform: 'text'; day: 'text' }
  'citations.panel.quotes': null
  'citations.panel.unavailable': null
  'citations.panel.viewAnswers': { count: 'number' }
  'citations.panel.week': { day: 'text'; answers: 'number'; mentioning: 'number'; brand: 'text' }
  'citations.panel.weeks': null
  'citations.panel.weeksLead': null
  'citations.panel.withYou': { answers: 'number' }
  'citations.panel.withoutYou': { answers: 'number' }
  'citations.sourceTypes.filter': { type: 'text'; citations: 'number' }
  'citations.sourceTypes.title': null
  'citations.sources.citations': null
  'citations.sources.citingAnswers': null
  'citations.sources.domain': null
  'citations.sources.domainsCaption': null
  'citations.sources.mentionYou': null
  'citations.sources.page': null
  'citations.sources.pagesCaption': null
  'citations.sources.shareOfAll': { pct: 'text' }
  'citations.targets.caption': null
  'citations.targets.columns.answers': null
  'citations.targets.columns.competitors': null
  'citations.targets.columns.missed': null
  'citations.targets.columns.onPages': null
  'citations.targets.columns.source': null
  'citations.targets.companiesCaption': null
  'citations.targets.none': null
  'citations.targets.noneWithStatus': null
  'citations.targets.onPagesOf': { naming: 'number'; checked: 'number' }
  'citations.trend.byDay': null
  'citations.trend.byWeek': null
  'citations.trend.chart': { granularity: 'text' }
  'citations.trend.interval': null
  'citations.trend.lead': null
  'citations.trend.series': null
  'citations.trend.title': null
  'citations.usage.byPlatform': null
  'citations.usage.byPlatformCaption': null
  'citations.usage.byPrompt': null
  'citations.usage.byPromptCaption': null
  'citations.usage.byPromptLead': null
  'citations.usage.columns.answers': null
  'citations.usage.columns.citingAnswers': null
  'citations.usage.columns.platform': null
  'citations.usage.columns.prompt': null
  'citations.usage.columns.share': null
  'citedPages.requests.off': null
  'claims.answer.correct': null
  'claims.answer.history': { previous: 'text'; verdict: 'text'; name: 'text'; time: 'text' }
  'claims.answer.quote': { verdict: 'text' }
  'claims.answer.someone': null
  'claims.answer.title': null
  'claims.compareWithModel.comparedThen': { classified: 'number'; failure: 'text' }
  'claims.corrections.notCompared': null
  'claims.detail.byModel': null
  'claims.detail.citedIn': { count: 'number' }
  'claims.detail.corrected': null
  'claims.detail.noQuotes': null
  'claims.detail.noSources': null
  'claims.detail.noText': null
  'claims.detail.opportunity': null
  'claims.detail.quotes': null
  'claims.detail.rightUntil': { value: 'text'; day: 'text' }
  'claims.detail.source': null
  'claims.detail.sources': null
  'claims.detail.sourcesRead': { cited: 'number'; read: 'number' }
  'claims.facts.aBrandCanHaveAtMost': { max: 'number' }
  'claims.facts.contradicts': { subject: 'text'; statement: 'text' }
  'claims.facts.endsBeforeItStarts': { value: 'text' }
  'claims.facts.mustBeADate': null
  'claims.facts.mustBeAURL': null
  'claims.facts.noSuchFact': null
  'claims.facts.valueMustBe': { types: 'text' }
  'claims.facts.valuesOverlap': { first: 'text'; second: 'text' }
  'claims.form.certificationHint': null
  'claims.form.dateHint': null
  'claims.form.editTitle': null
  'claims.form.kind': null
  'claims.form.no': null
  'claims.form.save': null
  'claims.form.sourceUrl': null
  'claims.form.statement': null
  'claims.form.subject': null
  'claims.form.subjectHint': null
  'claims.form.unit': null
  'claims.form.unitHint': null
  'claims.form.validFrom': null
  'claims.form.validFromHint': null
  'claims.form.value': null
  'claims.form.yes': null
  'claims.import.file': null
  'claims.import.hint': null
  'claims.import.line': { line: 'number'; reason: 'text' }
  'claims.import.result': { imported: 'number'; skipped: 'number'; rejected: 'number' }
  'claims.page.add': null
  'claims.page.basis': { approved: 'number'; compared: 'number'; brand: 'text' }
  'claims.page.byModelSince': { day: 'text'; model: 'text'; count: 'number' }
  'claims.page.chooseMethod': null
  'claims.page.empty': null
  'claims.page.emptyTitle': null
  'claims.page.headline': { pct: 'number' }
  'claims.page.import': null
  'claims.page.noStatements': null
  'claims.page.pending': { count: 'number' }
  'claims.page.propose': null
  'claims.page.proposed': { pages: 'number'; proposed: 'number' }
  'claims.page.title': null
  'claims.proposals.approve': { count: 'number' }
  'claims.proposals.contradiction': null
  'claims.proposals.lead': null
  'claims.proposals.reject': null
  'claims.proposals.source': null
  'claims.proposals.structuredData': null
  'claims.proposals.title': null
  'claims.statements.certification': { brand: 'text'; name: 'text' }
  'claims.statements.founder': { brand: 'text'; people: 'text' }
  'claims.statements.foundingYear': { brand: 'text'; year: 'text' }
  'claims.statements.freeShipping': { brand: 'text'; amount: 'text' }
  'claims.statements.headquarters': { brand: 'text'; place: 'text' }
  'claims.statements.moneyBack': { brand: 'text'; period: 'text' }
  'claims.statements.person': { role: 'text'; brand: 'text'; person: 'text' }
  'claims.statements.price': { name: 'text'; amount: 'text'; per: 'choice' }
  'claims.statements.returns': { brand: 'text'; period: 'text' }
  'claims.statements.storage': { plan: 'text'; amount: 'text' }
  'claims.statements.trial': { brand: 'text'; period: 'text' }
  'claims.statements.users': { plan: 'text'; count: 'number' }
  'claims.statements.warranty': { brand: 'text'; period: 'text' }
  'claims.table.actions': null
  'claims.table.compared': null
  'claims.table.delete': { statement: 'text' }
  'claims.table.deleteAction': null
  'claims.table.deleteConsequence': null
  'claims.table.deleteTitle': null
  'claims.table.edit': { statement: 'text' }
  'claims.table.fact': null
  'claims.table.model': null
  'claims.table.platform': null
  'claims.table.platforms': null
  'claims.table.title': null
  'claims.table.unknownModel': null
  'claims.table.wrongOfStated': null
  'claims.tiles.outdated': null
  'claims.tiles.wrong': null
  'claims.tiles.wrongOfStated': null
  'claims.trend.lead': null
  'claims.trend.newMethod': { day: 'text' }
  'claims.trend.title': null
  'client.api.serverError': { status: 'text' }
  'client.api.unreachable': null
  'common.texts.anUnexpectedErrorOccurredTheLog': null
  'common.texts.changeDigest': null
  'common.texts.firstNext': { first: 'text'; next: 'text' }
  'common.texts.isNotAKnownField': null
  'common.texts.isNotAValidCursor': null
  'common.texts.isRequired': null
  'common.texts.mustBeAnEmailAddress': null
  'common.texts.mustBeAnHttpOrHttps': null
  'common.texts.mustBeAnIANATimeZone': null
  'common.texts.mustBeInTheFuture': null
  'common.texts.mustBeOneOfNames': { names: 'text' }
  'common.texts.mustContainAChange': null
  'common.texts.mustHaveAtMostSizeEntries': { size: 'number' }
  'common.texts.mustNotBeAfterDateTo': null
  'common.texts.mustNotBeBeforeDay': { day: 'text' }
  'common.texts.mustNotBeEmpty': null
  'common.texts.mustNotContainControlCharacters': null
  'common.texts.mustNotContainU0000': null
  'common.texts.noSuchAnswer': null
  'common.texts.noSuchBrand': null
  'common.texts.noSuchCompetitor': null
  'common.texts.noSuchJob': null
  'common.texts.noSuchOrganization': null
  'common.texts.noSuchPersona': null
  'common.texts.noSuchProduct': null
  'common.texts.noSuchPrompt': null
  'common.texts.noSuchTopic': null
  'common.texts.numberOnPlatform': { number: 'text'; platform: 'text' }
  'common.texts.plain': { text: 'text' }
  'common.texts.signInFirst': null
  'common.texts.simulatedDataTheseAnswersAreNot': null
  'common.texts.visibilityScoreOfName': { name: 'text' }
  'competitorDetail.all': null
  'competitorDetail.empty': null
  'competitorDetail.gaps.label': { name: 'text' }
  'competitorDetail.gaps.lead': { brand: 'text'; competitor: 'text' }
  'competitorDetail.gaps.noTopic': null
  'competitorDetail.gaps.platforms': null
  'competitorDetail.gaps.title': null
  'competitorDetail.gaps.topics': null
  'competitorDetail.headToHead.ahead': { points: 'text' }
  'competitorDetail.headToHead.behind': { points: 'text' }
  'competitorDetail.headToHead.better': null
  'competitorDetail.headToHead.caption': { name: 'text' }
  'competitorDetail.headToHead.gap': null
  'competitorDetail.headToHead.lead': { answers: 'number' }
  'competitorDetail.headToHead.metric': null
  'competitorDetail.headToHead.title': null
  'competitorDetail.headToHead.unclear': null
  'competitorDetail.headToHead.withoutInterval': null
  'competitorDetail.mentioned.both': null
  'competitorDetail.mentioned.neither': null
  'competitorDetail.mentioned.only': { name: 'text' }
  'competitorDetail.mentioned.title': null
  'competitorDetail.prompts.caption': null
  'competitorDetail.prompts.columns.gap': null
  'competitorDetail.prompts.columns.prompt': null
  'competitorDetail.prompts.columns.you': null
  'competitorDetail.prompts.none': null
  'competitorDetail.prompts.title': null
  'competitorDetail.prompts.view': null
  'competitorDetail.prompts.views.lost': { competitor: 'text'; count: 'number' }
  'competitorDetail.prompts.views.won': { count: 'number' }
  'competitorDetail.sources.caption': { name: 'text' }
  'competitorDetail.sources.columns.answers': null
  'competitorDetail.sources.columns.source': null
  'competitorDetail.sources.columns.withoutYou': null
  'competitorDetail.sources.none': null
  'competitorDetail.sources.own': null
  'competitorDetail.sources.title': { name: 'text' }
  'competitorDetail.tabs': null
  'competitorDetail.themes.criticized': null
  'competitorDetail.themes.none': null
  'competitorDetail.themes.praised': null
  'competitorDetail.trend.chart': { brand: 'text'; competitor: 'text' }
  'competitorDetail.trend.lead': null
  'competitorDetail.trend.title': null
  'competitorDetail.verdict.chance': null
  'competitorDetail.verdict.competitorLeads': { competitor: 'text'; topics: 'text' }
  'competitorDetail.verdict.leads': { name: 'text'; points: 'number' }
  'competitorDetail.verdict.youLead': { topics: 'text' }
  'competitorSuggestions.general.noSuchSuggestion': null
  'competitorSuggestions.general.onlyASuggestionThatIsDismissed': null
  'competitorSuggestions.general.onlyASuggestionThatIsOpen': null
  'competitorSuggestions.general.onlyOpenOrDismissedCanBeAccepted': null
  'competitors.dialog.add': null
  'competitors.dialog.addTitle': null
  'competitors.dialog.domain': null
  'competitors.dialog.domainHint': null
  'competitors.dialog.domainPlaceholder': null
  'competitors.dialog.editTitle': { name: 'text' }
  'competitors.dialog.name': null
  'competitors.dialog.save': null
  'competitors.leaderboard.caption': null
  'competitors.leaderboard.columns.name': null
  'competitors.leaderboard.lead': { answers: 'number'; period: 'text' }
  'competitors.leaderboard.title': null
  'competitors.leaderboard.you': null
  'competitors.page.empty': null
  'competitors.page.emptyTitle': null
  'competitors.page.title': null
  'competitors.page.track': null
  'competitors.remove.action': null
  'competitors.remove.title': { name: 'text' }
  'competitors.remove.warning': null
  'competitors.shareOfVoice.caption': null
  'competitors.shareOfVoice.columns.platform': null
  'competitors.shareOfVoice.columns.share': null
  'competitors.shareOfVoice.overall': { share: 'text'; interval: 'text' }
  'competitors.suggestions.dismiss': null
  'competitors.suggestions.dismissOne': { name: 'text' }
  'competitors.suggestions.lead': { answers: 'number'; from: 'text'; to: 'text' }
  'competitors.suggestions.quoted': { snippet: 'text' }
  'competitors.suggestions.summary': { answers: 'number'; prompts: 'number'; platforms: 'text' }
  'competitors.suggestions.title': null
  'competitors.suggestions.track': null
  'competitors.suggestions.trackOne': { name: 'text' }
  'competitors.tabs.suggested': { count: 'number' }
  'competitors.tracked.lead': null
  'competitors.tracked.personaNames': { persona: 'text'; names: 'text' }
  'competitors.tracked.title': null
  'competitors.verdict.rank': { brand: 'text'; rank: 'number'; of: 'text' }
  'competitors.verdict.second': { name: 'text' }
  'core.context.yourAccessIsLimitedToCertain': null
  'core.context.yourRoleRoleDoesNotAllow': { role: 'text' }
  'core.errors.pathProblem': { path: 'text'; problem: 'text' }
  'core.events.aBrandSPlatformsWereChanged': null
  'core.events.aBrandWasChanged': null
  'core.events.aBrandWasCreated': null
  'core.events.aBrandWasDeletedWithAll': null
  'core.events.aBriefWasWrittenForAn': null
  'core.events.aCompetitorWasAdded': null
  'core.events.aCompetitorWasChanged': null
  'core.events.aCompetitorWasRemoved': null
  'core.events.aConnectedAppWasRemoved': null
  'core.events.aDismissedSuggestionWasRestored': null
  'core.events.aFailedDeliveryToANotification': null
  'core.events.aGoalWasAdded': null
  'core.events.aGoalWasChanged': null
  'core.events.aGoalWasRemoved': null
  'core.events.aHostedFileWasResetTo': null
  'core.events.aJobWasCancelledARun': null
  'core.events.aLinkToAReportWas': null
  'core.events.aLinkToAReportWasCreated': null
  'core.events.aLogSourceWasAdded': null
  'core.events.aLogSourceWasChanged': null
  'core.events.aLogSourceWasRemoved': null
  'core.events.aMemberSRoleOrBrand': null
  'core.events.aMemberWasRemoved': null
  'core.events.aNoteOnTheTrendCharts': null
  'core.events.aNoteWasAddedToThe': null
  'core.events.aNoteWasChanged': null
  'core.events.aNotificationChannelWasAdded': null
  'core.events.aNotificationChannelWasChanged': null
  'core.events.aNotificationChannelWasRemoved': null
  'core.events.aPasskeyWasRenamed': null
  'core.events.aPersonaWasAdded': null
  'core.events.aPersonaWasChanged': null
  'core.events.aPersonaWasRemoved': null
  'core.events.aPlatformWasTestedWithOne': null
  'core.events.aProductWasAdded': null
  'core.events.aProductWasChanged': null
  'core.events.aProductWasRemoved': null
  'core.events.aPromptWasAdded': null
  'core.events.aPromptWasChanged': null
  'core.events.aPromptWasRemoved': null
  'core.events.aReanalysisOfTheStoredAnswers': null
  'core.events.aRecipientOfANotificationChannel': null
  'core.events.aRecoveryCodeWasUsed': null
  'core.events.aReportWasCreated': null
  'core.events.aReportWasDeletedWithIts': null
  'core.events.aReportWasDownloadedAsA': null
  'core.events.aReportWasPublishedAndCan': null
  'core.events.aReportWasScheduled': null
  'core.events.aScheduledReportWasRemoved': null
  'core.events.aSecondFactorWasAdded': null
  'core.events.aSecondFactorWasRemoved': null
  'core.events.aServiceAccountWasChanged': null
  'core.events.aServiceAccountWasCreated': null
  'core.events.aServiceAccountWasDeleted': null
  'core.events.aSiteAuditWasRequested': null
  'core.events.aSuggestedCompetitorWasAccepted': null
  'core.events.aSuggestedCompetitorWasDismissed': null
  'core.events.aTemplateOfReportsWasDeleted': null
  'core.events.aTestWasSentToAChannel': null
  'core.events.aTopicWasAdded': null
  'core.events.aTopicWasChanged': null
  'core.events.aTopicWasRemoved': null
  'core.events.aTrackingRunWasRequested': null
  'core.events.aUserAcceptedAnInvitation': null
  'core.events.aUserDeletedTheirAccount': null
  'core.events.aUserSAddressWasChanged': null
  'core.events.aUserSPasswordWasChanged': null
  'core.events.aUserSignedIn': null
  'core.events.aUserSignedOut': null
  'core.events.aUserWasInvited': null
  'core.events.aWebhookDidNotAcceptAn': null
  'core.events.actionChanged': null
  'core.events.actionCreated': null
  'core.events.actionDeleted': null
  'core.events.actionProposalDismissed': null
  'core.events.allCallbackURLsOfABrand': null
  'core.events.allDataOfTheOrganizationWas': null
  'core.events.anAPIKeyWasCreated': null
  'core.events.anAPIKeyWasRevoked': null
  'core.events.anAPIKeyWasRotated': null
  'core.events.anAlertRuleWasAdded': null
  'core.events.anAlertRuleWasChangedMuted': null
  'core.events.anAlertRuleWasRemoved': null
  'core.events.anAppWasConnected': null
  'core.events.anEngineKeyOfTheOrganization': null
  'core.events.anEngineKeyWasChanged': null
  'core.events.anEngineKeyWasTestedWith': null
  'core.events.anInvitationWasRevoked': null
  'core.events.anOpportunityWasCreatedForA': null
  'core.events.anOpportunityWasDeliveredToA': null
  'core.events.anOrganizationSPlanWasChanged': null
  'core.events.anOrganizationWasCreated': null
  'core.events.citedPagesRequested': null
  'core.events.claimCorrected': null
  'core.events.claimsMethodChanged': null
  'core.events.connectionChanged': null
  'core.events.connectionCreated': null
  'core.events.connectionDeleted': null
  'core.events.dataOlderThanItsRetentionPeriod': null
  'core.events.factChanged': null
  'core.events.factCreated': null
  'core.events.factDeleted': null
  'core.events.factsDecided': null
  'core.events.factsImported': null
  'core.events.factsProposed': null
  'core.events.fileDeleted': null
  'core.events.fileImported': null
  'core.events.hostedFilesGotANewURL': null
  'core.events.identityAdded': null
  'core.events.identityRemoved': null
  'core.events.keywordsDeleted': null
  'core.events.keywordsUploaded': null
  'core.events.newRecoveryCodesWereCreated': null
  'core.events.opportunitiesWereCreatedUpdatedOrClosed': null
  'core.events.organizationSettingsWereChanged': null
  'core.events.pastAnswersWereImported': null
  'core.events.promptCandidateDecided': null
  'core.events.promptFrequenciesChanged': null
  'core.events.promptFrequenciesRestored': null
  'core.events.promptsWereImported': null
  'core.events.requestsOfAIAgentsWereImported': null
  'core.events.searchVolumesOfPromptsWereImported': null
  'core.events.searchVolumesOfPromptsWereRequested': null
  'core.events.severalPromptsWereChangedAtOnce': null
  'core.events.severalPromptsWereRemovedAtOnce': null
  'core.events.someoneTriedToSignInWith': null
  'core.events.ssoBypassed': null
  'core.events.ssoChanged': null
  'core.events.ssoDeleted': null
  'core.events.ssoDomainAdded': null
  'core.events.ssoDomainDeleted': null
  'core.events.ssoDomainLost': null
  'core.events.ssoDomainMissing': null
  'core.events.ssoDomainVerified': null
  'core.events.ssoRuleAdded': null
  'core.events.ssoRuleDeleted': null
  'core.events.ssoRuleMoved': null
  'core.events.suggestionsWereRequestedFromALanguage': null
  'core.events.theAuditLogWasExported': null
  'core.events.theBriefOfAnOpportunityWas': null
  'core.events.theNameColorOrLogoOn': null
  'core.events.theOutreachToASource': null
  'core.events.theOwnerDueDateOrComment': null
  'core.events.theRetentionPeriodsOfTheOrganization': null
  'core.events.theSectionsOfAReportWere': null
  'core.events.theSentimentMethodWasChanged': null
  'core.events.theSentimentOfAnAnswerWasCorrected': null
  'core.events.theStatusOfAnOpportunityWas': null
  'core.events.theTextOfAHostedFile': null
  'core.events.theTextsOrSectionsOfA': null
  'core.fields.mustBeADomainSuchAs': null
  'core.fields.mustBeALanguageTagSuch': null
  'core.fields.mustBeATwoLetterCountry': null
  'core.general.mustBeAUUID': null
  'core.paging.mustBeAnIntegerFrom1': null
  'core.semaphore.tooManyOfTheseRequestsOf': null
  'core.validationMessages.hasAnInvalidFormat': null
  'core.validationMessages.invalidInput': null
  'core.validationMessages.mustBeADateSuchAs': null
  'core.validationMessages.mustBeAList': null
  'core.validationMessages.mustBeANumber': null
  'core.validationMessages.mustBeAString': null
  'core.validationMessages.mustBeATimestampSuchAs': null
  'core.validationMessages.mustBeAURLSuchAs': null
  'core.validationMessages.mustBeAnInteger': null
  'core.validationMessages.mustBeAnObject': null
  'core.validationMessages.mustBeAtLeastSize': { size: 'text' }
  'core.validationMessages.mustBeAtMostSize': { size: 'text' }
  'core.validationMessages.mustBeNull': null
  'core.validationMessages.mustBeTrueOrFalse': null
  'core.validationMessages.mustBeValue': { value: 'text' }
  'core.validationMessages.mustHaveAtLeastSizeCharacters': { size: 'number' }
  'core.validationMessages.mustHaveAtLeastSizeEntries': { size: 'number' }
  'core.validationMessages.mustHaveAtMostSizeCharacters': { size: 'number' }
  'dataTransfer.exportLimits.anExportOfThisOrganizationIs': null
  'dataTransfer.general.mustBeATimeSuchAs': null
  'dataTransfer.importAnswers.anotherInstruction': { name: 'text' }
  'dataTransfer.importBatch.theQueryFailedNoReasonWas': null
  'dataTransfer.organizationExport.mustBeTheNameOfThe': null
  'demo.audience.generatedByTheSimulatorLikeAll': null
  'demo.badge': null
  'demo.bar.remove': null
  'demo.bar.text': { brand: 'text' }
  'demo.bar.title': null
  'demo.industries.business-banking': null
  'demo.industries.project-management': null
  'demo.industries.running-shoes': null
  'demo.offer.failed': null
  'demo.offer.generating': null
  'demo.offer.progress': { completed: 'number'; total: 'number' }
  'demo.offer.text': null
  'demo.offer.title': null
  'digests.brandSections.citedInAnswersFirstOnDay': { answers: 'number'; day: 'number' }
  'digests.brandSections.countMore': { count: 'number' }
  'digests.brandSections.establishedOnEstablishedComparingTheDays': { established: 'number'; since: 'number' }
  'digests.brandSections.factsNote': { answers: 'number'; prompts: 'number'; platforms: 'number' }
  'digests.brandSections.failedRunOnDay': { day: 'number' }
  'digests.brandSections.improvedByPoints': { points: 'number' }
  'digests.brandSections.new': null
  'digests.brandSections.numberFromBeforeToAfter': { number: 'text'; before: 'text'; after: 'text' }
  'digests.brandSections.partialRunOnDay': { day: 'number' }
  'digests.brandSections.percentageInterval': { low: 'number'; high: 'number' }
  'digests.brandSections.pointsDown': { points: 'number' }
  'digests.brandSections.pointsUp': { points: 'number' }
  'digests.brandSections.positionInterval': { low: 'number'; high: 'number' }
  'digests.brandSections.scoreInterval': { low: 'number'; high: 'number' }
  'digests.brandSections.sentimentInterval': { low: 'number'; high: 'number'; coverage: 'number' }
  'digests.brandSections.signedPoints': { delta: 'number' }
  'digests.brandSections.visibilityAgainstCompetitors': null
  'digests.brandSections.worseByPoints': { points: 'number' }
  'digests.compose.brandMonthlyDigestFromToTo': { brand: 'text'; from: 'number'; to: 'number' }
  'digests.compose.brandNoAnswersInThisPeriod': { brand: 'text' }
  'digests.compose.brandScoresPointsPointsMoreThan': { brand: 'text'; points: 'number'; competitor: 'text' }
  'digests.compose.brandText': { brand: 'text'; text: 'text' }
  'digests.compose.brandVisibilityScoreScoreDownPoints': { brand: 'text'; score: 'number'; points: 'number' }
  'digests.compose.brandVisibilityScoreScoreUpPoints': { brand: 'text'; score: 'number'; points: 'number' }
  'digests.compose.brandWeeklyDigestFromToTo': { brand: 'text'; from: 'number'; to: 'number' }
  'digests.compose.brandsChangesOfBrands': { brands: 'number'; changed: 'number' }
  'digests.compose.brandsNoEstablishedChanges': { brands: 'number' }
  'digests.compose.competitorTheStrongestCompetitorScores': { competitor: 'text'; points: 'number'; brand: 'text' }
  'digests.compose.doNext': null
  'digests.compose.establishedChanges': null
  'digests.compose.establishedChangesNames': { names: 'text' }
  'digests.compose.monthlyDigestFromToTo': { from: 'number'; to: 'number' }
  'digests.compose.n95Answers': { answers: 'number' }
  'digests.compose.n95LowToHighAnswers': { low: 'number'; high: 'number'; answers: 'number' }
  'digests.compose.newOpportunities': { opportunities: 'number' }
  'digests.compose.newSources': null
  'digests.compose.noAnswers': null
  'digests.compose.noBrandsInYourDigest': null
  'digests.compose.openAllBrands': null
  'digests.compose.openTheOverview': null
  'digests.compose.runsWithProblems': null
  'digests.compose.scoreInUsualRange': { brand: 'text'; score: 'number' }
  'digests.compose.scoreOnly': { brand: 'text'; score: 'number' }
  'digests.compose.theBrandsOfYourDigestWere': null
  'digests.compose.weeklyDigestFromToTo': { from: 'number'; to: 'number' }
  'digests.readBrand.platformError': { platform: 'text'; error: 'text' }
  'digests.readBrand.platformFailedQueries': { platform: 'text' }
  'digests.routes.noSuchSubscription': null
  'discovery.adds.language': { name: 'text' }
  'discovery.adds.page': { name: 'text' }
  'discovery.adds.product': { name: 'text' }
  'discovery.adds.topic': { name: 'text' }
  'discovery.bulk.cost': { cost: 'text'; queries: 'number' }
  'discovery.bulk.label': null
  'discovery.bulk.select': { query: 'text' }
  'discovery.bulk.selectAll': null
  'discovery.bulk.selected': { count: 'number' }
  'discovery.bulk.tags': null
  'discovery.bulk.track': null
  'discovery.bulk.trackTitle': { count: 'number' }
  'discovery.candidates.answers': { source: 'text'; answers: 'number'; platforms: 'text'; period: 'text' }
  'discovery.candidates.branded': null
  'discovery.candidates.cited': { source: 'text'; citations: 'number'; period: 'text' }
  'discovery.candidates.cost': { cost: 'text'; queries: 'number' }
  'discovery.candidates.dismiss': null
  'discovery.candidates.dismissOne': { query: 'text' }
  'discovery.candidates.draft': { query: 'text' }
  'discovery.candidates.empty': null
  'discovery.candidates.pages': { source: 'text'; pages: 'text' }
  'discovery.candidates.restore': null
  'discovery.candidates.restoreOne': { query: 'text' }
  'discovery.candidates.searched': { source: 'text'; impressions: 'number'; clicks: 'number'; period: 'text'; days: 'number' }
  'discovery.candidates.searchedWeekly': { source: 'text'; impressions: 'number'; clicks: 'number'; period: 'text'; days: 'number' }
  'discovery.candidates.similar': { count: 'number'; examples: 'text' }
  'discovery.candidates.sources.bing': { name: 'text' }
  'discovery.candidates.sources.bing_ai_queries': { name: 'text' }
  'discovery.candidates.sources.keyword_file': { name: 'text' }
  'discovery.candidates.sources.search_console': { name: 'text' }
  'discovery.candidates.status': null
  'discovery.candidates.statuses.dismissed': null
  'discovery.candidates.statuses.open': null
  'discovery.candidates.statuses.tracked': null
  'discovery.candidates.tooMany': { max: 'number' }
  'discovery.candidates.track': null
  'discovery.candidates.trackOne': { query: 'text' }
  'discovery.candidates.volume': { source: 'text'; volume: 'number' }
  'discovery.coverage.all': null
  'discovery.coverage.candidate': null
  'discovery.coverage.citations': null
  'discovery.coverage.empty': null
  'discovery.coverage.impressions': null
  'discovery.coverage.kind': null
  'discovery.coverage.kinds.page': null
  'discovery.coverage.kinds.product': null
  'discovery.coverage.kinds.topic': null
  'discovery.coverage.lead': null
  'discovery.coverage.noCandidate': null
  'discovery.coverage.subject': null
  'discovery.coverage.title': null
  'discovery.files.consequence': null
  'discovery.files.delete': { name: 'text' }
  'discovery.files.deleteAction': null
  'discovery.files.title': null
  'discovery.intents.alternatives': null
  'discovery.intents.best': null
  'discovery.intents.comparison': null
  'discovery.intents.informational': null
  'discovery.intents.price': null
  'discovery.intents.problem': null
  'discovery.keywordFiles.columns': null
  'discovery.keywordFiles.noSuchFile': null
  'discovery.keywordFiles.tooMany': { max: 'number' }
  'discovery.origins.bing': null
  'discovery.origins.bing_ai_queries': null
  'discovery.origins.engine_searches': null
  'discovery.origins.keyword_file': null
  'discovery.origins.pattern': null
  'discovery.origins.search_console': null
  'discovery.origins.site': null
  'discovery.page.allIntents': null
  'discovery.page.allOrigins': null
  'discovery.page.intent': null
  'discovery.page.lead': null
  'discovery.page.noMatch': null
  'discovery.page.origin': null
  'discovery.page.search': null
  'discovery.page.tab': null
  'discovery.page.title': null
  'discovery.page.upload': null
  'discovery.upload.file': null
  'discovery.upload.keyword': null
  'discovery.upload.lead': null
  'discovery.upload.preview': { lines: 'number'; volumes: 'number'; rejected: 'number' }
  'discovery.upload.result': { lines: 'number'; kept: 'number'; repeated: 'number'; rejected: 'number'; left_out: 'number' }
  'discovery.upload.skip': null
  'discovery.upload.unknown': null
  'discovery.upload.volume': null
  'engines.anthropic.labelSWebSearchIsTemporarily': { label: 'text' }
  'engines.anthropic.labelSWebSearchLimitsThe': { label: 'text' }
  'engines.anthropic.labelSWebSearchRejectedThe': { label: 'text' }
  'engines.brightdata.itHasNoRow': null
  'engines.brightdata.itHasNoSnapshotID': null
  'engines.checks.checkNow': null
  'engines.checks.checkedAt': { time: 'text' }
  'engines.checks.passed': null
  'engines.checks.title': null
  'engines.claims.hint': null
  'engines.claims.label': null
  'engines.claims.lead': null
  'engines.claims.title': null
  'engines.cloro.itHasNoResponse': null
  'engines.completion.labelRejectedTheRequestStatusStatus': { label: 'text'; status: 'text'; setting: 'text'; model: 'text' }
  'engines.dataforseo.doesNotServeRegion': { region: 'text' }
  'engines.dataforseo.itHasNoResult': null
  'engines.dataforseo.itHasNoStatusCode': null
  'engines.engineChecks.labelReturnsAFormatThatThis': { label: 'text'; parts: 'text'; count: 'number' }
  'engines.engineChecks.labelReturnsPartsThatThisVersion': { label: 'text'; parts: 'text'; count: 'number' }
  'engines.engineChecks.theLastAnswerOfLabelCame': { label: 'text'; served: 'text'; model: 'text' }
  'engines.failures.goneSetSettingToAnotherModel': { gone: 'text'; setting: 'text'; replacement: 'text' }
  'engines.failures.itIsAnHTMLPageCheckProxy': { setting: 'text' }
  'engines.failures.itIsAnHTMLPageInstead': null
  'engines.failures.itIsNotValidJSON': null
  'engines.failures.itIsTruncated': null
  'engines.failures.labelDoesNotServeTheCountry': { label: 'text' }
  'engines.failures.labelDoesNotServeTheCountrySetUrl': { label: 'text'; url: 'text' }
  'engines.failures.labelHasNoModelModelOr': { label: 'text'; model: 'text'; key: 'text' }
  'engines.failures.labelIsTemporarilyUnavailableStatus': { label: 'text'; status: 'text' }
  'engines.failures.labelLimitsTheRequestRate': { label: 'text' }
  'engines.failures.labelLimitsTheRequestRateLimit': { label: 'text'; limit: 'text' }
  'engines.failures.labelNoLongerOffersTheAPI': { label: 'text' }
  'engines.failures.labelRejectedTheRequestStatusStatus': { label: 'text'; status: 'text'; setting: 'text'; model: 'text' }
  'engines.failures.labelRespondedWithARedirect': { label: 'text' }
  'engines.failures.labelRespondedWithARedirectCheck': { label: 'text'; url: 'text' }
  'engines.failures.labelRespondedWithAnHTMLPage': { label: 'text'; status: 'text' }
  'engines.failures.labelRespondedWithAnHTMLPageCheckUrl': { label: 'text'; status: 'text'; url: 'text' }
  'engines.failures.labelReturnedStatus404': { label: 'text' }
  'engines.failures.labelReturnedStatus404CheckUrl': { label: 'text'; url: 'text' }
  'engines.failures.labelReturnsAFormatThatThis': { label: 'text'; parts: 'text' }
  'engines.failures.labelSentAResponseThatCould': { label: 'text'; reason: 'text' }
  'engines.failures.labelShutDownTheModelModel': { label: 'text'; model: 'text'; day: 'number' }
  'engines.failures.rejectedItLooksLikeAKey': { rejected: 'text'; vendor: 'text' }
  'engines.failures.setAnotherModel': { gone: 'text'; setting: 'text' }
  'engines.failures.theDailyQuotaOfKeyAt': { key: 'text'; label: 'text' }
  'engines.failures.theQueryToLabelWasCanceled': { label: 'text' }
  'engines.failures.theQuotaOrCreditOfKey': { key: 'text'; label: 'text' }
  'engines.failures.webSearchIsDisabledForThe': { key: 'text'; label: 'text' }
  'engines.general.itHasNoTaskID': null
  'engines.general.itWasNotCompleted': null
  'engines.general.labelRejectedTheRequestStatusStatus': { label: 'text'; status: 'text' }
  'engines.keyDialog.labels.API_KEY': null
  'engines.keyDialog.labels.LOGIN': null
  'engines.keyDialog.labels.PASSWORD': null
  'engines.keyDialog.limit': null
  'engines.keyDialog.limitHint': null
  'engines.keyDialog.noLimit': null
  'engines.keyDialog.save': null
  'engines.keyDialog.serverHint': null
  'engines.keyDialog.storedHint': { last: 'text' }
  'engines.keyDialog.storedHintShort': null
  'engines.keyDialog.test': null
  'engines.keyDialog.testPrice': { cost: 'text' }
  'engines.keyDialog.testing': null
  'engines.keyDialog.title': { backend: 'text' }
  'engines.keyLimits.theMonthSLimitOfLimit': { limit: 'text'; engine: 'text'; day: 'number' }
  'engines.keyRejection.labelRejectedTheKeyInSetting': { label: 'text'; setting: 'text' }
  'engines.keys.add': null
  'engines.keys.addTo': { backend: 'text' }
  'engines.keys.edit': null
  'engines.keys.editOf': { backend: 'text' }
  'engines.keys.fromServer': null
  'engines.keys.lead': null
  'engines.keys.limitReached': null
  'engines.keys.none': null
  'engines.keys.own': { last: 'text' }
  'engines.keys.ownShort': null
  'engines.keys.remove': null
  'engines.keys.removeAction': null
  'engines.keys.removeOf': { backend: 'text' }
  'engines.keys.removeTitle': { backend: 'text' }
  'engines.keys.removed': null
  'engines.keys.spent': { cost: 'text' }
  'engines.keys.spentOfLimit': { cost: 'text'; limit: 'text' }
  'engines.keys.title': null
  'engines.keys.typicalCost': { cost: 'text' }
  'engines.keys.unreadable': null
  'engines.method.fromSettings': null
  'engines.method.option': { vendor: 'text'; model: 'text'; cost: 'text' }
  'engines.method.perMonth': { cost: 'text' }
  'engines.method.perThousand': { cost: 'text' }
  'engines.method.rules': null
  'engines.modelChecks.labelChargesInputAndOutputUS': { label: 'text'; input: 'text'; output: 'text'; model: 'text'; knownInput: 'text'; knownOutput: 'text' }
  'engines.modelChecks.labelDoesNotHaveTheModel': { label: 'text'; model: 'text'; setting: 'text' }
  'engines.modelChecks.labelShutsDownTheModelModel': { label: 'text'; model: 'text'; day: 'number'; setting: 'text' }
  'engines.modelChecks.modelEndsWithReplacement': { label: 'text'; model: 'text'; day: 'number'; setting: 'text'; replacement: 'text' }
  'engines.modelChecks.modelMissingWithReplacement': { label: 'text'; model: 'text'; setting: 'text'; replacement: 'text' }
  'engines.modelChecks.thePriceOfModelAtLabel': { model: 'text'; label: 'text' }
  'engines.models.basisPast': { answers: 'number' }
  'engines.models.basisTypical': { queries: 'number' }
  'engines.models.caption': { backend: 'text' }
  'engines.models.configured': null
  'engines.models.ends': { day: 'text' }
  'engines.models.endsWith': { day: 'text'; replacement: 'text' }
  'engines.models.lead': null
  'engines.models.model': null
  'engines.models.perAnswer': null
  'engines.models.perMonth': null
  'engines.models.perMonthFlex': null
  'engines.models.perRun': null
  'engines.models.setting': null
  'engines.models.title': null
  'engines.organizationKeys.cannotBeEnteredOnlyTheSettings': { label: 'text' }
  'engines.organizationKeys.isNotACredentialOfLabel': { label: 'text' }
  'engines.organizationKeys.labelIsNotConfigured': { label: 'text' }
  'engines.organizationKeys.labelIsNotConfiguredAddAn': { label: 'text'; missing: 'text' }
  'engines.organizationKeys.labelIsNotConfiguredSetMissing': { label: 'text'; missing: 'text' }
  'engines.organizationKeys.looksLikeAKeyOfOwner': { owner: 'text'; label: 'text' }
  'engines.organizationKeys.mustConsistOfPrintableASCIICharacters': null
  'engines.organizationKeys.noSuchEngineKey': null
  'engines.organizationKeys.notConfiguredAddKey': { label: 'text' }
  'engines.organizationKeys.organizationEngines': null
  'engines.organizationKeys.problem': { problem: 'text' }
  'engines.organizationKeys.theStoredLabelKeyCannotBe': { label: 'text' }
  'engines.page.lead': null
  'engines.page.platforms': null
  'engines.page.settingsReference': null
  'engines.page.simulated': null
  'engines.page.simulatedTitle': null
  'engines.page.title': null
  'engines.page.within': null
  'engines.platform.notConfigured': null
  'engines.platform.notQueried': null
  'engines.platform.ownKey': null
  'engines.platform.queriedThrough': { backend: 'text' }
  'engines.platform.simulator': null
  'engines.platform.test': null
  'engines.platform.testOne': { platform: 'text' }
  'engines.platform.testing': null
  'engines.reliability.answered': { pct: 'number'; queries: 'number' }
  'engines.reliability.cost': { cost: 'text' }
  'engines.reliability.durations': { median: 'text'; p95: 'text' }
  'engines.reliability.line': { name: 'text'; facts: 'text' }
  'engines.reliability.week': { monday: 'text'; facts: 'text' }
  'engines.request.itIsLargerThanBytesBytes': { bytes: 'text' }
  'engines.request.itsCertificateHasExpired': null
  'engines.request.itsCertificateIsNotTrusted': null
  'engines.request.labelCouldNotBeReachedCause': { label: 'text'; cause: 'text' }
  'engines.request.labelCouldNotBeReachedCheck': { label: 'text'; cause: 'text'; setting: 'text' }
  'engines.request.labelDidNotRespondWithinSeconds': { label: 'text'; seconds: 'text' }
  'engines.request.labelDidNotRespondWithinTimeout': { label: 'text'; seconds: 'text' }
  'engines.request.theConnectionFailed': null
  'engines.request.theConnectionTimedOut': null
  'engines.request.theConnectionWasClosedBeforeThe': null
  'engines.request.theConnectionWasRefused': null
  'engines.request.theConnectionWasReset': null
  'engines.request.theHostNameCouldNotBe': null
  'engines.request.theHostNameDoesNotExist': null
  'engines.routes.noSuchBackend': null
  'engines.sentiment.consent': { vendor: 'text'; cost: 'text' }
  'engines.sentiment.consentHint': null
  'engines.sentiment.hint': null
  'engines.sentiment.label': null
  'engines.sentiment.lead': null
  'engines.sentiment.title': null
  'engines.serpapi.itIsNotAnObject': null
  'engines.task.labelCouldNotGetAnAnswer': { label: 'text' }
  'engines.task.labelDidNotFinishTheTask': { label: 'text'; seconds: 'text' }
  'engines.task.labelDidNotFinishWithinTimeout': { label: 'text'; seconds: 'text' }
  'engines.task.labelLostTheTaskThatIt': { label: 'text' }
  'engines.testEngine.labelAnswered': { label: 'text' }
  'engines.testEngine.labelAnsweredSimulated': { label: 'text' }
  'engines.testEngine.labelTheScraperAcceptedTheQuery': { label: 'text' }
  'engines.testResult.answer': null
  'engines.testResult.sources': { count: 'number' }
  'engines.vendor.theSimulatedLabel': { label: 'text' }
  'formats.cost': { dollars: 'number' }
  'formats.facts': { first: 'text'; next: 'text' }
  'formats.inParentheses': { text: 'text' }
  'formats.labelEnd': null
  'formats.milliseconds': { count: 'text' }
  'formats.minutes': { minutes: 'text'; seconds: 'text' }
  'formats.percentage': { value: 'number' }
  'formats.position': { value: 'number' }
  'formats.range': { low: 'text'; high: 'text' }
  'formats.score': { value: 'number' }
  'formats.seconds': { count: 'text' }
  'formats.sentences': { first: 'text'; next: 'text' }
  'formats.separator': null
  'formats.smallCost': { dollars: 'number' }
  'http.bodyLimits.tooManyLargeUploadsAreIn': null
  'http.bodyLimits.tooManyLargeUploadsFromThis': null
  'http.callRoute.isNotAKnownParameter': null
  'http.callRoute.isNotExpected': null
  'http.callRoute.thisEndpointAcceptsNoBody': null
  'http.callRoute.unknownFieldPath': { path: 'text' }
  'http.callRoute.unknownParameterPath': { path: 'text' }
  'http.csv.isNotAKnownParameterAll': null
  'http.errorMapping.anUnexpectedErrorOccurredFindIt': null
  'http.errorMapping.theDatabaseIsUnavailableTryAgain': null
  'http.errorMapping.theRequestContainsACharacterThat': null
  'http.errorMapping.theServiceCannotStoreDataAt': null
  'http.general.aJSONBodyIsRequired': null
  'http.general.theBodyIsTooLarge': null
  'http.general.theRequestIsInvalid': null
  'http.rateLimiter.tooManyRequestsTryAgainIn': { seconds: 'number' }
  'jobs.customerMessage.theOperatorOfThisServiceMust': null
  'jobs.job.aJobOfThisKindIs': null
  'jobs.job.thisJobHasAlreadyFinished': null
  'jobs.worker.itsWorkerCrashedForTheThird': null
  'jobs.worker.theDatabaseBecameUnavailableForThe': null
  'labels.alertDirection.any': null
  'labels.alertDirection.down': null
  'labels.alertDirection.lost': null
  'labels.alertDirection.new': null
  'labels.alertDirection.up': null
  'labels.alertKind.agents_stopped': null
  'labels.alertKind.audit_got_worse': null
  'labels.alertKind.budget_reached': null
  'labels.alertKind.competitor_appeared': null
  'labels.alertKind.competitor_changed': null
  'labels.alertKind.competitor_overtook': null
  'labels.alertKind.engine_key_failed': null
  'labels.alertKind.negative_sentiment': null
  'labels.alertKind.number_changed': null
  'labels.alertKind.own_page_changed': null
  'labels.alertKind.run_failed': null
  'labels.alertKind.source_changed': null
  'labels.alertKind.traffic_changed': null
  'labels.alertKind.wrong_claim': null
  'labels.alertResolution.expired': null
  'labels.alertResolution.recovered': null
  'labels.alertResolution.user': null
  'labels.alertResolution.withdrawn': null
  'labels.alertSeverity.high': null
  'labels.alertSeverity.low': null
  'labels.alertSeverity.medium': null
  'labels.alertStatus.acknowledged': null
  'labels.alertStatus.open': null
  'labels.alertStatus.resolved': null
  'labels.answerStatus.answered': null
  'labels.answerStatus.empty': null
  'labels.answerStatus.failed': null
  'labels.answerStatus.refused': null
  'labels.articleType.comparison': null
  'labels.articleType.documentation': null
  'labels.articleType.forum': null
  'labels.articleType.forum-thread': null
  'labels.articleType.homepage': null
  'labels.articleType.how-to': null
  'labels.articleType.list': null
  'labels.articleType.news': null
  'labels.articleType.other': null
  'labels.articleType.product': null
  'labels.articleType.reference': null
  'labels.articleType.review': null
  'labels.articleType.shop': null
  'labels.auditStatus.completed': null
  'labels.auditStatus.failed': null
  'labels.auditStatus.running': null
  'labels.auditStatus.waiting': null
  'labels.basis.A': null
  'labels.basis.B': null
  'labels.basis.C': null
  'labels.brandStatus.paused': null
  'labels.briefMethod.evidence': null
  'labels.briefMethod.model': null
  'labels.briefMethod.person': null
  'labels.cardRole.competitor': null
  'labels.cardRole.other': null
  'labels.cardRole.own': null
  'labels.certainty.directional': null
  'labels.certaintyMeaning.directional': null
  'labels.certaintyMeaning.established': null
  'labels.change.down': null
  'labels.change.insufficient_data': null
  'labels.change.no_significant_change': null
  'labels.change.not_comparable': null
  'labels.change.up': null
  'labels.checkFrequency.daily': null
  'labels.checkFrequency.hourly': null
  'labels.checkFrequency.manual': null
  'labels.checkFrequency.monthly': null
  'labels.checkFrequency.weekly': null
  'labels.contentType.alternatives_page': null
  'labels.contentType.buying_guide': null
  'labels.contentType.comparison_page': null
  'labels.contentType.correction': null
  'labels.contentType.explainer': null
  'labels.contentType.faq_page': null
  'labels.contentType.how_to_guide': null
  'labels.contentType.outreach': null
  'labels.correctionMeaning.earned': null
  'labels.correctionMeaning.owned': null
  'labels.correctionPart.certainty.label': null
  'labels.correctionPart.certainty.meaning': null
  'labels.correctionPart.gap.label': null
  'labels.correctionPart.gap.meaning': null
  'labels.correctionPart.sources.label': null
  'labels.correctionPart.sources.meaning': null
  'labels.country.unknown': null
  'labels.crawlerRole.agent': null
  'labels.crawlerRole.search': null
  'labels.crawlerRole.training': null
  'labels.crawlerRole.user': null
  'labels.delivery.none': null
  'labels.delivery.status': { status: 'text' }
  'labels.deliveryError.bad_response': null
  'labels.deliveryError.cut': null
  'labels.deliveryError.dns': null
  'labels.deliveryError.interrupted': null
  'labels.deliveryError.refused': null
  'labels.deliveryError.timeout': null
  'labels.deliveryError.tls': null
  'labels.deliveryError.too_large': null
  'labels.deliveryError.unreachable': null
  'labels.deliveryError.unsafe_url': null
  'labels.factKind.certification': null
  'labels.factKind.compatibility': null
  'labels.factKind.date': null
  'labels.factKind.feature': null
  'labels.factKind.founding_year': null
  'labels.factKind.headquarters': null
  'labels.factKind.limit': null
  'labels.factKind.person': null
  'labels.factKind.plan': null
  'labels.factKind.price': null
  'labels.finding.fail': null
  'labels.finding.na': null
  'labels.finding.pass': null
  'labels.finding.warn': null
  'labels.impact.high': null
  'labels.impact.low': null
  'labels.impact.medium': null
  'labels.job.inProgress': null
  'labels.limitedBy.organization': null
  'labels.limitedBy.plan': null
  'labels.limitedBy.setting': null
  'labels.logSender.akamai': null
  'labels.logSender.cloudflare': null
  'labels.logSender.cloudfront': null
  'labels.logSender.fastly': null
  'labels.logSender.netlify': null
  'labels.logSender.other': null
  'labels.logSender.server': null
  'labels.logSender.vercel': null
  'labels.metric.average_position.definition': null
  'labels.metric.average_position.label': null
  'labels.metric.citation_rate.definition': null
  'labels.metric.citation_rate.label': null
  'labels.metric.citations.definition': null
  'labels.metric.citations.label': null
  'labels.metric.denominatorRule': null
  'labels.metric.mention_rate.definition': null
  'labels.metric.mention_rate.label': null
  'labels.metric.sentiment.definition': null
  'labels.metric.sentiment.label': null
  'labels.metric.share_of_voice.definition': null
  'labels.metric.share_of_voice.label': null
  'labels.metric.visibility_score.definition': null
  'labels.metric.visibility_score.label': null
  'labels.opportunityKind.correction': null
  'labels.opportunityKind.gap': null
  'labels.opportunityStatus.dismissed': null
  'labels.opportunityStatus.done': null
  'labels.opportunityStatus.in_progress': null
  'labels.opportunityStatus.new': null
  'labels.opportunityStatus.sent': null
  'labels.opportunityType.earned': null
  'labels.opportunityType.owned': null
  'labels.opportunityTypeMeaning.earned': null
  'labels.opportunityTypeMeaning.owned': null
  'labels.promptCategory.alternative': null
  'labels.promptCategory.best': null
  'labels.promptCategory.branded': null
  'labels.promptCategory.comparison': null
  'labels.promptCategory.how-to': null
  'labels.promptCategory.informational': null
  'labels.promptCategory.other': null
  'labels.promptCategory.recommendation': null
  'labels.role.admin': null
  'labels.role.client': null
  'labels.role.editor': null
  'labels.role.owner': null
  'labels.role.viewer': null
  'labels.roleMeaning.admin': null
  'labels.roleMeaning.client': null
  'labels.roleMeaning.editor': null
  'labels.roleMeaning.owner': null
  'labels.roleMeaning.viewer': null
  'labels.runPhase.awaiting-results': null
  'labels.runPhase.finalizing': null
  'labels.runPhase.preparing': null
  'labels.runPhase.querying-platforms': null
  'labels.runStatus.active': null
  'labels.runStatus.cancelled': null
  'labels.runStatus.completed': null
  'labels.runStatus.failed': null
  'labels.runStatus.waiting': null
  'labels.scorePart.certainty.label': null
  'labels.scorePart.certainty.meaning': null
  'labels.scorePart.gap.label': null
  'labels.scorePart.gap.meaning': null
  'labels.scorePart.intent.label': null
  'labels.scorePart.intent.meaning': null
  'labels.scorePart.sources.label': null
  'labels.scorePart.sources.meaning': null
  'labels.scorePart.volume.label': null
  'labels.scorePart.volume.meaning': null
  'labels.sentiment.negative': null
  'labels.sentiment.neutral': null
  'labels.sentiment.positive': null
  'labels.sentiment.unknown': null
  'labels.sourceCategory.competitor': null
  'labels.sourceCategory.ecommerce': null
  'labels.sourceCategory.editorial': null
  'labels.sourceCategory.forum': null
  'labels.sourceCategory.institutional': null
  'labels.sourceCategory.other': null
  'labels.sourceCategory.owned': null
  'labels.sourceCategory.reference': null
  'labels.sourceCategory.review': null
  'labels.sourceCategory.social': null
  'labels.sourceCategory.video': null
  'labels.spendKind.answers': null
  'labels.spendKind.briefs': null
  'labels.spendKind.claims': null
  'labels.spendKind.sentiment': null
  'labels.spendKind.suggestions': null
  'labels.spendKind.tests': null
  'labels.spendKind.volumes': null
  'labels.surface.api': null
  'labels.surface.consumer_ui': null
  'labels.surface.simulated': null
  'labels.surfaceMeaning.api': null
  'labels.surfaceMeaning.consumer_ui': null
  'labels.surfaceMeaning.simulated': null
  'labels.verdict.not_stated': null
  'labels.verdict.outdated': null
  'labels.verdict.right': null
  'labels.verdict.wrong': null
  'labels.verification.not_confirmed': null
  'labels.verification.spoofed': null
  'labels.verification.unverifiable': null
  'labels.verification.verified': null
  'labels.verificationMethod.dns': null
  'labels.verificationMethod.ranges': null
  'labels.verificationMethod.signature': null
  'layout.accountMenu.account': null
  'layout.accountMenu.accountOf': null
  'layout.accountMenu.appearance': null
  'layout.accountMenu.language': null
  'layout.accountMenu.languageNotSaved': null
  'layout.accountMenu.organization': null
  'layout.accountMenu.organizationNotSwitched': null
  'layout.accountMenu.signOut': null
  'layout.accountMenu.signOutFailed': null
  'layout.accountMenu.themes.dark': null
  'layout.accountMenu.themes.light': null
  'layout.accountMenu.themes.system': null
  'layout.agency.label': null
  'layout.brandSwitcher.current': null
  'layout.brandSwitcher.list': null
  'layout.brandSwitcher.noMatches': null
  'layout.brandSwitcher.search': null
  'layout.brandSwitcher.switchBrand': null
  'layout.commandPalette.actions': null
  'layout.commandPalette.addBrand': null
  'layout.commandPalette.brands': null
  'layout.commandPalette.dark': null
  'layout.commandPalette.empty': null
  'layout.commandPalette.key': null
  'layout.commandPalette.label': null
  'layout.commandPalette.light': null
  'layout.commandPalette.macKey': null
  'layout.commandPalette.open': null
  'layout.commandPalette.placeholder': null
  'layout.commandPalette.prompts': null
  'layout.commandPalette.screens': null
  'layout.commandPalette.shortcut': { key: 'text' }
  'layout.commandPalette.system': null
  'layout.layout.menu': null
  'layout.layout.more': null
  'layout.layout.skipToContent': null
  'layout.navigation.actions': null
  'layout.navigation.aiFiles': null
  'layout.navigation.aiTraffic': null
  'layout.navigation.alerts': null
  'layout.navigation.allBrands': null
  'layout.navigation.answers': null
  'layout.navigation.audits': null
  'layout.navigation.brandSettings': null
  'layout.navigation.claims': null
  'layout.navigation.commerce': null
  'layout.navigation.competitors': null
  'layout.navigation.improve': null
  'layout.navigation.label': null
  'layout.navigation.main': null
  'layout.navigation.manage': null
  'layout.navigation.measure': null
  'layout.navigation.opportunities': null
  'layout.navigation.organization': null
  'layout.navigation.overview': null
  'layout.navigation.products': null
  'layout.navigation.prompts': null
  'layout.navigation.reports': null
  'layout.navigation.runs': null
  'layout.navigation.searches': null
  'layout.navigation.sentiment': null
  'layout.navigation.shopping': null
  'layout.navigation.sources': null
  'layout.navigation.traffic': null
  'layout.secondFactorNotice.action': null
  'layout.secondFactorNotice.text': { at: 'text'; organization: 'text' }
  'layout.shortcuts.close': null
  'layout.shortcuts.control': null
  'layout.shortcuts.goTo': { screen: 'text' }
  'layout.shortcuts.moveRow': null
  'layout.shortcuts.openPalette': null
  'layout.shortcuts.search': null
  'layout.shortcuts.select': null
  'layout.shortcuts.showHelp': null
  'layout.shortcuts.title': null
  'llm.chosenModel.keyWasRemoved': null
  'llm.general.itIsMissing': null
  'llm.general.itIsNotTheRequestedJSON': null
  'mail.mailQuota.theOrganizationHasSentAsMany': null
  'mail.mailQuota.thisAddressHasReceivedAsMany': null
  'mail.mailer.emailIsNotConfiguredSetSMTP': null
  'mail.mailer.failureDetails': { failure: 'text'; details: 'text' }
  'mail.mailer.messageNotAccepted': null
  'mail.mailer.passwordNotAccepted': null
  'mail.mailer.senderOrRecipientNotAccepted': null
  'mail.mailer.theConnectionToTheSMTPServer': null
  'mail.mailer.theEmailWasNotSent': null
  'mail.mailer.theHostOfTheSMTPServer': null
  'mail.mailer.theSMTPServerDidNotAccept': null
  'mail.mailer.theSMTPServerDidNotRespond': null
  'mail.mailer.theSMTPServerDoesNotOffer': null
  'metrics.answerList.noSuchRun': null
  'metrics.answerListRoutes.mustEqualDateFromWhenBoth': null
  'metrics.answerListRoutes.mustEqualDateToWhenBoth': null
  'metrics.citedPage.noSuchPage': null
  'metrics.establishedChanges.changeDetectionStartsAfterDaysDays': { days: 'text'; day: 'text' }
  'metrics.establishedChanges.changeEstablishedOnDay': { change: 'text'; day: 'number' }
  'metrics.establishedChanges.changesAreDetectedOverAllPlatforms': null
  'metrics.establishedChanges.changesAreEvaluatedThroughDayWhich': { day: 'number' }
  'metrics.establishedChanges.changesOfCompetitorsAreDetectedOver': null
  'metrics.establishedChanges.downFromBeforeToAfterSince': { before: 'text'; after: 'text'; since: 'number' }
  'metrics.establishedChanges.noEstablishedChange': null
  'metrics.establishedChanges.upFromBeforeToAfterSince': { before: 'text'; after: 'text'; since: 'number' }
  'metrics.knownSentiment.tooLittleKnown': { share: 'number' }
  'metrics.notCounted.emptyEmpty': { empty: 'number' }
  'metrics.notCounted.failedFailed': { failed: 'number' }
  'metrics.notCounted.refusedRefused': { refused: 'number' }
  'metrics.otherChanges.n0OfQueries': { queries: 'number' }
  'metrics.otherChanges.notCountedNowInThisPeriod': { now: 'text'; before: 'text' }
  'metrics.otherChanges.onPlatformOfModelOfAnswersAre': { platform: 'text'; ofModel: 'number'; answers: 'number'; model: 'text' }
  'metrics.otherChanges.platformAnsweredOnAnsweredOfDays': { platform: 'text'; answered: 'number'; queried: 'number'; answeredBefore: 'number'; queriedBefore: 'number' }
  'metrics.otherChanges.platformsAddedAndRemovedRemovedSince': { added: 'number'; removed: 'number' }
  'metrics.otherChanges.promptsAddedAndRemovedRemovedSince': { added: 'number'; removed: 'number' }
  'metrics.otherChanges.totalOfQueriesCounts': { total: 'number'; queries: 'number'; counts: 'text' }
  'metrics.searches.noSuchSearch': null
  'metrics.shareOfVoice.shareOfVoiceRequiresAtLeast': null
  'metrics.trendAnnotations.answeredByModelsForTheFirst': { models: 'text' }
  'metrics.trendAnnotations.citedPagesChanged': { count: 'number'; pages: 'text' }
  'metrics.trendAnnotations.modelClassifiesSentiment': { day: 'number' }
  'metrics.trendAnnotations.platformModelNotNamed': { platform: 'text' }
  'metrics.trendAnnotations.platformsAdded': { added: 'text' }
  'metrics.trendAnnotations.platformsRemoved': { removed: 'text' }
  'metrics.trendAnnotations.platformsThatAnsweredInThisBucket': { added: 'text'; removed: 'text' }
  'metrics.trendAnnotations.promptsAddedAndRemovedRemovedSince': { added: 'number'; removed: 'number' }
  'metrics.trendAnnotations.totalOfQueriesAreNotCounted': { total: 'number'; queries: 'number'; counts: 'text' }
  'metrics.values.withoutDateFromThereIsNo': null
  'metrics.visibilityTrend.requiresAFirstDay': null
  'metrics.visibilityTrend.takesWindowsOfAtMostMaxFilledDays': { maxFilledDays: 'text' }
  'metrics.windowChange.onlyShareOfTheAnswersIn': { share: 'number' }
  'metrics.windowChange.tTestOverPromptsWithAnswers': { prompts: 'number' }
  'metrics.windowChange.thePreviousPeriodHasNoAnswers': null
  'metrics.windowChange.thePromptsPlatformsAndRegionsWith': { before: 'text'; now: 'text'; needed: 'text' }
  'metrics.windowChange.thisPeriodHasNoAnswers': null
  'metrics.windowChange.tooFewAnswers': { before: 'text'; now: 'text'; needed: 'text' }
  'metrics.windowChange.tooFewMentions': { before: 'text'; now: 'text'; needed: 'text' }
  'metrics.windowChange.tooFewSentiments': { before: 'text'; now: 'text'; needed: 'text' }
  'net.guardedFetch.theHostHostnameHasAnAddress': { hostname: 'text' }
  'net.safeAddresses.aURLWithProtocolIsNot': { protocol: 'text' }
  'net.safeAddresses.theURLContainsAUserName': null
  'net.safeAddresses.thisIsNotAURLEnter': null
  'net.webhookTarget.mustBeBase64OfAtLeast': { minEncodedBytes: 'text' }
  'net.webhookTarget.mustConsistOfPrintableASCIICharacters': null
  'net.webhookTarget.mustStartWithHttpsBecauseThe': null
  'notes.add': null
  'notes.cancel': null
  'notes.day': null
  'notes.delete': { text: 'text' }
  'notes.edit': { text: 'text' }
  'notes.empty': null
  'notes.list': null
  'notes.open': null
  'notes.placeholder': null
  'notes.save': null
  'notes.text': null
  'notes.title': null
  'notifications.bell.label': null
  'notifications.bell.many': null
  'notifications.bell.unread': { count: 'text' }
  'notifications.channelForm.active': null
  'notifications.channelForm.add': null
  'notifications.channelForm.auditLogHint': null
  'notifications.channelForm.brand': null
  'notifications.channelForm.brands': null
  'notifications.channelForm.edit': null
  'notifications.channelForm.keepUrl': null
  'notifications.channelForm.kind': null
  'notifications.channelForm.name': null
  'notifications.channelForm.newSecretHint': null
  'notifications.channelForm.overlap': null
  'notifications.channelForm.overlapHint': null
  'notifications.channelForm.overlapUntil': { until: 'text' }
  'notifications.channelForm.overlaps.day': null
  'notifications.channelForm.overlaps.hour': null
  'notifications.channelForm.overlaps.none': null
  'notifications.channelForm.overlaps.week': null
  'notifications.channelForm.recipients': null
  'notifications.channelForm.recipientsHint': null
  'notifications.channelForm.recommendedSecretHint': null
  'notifications.channelForm.removeSecret': null
  'notifications.channelForm.save': null
  'notifications.channelForm.secret': null
  'notifications.channelForm.secretNote': null
  'notifications.channelForm.secretSet': { hint: 'text' }
  'notifications.channelForm.secretTitle': null
  'notifications.channelForm.subscribed': null
  'notifications.channelForm.url': null
  'notifications.channelForm.urlHints.discord': null
  'notifications.channelForm.urlHints.opportunityWebhook': null
  'notifications.channelForm.urlHints.slack': null
  'notifications.channelForm.urlHints.teams': null
  'notifications.channelForm.urlHints.webhook': null
  'notifications.channels.add': null
  'notifications.channels.all': null
  'notifications.channels.allBrands': null
  'notifications.channels.delivered': null
  'notifications.channels.disabled': null
  'notifications.channels.edit': null
  'notifications.channels.editOf': { name: 'text' }
  'notifications.channels.empty': null
  'notifications.channels.emptyTitle': null
  'notifications.channels.isNotForChannelsOfKind': { kind: 'text' }
  'notifications.channels.isRequiredBecauseTheURLHas': null
  'notifications.channels.kinds.alert': null
  'notifications.channels.kinds.audit_log': null
  'notifications.channels.kinds.report': null
  'notifications.channels.kinds.system': null
  'notifications.channels.lead': null
  'notifications.channels.log': null
  'notifications.channels.logOf': { name: 'text' }
  'notifications.channels.mustBeNullForTheAuditLog': null
  'notifications.channels.mustContainAField': null
  'notifications.channels.names.email': null
  'notifications.channels.names.opportunityWebhook': null
  'notifications.channels.names.webhook': null
  'notifications.channels.noMail': null
  'notifications.channels.noSuchChannel': null
  'notifications.channels.notAllowed': null
  'notifications.channels.notDelivered': null
  'notifications.channels.onlyWebhooksReceiveTheAuditLog': null
  'notifications.channels.opportunitiesOf': { brand: 'text' }
  'notifications.channels.remove': null
  'notifications.channels.removeOf': { name: 'text' }
  'notifications.channels.removeTitle': null
  'notifications.channels.removeWarning': { name: 'text' }
  'notifications.channels.someBrands': { count: 'number' }
  'notifications.channels.test': null
  'notifications.channels.testOf': { name: 'text' }
  'notifications.channels.theBrandAlreadyHasAWebhook': null
  'notifications.channels.theOrganizationAlreadyHasMaxChannels': { maxChannels: 'text' }
  'notifications.channels.title': null
  'notifications.channels.unconfirmed': { addresses: 'text' }
  'notifications.confirmAddress.done': null
  'notifications.confirmAddress.doneTitle': null
  'notifications.confirmAddress.invalid': null
  'notifications.confirmAddress.lead': null
  'notifications.confirmAddress.submit': null
  'notifications.confirmAddress.title': null
  'notifications.deliveryLog.noSuchDelivery': null
  'notifications.destination.changeChannels': null
  'notifications.destination.theAddressIsNotConfirmed': null
  'notifications.destination.theChannelIsDisabled': null
  'notifications.destination.theChannelWasEncryptedWithAnother': null
  'notifications.destination.theRecipientCanNoLongerSee': null
  'notifications.destination.youReceiveThisAsAMember': null
  'notifications.destination.youReceiveThisBecauseYourAddress': { channel: 'text' }
  'notifications.digest.active': null
  'notifications.digest.brands': null
  'notifications.digest.frequencies.monthly': null
  'notifications.digest.frequencies.weekly': null
  'notifications.digest.frequency': null
  'notifications.digest.hour': null
  'notifications.digest.lead': null
  'notifications.digest.monthDay': null
  'notifications.digest.nothingNew': null
  'notifications.digest.organizationZone': { zone: 'text' }
  'notifications.digest.preview': null
  'notifications.digest.previewLead': null
  'notifications.digest.save': null
  'notifications.digest.sendNow': null
  'notifications.digest.sentToEmail': null
  'notifications.digest.sentToInbox': null
  'notifications.digest.skipEmpty': null
  'notifications.digest.skipEmptyHint': null
  'notifications.digest.timeZone': null
  'notifications.digest.title': null
  'notifications.digest.toEmail': { email: 'text' }
  'notifications.digest.toInbox': null
  'notifications.digest.weekday': null
  'notifications.digest.weekdays.0': null
  'notifications.digest.weekdays.1': null
  'notifications.digest.weekdays.2': null
  'notifications.digest.weekdays.3': null
  'notifications.digest.weekdays.4': null
  'notifications.digest.weekdays.5': null
  'notifications.digest.weekdays.6': null
  'notifications.digestEmail.unsubscribe': null
  'notifications.digestEmail.youReceiveThisBecauseYouSubscribed': { host: 'text' }
  'notifications.email.labelValue': { label: 'text'; value: 'text' }
  'notifications.failures.failureAdvice': { failure: 'text'; advice: 'text' }
  'notifications.failures.serviceAnsweredWithStatusStatus': { service: 'text'; status: 'text' }
  'notifications.failures.serviceAnsweredWithStatusStatusResponse': { service: 'text'; status: 'text'; response: 'text' }
  'notifications.failures.serviceLimitsTheRateOfMessages': { service: 'text' }
  'notifications.failures.theReceiver': null
  'notifications.failures.theRequestFailedError': { error: 'text' }
  'notifications.failures.theWebhookMayHaveBeenDeleted': { service: 'text' }
  'notifications.failures.useTheURLThatThisOne': null
  'notifications.general.noSuchNotification': null
  'notifications.inbox.all': null
  'notifications.inbox.empty': null
  'notifications.inbox.emptyTitle': null
  'notifications.inbox.filter': null
  'notifications.inbox.isUnread': null
  'notifications.inbox.lead': null
  'notifications.inbox.markRead': null
  'notifications.inbox.markUnread': null
  'notifications.inbox.noUnread': null
  'notifications.inbox.noUnreadLead': null
  'notifications.inbox.readAll': null
  'notifications.inbox.setUpDigest': null
  'notifications.inbox.title': null
  'notifications.inbox.unread': null
  'notifications.invitation.failed': { error: 'text'; email: 'text' }
  'notifications.invitation.sent': { email: 'text' }
  'notifications.kinds.alert': null
  'notifications.kinds.digest': null
  'notifications.kinds.report': null
  'notifications.kinds.system': null
  'notifications.log.attempts': { count: 'number' }
  'notifications.log.auditEntry': null
  'notifications.log.empty': null
  'notifications.log.nextAttempt': { at: 'text' }
  'notifications.log.resend': null
  'notifications.log.resendOf': { title: 'text' }
  'notifications.log.response': null
  'notifications.log.sentBy': { name: 'text' }
  'notifications.log.states.failed': null
  'notifications.log.states.sent': null
  'notifications.log.states.waiting': null
  'notifications.log.status': { status: 'text' }
  'notifications.log.test': null
  'notifications.recipients.confirmTheAddress': null
  'notifications.recipients.confirmYourAddress': null
  'notifications.recipients.ifYouDoNotExpectThis': null
  'notifications.recipients.organizationWantsToSendNotificationsOf': { organization: 'text' }
  'notifications.resend.onlyFailedDeliveriesCanBeResent': null
  'notifications.resend.sendTheOpportunityAgain': null
  'notifications.resend.testsCannotBeResentSendA': null
  'notifications.resend.theChannelIsDisabledActivateIt': null
  'notifications.resend.theChannelNoLongerHasThis': null
  'notifications.routes.noSuchAddress': null
  'notifications.tabs.channels': null
  'notifications.tabs.digest': null
  'notifications.testChannel.theAddressIsNotConfirmedYet': null
  'notifications.timerFailure.itIsRepeatedOnItsSchedule': null
  'notifications.timerFailure.openTheDashboard': null
  'notifications.timerFailure.theScheduledTaskTaskFailed': { task: 'text' }
  'notifications.timerFailure.theScheduledTaskTaskHasFailed': { task: 'text'; day: 'number'; error: 'text' }
  'notifications.unsubscribe.done': null
  'notifications.unsubscribe.doneTitle': null
  'notifications.unsubscribe.invalid': null
  'notifications.unsubscribe.lead': null
  'notifications.unsubscribe.signIn': null
  'notifications.unsubscribe.submit': null
  'notifications.unsubscribe.title': null
  'oauth.consent.accessGoesTo': null
  'oauth.consent.allow': null
  'oauth.consent.brands': null
  'oauth.consent.deny': null
  'oauth.consent.localWarning': null
  'oauth.consent.mustBeAskedFor': null
  'oauth.consent.noSuchConsent': null
  'oauth.consent.organization': null
  'oauth.consent.publishedBy': null
  'oauth.consent.question': { name: 'text' }
  'oauth.consent.scopes': null
  'oauth.consent.signedInAs': { email: 'text' }
  'oauth.consent.title': null
  'oauth.consent.unverifiedName': null
  'oauth.consent.withinYourRole': null
  'oauth.error.advice': null
  'oauth.error.title': null
  'onboarding.back': null
  'onboarding.brandStep.aliases': null
  'onboarding.brandStep.aliasesHint': null
  'onboarding.brandStep.description': null
  'onboarding.brandStep.domain': null
  'onboarding.brandStep.domainHint': null
  'onboarding.brandStep.industry': null
  'onboarding.brandStep.industryHint': null
  'onboarding.brandStep.industryPlaceholder': null
  'onboarding.brandStep.name': null
  'onboarding.brandStep.offering': null
  'onboarding.brandStep.offeringHint': null
  'onboarding.brandStep.offeringPlaceholder': null
  'onboarding.brandStep.siteUnreadable': { domain: 'text'; problem: 'text' }
  'onboarding.brandStep.suggestedByModel': { domain: 'text' }
  'onboarding.brandStep.suggestedFromSite': { domain: 'text' }
  'onboarding.brandStep.suggestedWithoutSite': { problem: 'text' }
  'onboarding.cancel': null
  'onboarding.competitorFields.add': null
  'onboarding.competitorFields.domain': { number: 'text' }
  'onboarding.competitorFields.lead': null
  'onboarding.competitorFields.name': { number: 'text' }
  'onboarding.competitorFields.optional': null
  'onboarding.competitorFields.remove': { number: 'text' }
  'onboarding.competitorFields.title': null
  'onboarding.connectStep.answered': null
  'onboarding.connectStep.connectMore': null
  'onboarding.connectStep.continueSimulated': null
  'onboarding.connectStep.cost.answers': { count: 'number' }
  'onboarding.connectStep.cost.basis': null
  'onboarding.connectStep.cost.free': null
  'onboarding.connectStep.cost.perMonth': { cost: 'text' }
  'onboarding.connectStep.cost.platforms': null
  'onboarding.connectStep.cost.prompts': null
  'onboarding.connectStep.cost.title': null
  'onboarding.connectStep.keysLead': null
  'onboarding.connectStep.later': null
  'onboarding.connectStep.lead': null
  'onboarding.connectStep.next': { brand: 'text' }
  'onboarding.connectStep.noFigures': null
  'onboarding.connectStep.notAnswered': null
  'onboarding.connectStep.options.openRouter.explanation': null
  'onboarding.connectStep.options.openRouter.name': null
  'onboarding.connectStep.options.providers.explanation': null
  'onboarding.connectStep.options.providers.name': null
  'onboarding.connectStep.options.scrapers.explanation': null
  'onboarding.connectStep.options.scrapers.name': null
  'onboarding.connectStep.test': null
  'onboarding.connectStep.testAgain': null
  'onboarding.connectStep.testing': null
  'onboarding.continue': null
  'onboarding.engineOptions.continue': { engine: 'text' }
  'onboarding.engineOptions.label': null
  'onboarding.engineOptions.perAnswer': { cost: 'text' }
  'onboarding.engineOptions.perAnswerRange': { low: 'text'; high: 'text' }
  'onboarding.engineOptions.perMonth': { cost: 'text'; prompts: 'number' }
  'onboarding.engineOptions.provider': null
  'onboarding.engineOptions.recommended': null
  'onboarding.engineOptions.stored': null
  'onboarding.engineOptions.test': null
  'onboarding.fetchSite.itCouldNotBeReached': null
  'onboarding.fetchSite.itRedirectsTooManyTimes': null
  'onboarding.fetchSite.itRefusesConnections': null
  'onboarding.fetchSite.itResolvesToAnAddressThat': null
  'onboarding.fetchSite.itRespondedWithStatusStatus': { status: 'text' }
  'onboarding.fetchSite.itTookTooLong': null
  'onboarding.fetchSite.itsCertificateIsNotValid': null
  'onboarding.fetchSite.itsDomainNameDoesNotResolve': null
  'onboarding.fetchSite.itsHomePageCouldNotBe': null
  'onboarding.firstInsight.answers': { count: 'number' }
  'onboarding.firstInsight.cited': { rate: 'text'; brand: 'text' }
  'onboarding.firstInsight.competitor': { competitor: 'text'; rate: 'text' }
  'onboarding.firstInsight.competitorAhead': { competitor: 'text'; rate: 'text' }
  'onboarding.firstInsight.label': null
  'onboarding.firstInsight.mentionRate': { rate: 'text'; answers: 'text'; brand: 'text' }
  'onboarding.firstInsight.mentionRateUnbranded': { rate: 'text'; answers: 'text'; brand: 'text' }
  'onboarding.firstInsight.noAnswers': null
  'onboarding.firstInsight.notCited': { brand: 'text' }
  'onboarding.firstInsight.platformErrors': null
  'onboarding.firstInsight.platforms': { best: 'text'; bestRate: 'text'; worst: 'text'; worstRate: 'text' }
  'onboarding.firstInsight.sample': { answers: 'number'; prompts: 'number'; interval: 'text' }
  'onboarding.firstInsight.sampleWithoutInterval': { answers: 'number'; prompts: 'number' }
  'onboarding.firstInsight.viewAnswers': null
  'onboarding.firstInsight.viewOverview': null
  'onboarding.firstRunPage.addPrompts': null
  'onboarding.firstRunPage.cancelled': null
  'onboarding.firstRunPage.lead': { brand: 'text' }
  'onboarding.firstRunPage.leavePage': null
  'onboarding.firstRunPage.noPrompts': null
  'onboarding.firstRunPage.noPromptsHint': null
  'onboarding.firstRunPage.notAllowed': null
  'onboarding.firstRunPage.title': null
  'onboarding.firstRunPage.tryAgain': null
  'onboarding.newBrandPage.lead': null
  'onboarding.newBrandPage.notAllowed': null
  'onboarding.newBrandPage.title': null
  'onboarding.platformsStep.frequency': null
  'onboarding.platformsStep.lead': null
  'onboarding.platformsStep.noPlatform': null
  'onboarding.platformsStep.platforms': null
  'onboarding.platformsStep.queries': { count: 'number' }
  'onboarding.platformsStep.run': null
  'onboarding.promptsStep.addBrand': null
  'onboarding.promptsStep.addBrandWith': { prompts: 'number' }
  'onboarding.promptsStep.advice': null
  'onboarding.promptsStep.branded': null
  'onboarding.promptsStep.include': { text: 'text' }
  'onboarding.promptsStep.noSuggestions': { reason: 'text' }
  'onboarding.promptsStep.ownPlaceholder': null
  'onboarding.promptsStep.ownPrompts': null
  'onboarding.promptsStep.prompt': { number: 'text' }
  'onboarding.promptsStep.suggestedByModel': null
  'onboarding.promptsStep.suggestedFromTemplates': null
  'onboarding.siteAudit.all': { count: 'number' }
  'onboarding.siteAudit.basis': { pages: 'number'; duration: 'text'; at: 'text' }
  'onboarding.siteAudit.blocked': { count: 'number'; engines: 'text'; domain: 'text'; others: 'number' }
  'onboarding.siteAudit.failed': { reason: 'text' }
  'onboarding.siteAudit.fixFirst': null
  'onboarding.siteAudit.lead': { domain: 'text' }
  'onboarding.siteAudit.perfect': { domain: 'text' }
  'onboarding.siteAudit.readable': { domain: 'text'; count: 'number' }
  'onboarding.siteAudit.scoreTitle': null
  'onboarding.siteAudit.start': null
  'onboarding.siteAudit.title': null
  'onboarding.siteAudit.unknown': null
  'onboarding.siteAudit.view': null
  'onboarding.steps.brand': null
  'onboarding.steps.completed': null
  'onboarding.steps.engine': null
  'onboarding.steps.firstRun': null
  'onboarding.steps.label': null
  'onboarding.steps.prompts': null
  'onboarding.steps.website': null
  'onboarding.websiteStep.hint': null
  'onboarding.websiteStep.placeholder': null
  'onboarding.websiteStep.reading': null
  'onboarding.websiteStep.website': null
  'opportunities.actions.askForCorrection': { domain: 'text' }
  'opportunities.actions.correctOwned': null
  'opportunities.actions.correctPage': { page: 'text' }
  'opportunities.actions.onDomain': { domain: 'text' }
  'opportunities.actions.owned': null
  'opportunities.actions.reachOut': null
  'opportunities.badges.brief': null
  'opportunities.badges.impact': { impact: 'choice' }
  'opportunities.board.dismissMessage': null
  'opportunities.board.emptyColumns.dismissed': null
  'opportunities.board.emptyColumns.done': null
  'opportunities.board.emptyColumns.in_progress': null
  'opportunities.board.emptyColumns.new': null
  'opportunities.board.emptyColumns.sent': null
  'opportunities.board.label': null
  'opportunities.board.move': { prompt: 'text' }
  'opportunities.board.moved': { prompt: 'text'; status: 'text' }
  'opportunities.board.score': null
  'opportunities.board.undo': null
  'opportunities.brief.theBriefOfThisOpportunityIs': null
  'opportunities.bulkActions.maximum': { count: 'number' }
  'opportunities.bulkActions.selectAll': { count: 'number' }
  'opportunities.bulkActions.selected': { count: 'number' }
  'opportunities.bulkActions.send': null
  'opportunities.bulkActions.updated': { count: 'number' }
  'opportunities.bulkActions.what': { count: 'number' }
  'opportunities.correction.answers': null
  'opportunities.correction.caption': null
  'opportunities.correction.contact': { domain: 'text' }
  'opportunities.correction.fact': null
  'opportunities.correction.lead': { wrong: 'number'; answers: 'number'; brand: 'text'; pct: 'number'; interval: 'text'; dateFrom: 'text'; dateTo: 'text' }
  'opportunities.correction.onPage': null
  'opportunities.correction.source': null
  'opportunities.correction.title': null
  'opportunities.correction.wrongAnswers': null
  'opportunities.createOpportunity.domainAlreadyHasAnOpenOpportunity': { domain: 'text' }
  'opportunities.createOpportunity.domainOrSearch': null
  'opportunities.createOpportunity.inTheLast30DaysNo': { domain: 'text' }
  'opportunities.createOpportunity.noGapForSearch': null
  'opportunities.createOpportunity.pagesNameBrand': { domain: 'text'; brand: 'text' }
  'opportunities.deliver.theWebhookOfThisBrandIs': null
  'opportunities.deliver.thisOpportunityIsAlreadyBeingSent': null
  'opportunities.describe.answersStateWrong': { wrong: 'number'; answers: 'number'; brand: 'text' }
  'opportunities.describe.approvedFact': { statement: 'text' }
  'opportunities.describe.askForCorrection': { domain: 'text'; page: 'text'; subjects: 'text' }
  'opportunities.describe.correctYourPage': { page: 'text'; subjects: 'text' }
  'opportunities.describe.gapIsDirectional': { leader: 'text'; points: 'number'; low: 'number'; high: 'number' }
  'opportunities.describe.gapWithInterval': { leader: 'text'; points: 'number'; low: 'number'; high: 'number' }
  'opportunities.describe.getBrandMentionedOnDomain': { brand: 'text'; domain: 'text' }
  'opportunities.describe.getMentionedInTheSourcesCited': { prompt: 'text' }
  'opportunities.describe.inBehindOfTheAnswersThat': { behind: 'number'; brand: 'text' }
  'opportunities.describe.leaderIsCitedInOfLeaderOf': { leader: 'text'; ofLeader: 'number'; answers: 'number'; brand: 'text'; ofBrand: 'number' }
  'opportunities.describe.leaderIsMentionedInOfLeaderOf': { leader: 'text'; ofLeader: 'number'; answers: 'number'; brand: 'text'; ofBrand: 'number' }
  'opportunities.describe.likelyShare': { low: 'number'; high: 'number' }
  'opportunities.describe.publishAPageThatAnswersPrompt': { prompt: 'text' }
  'opportunities.describe.theAnswersCiteNoSources': null
  'opportunities.describe.theAnswersCitePagesOfDomains': { domains: 'text' }
  'opportunities.describe.theAnswersMostlyCiteThirdParty': { domains: 'text' }
  'opportunities.describe.theGapInVisibilityScoreIs': { leader: 'text'; points: 'number'; low: 'number'; high: 'number' }
  'opportunities.detail.back': null
  'opportunities.detail.brief': null
  'opportunities.detail.evidence': null
  'opportunities.detail.measure': null
  'opportunities.detail.sections': null
  'opportunities.detail.send': null
  'opportunities.detail.sendAgain': null
  'opportunities.detail.showAction': null
  'opportunities.detail.updated': { updatedAt: 'text' }
  'opportunities.detail.what': { prompt: 'text' }
  'opportunities.editBrief.thisBriefWasRewrittenAfterYou': null
  'opportunities.editOpportunity.hasNoAccessToTheBrand': null
  'opportunities.empty.hint': null
  'opportunities.empty.noMatches': null
  'opportunities.empty.noMatchesHint': null
  'opportunities.empty.showAll': null
  'opportunities.empty.title': null
  'opportunities.empty.viewRuns': null
  'opportunities.evidence.competitors': { names: 'text' }
  'opportunities.evidence.lead': null
  'opportunities.evidence.mentioned': { rank: 'text' }
  'opportunities.evidence.mentionedUnranked': null
  'opportunities.evidence.noCompetitor': null
  'opportunities.evidence.notMentioned': null
  'opportunities.evidence.title': null
  'opportunities.filters.allKinds': null
  'opportunities.filters.allTypes': null
  'opportunities.filters.anyImpact': null
  'opportunities.filters.anyStatus': null
  'opportunities.filters.board': null
  'opportunities.filters.clear': null
  'opportunities.filters.impact': null
  'opportunities.filters.kind': null
  'opportunities.filters.label': null
  'opportunities.filters.list': null
  'opportunities.filters.status': null
  'opportunities.filters.type': null
  'opportunities.filters.view': null
  'opportunities.gap.answers': null
  'opportunities.gap.caption': null
  'opportunities.gap.citedIn': null
  'opportunities.gap.definition': null
  'opportunities.gap.gapTo': { competitor: 'text' }
  'opportunities.gap.interval': { interval: 'text' }
  'opportunities.gap.lead': { dateFrom: 'text'; dateTo: 'text'; prompt: 'text' }
  'opportunities.gap.mentionedIn': null
  'opportunities.gap.name': null
  'opportunities.gap.points': null
  'opportunities.gap.rankedBelow': null
  'opportunities.gap.rankedBelowNote': null
  'opportunities.gap.title': null
  'opportunities.gap.view': null
  'opportunities.gap.withoutYou': null
  'opportunities.gap.withoutYouNote': null
  'opportunities.gap.you': null
  'opportunities.general.noSuchOpportunity': null
  'opportunities.generate.closedAutomaticallyTheLatestAnswersNo': null
  'opportunities.generate.closedAutomaticallyThePromptIsNo': null
  'opportunities.generate.closedBecausePageNoLonger': null
  'opportunities.history.by': { name: 'text' }
  'opportunities.history.byAnsight': null
  'opportunities.history.byApiKey': null
  'opportunities.history.byReceiver': null
  'opportunities.history.found': null
  'opportunities.history.title': null
  'opportunities.list.action': null
  'opportunities.list.caption': null
  'opportunities.list.due': null
  'opportunities.list.gap': null
  'opportunities.list.impact': null
  'opportunities.list.isOverdue': null
  'opportunities.list.needsData': { count: 'number' }
  'opportunities.list.needsDataCaption': null
  'opportunities.list.needsDataHint': null
  'opportunities.list.opportunity': null
  'opportunities.list.owner': null
  'opportunities.list.score': null
  'opportunities.list.select': { prompt: 'text' }
  'opportunities.list.status': null
  'opportunities.list.unassigned': null
  'opportunities.list.wrongAnswers': null
  'opportunities.page.lead': { brand: 'text' }
  'opportunities.page.refresh': null
  'opportunities.page.refreshed': { created: 'number'; updated: 'number'; closed: 'number' }
  'opportunities.page.title': null
  'opportunities.plan.comment': null
  'opportunities.plan.commentHint': null
  'opportunities.plan.due': null
  'opportunities.plan.dueOn': { due: 'text' }
  'opportunities.plan.noDueDate': null
  'opportunities.plan.none': null
  'opportunities.plan.owner': null
  'opportunities.plan.save': null
  'opportunities.plan.title': null
  'opportunities.plan.unassigned': null
  'opportunities.score.answers': { count: 'number' }
  'opportunities.score.noSource': null
  'opportunities.score.outOf': { points: 'number' }
  'opportunities.score.outOf100': null
  'opportunities.score.searchVolume': null
  'opportunities.score.title': null
  'opportunities.score.volume': { searches: 'number'; source: 'text' }
  'opportunities.score.volumeWithAi': { searches: 'number'; source: 'text'; low: 'number'; high: 'number' }
  'opportunities.score.webSearches': null
  'opportunities.source.names': { names: 'text' }
  'opportunities.sources.answers': null
  'opportunities.sources.caption': null
  'opportunities.sources.lead': { byType: 'text' }
  'opportunities.sources.none': null
  'opportunities.sources.page': null
  'opportunities.sources.title': null
  'opportunities.sources.type': null
  'opportunities.status.thePromptOrSourceOfThis': null
  'opportunities.statusMenu.label': null
  'opportunities.statusMenu.setStatus': null
  'opportunities.webhookSettings.isRequiredBecauseNoWebhookIs': null
  'opportunities.webhookSettings.requiresAWebhookUrl': null
  'opportunities.webhookSettings.thisBrandHasNoWebhookSet': null
  'outreach.general.noAnswerCites': { domain: 'text' }
  'overview.basis.cautions.directional': null
  'overview.basis.cautions.exploratory': null
  'overview.basis.notCounted': { counts: 'text' }
  'overview.basis.outcomes.empty': { count: 'number' }
  'overview.basis.outcomes.failed': { count: 'number' }
  'overview.basis.outcomes.refused': { count: 'number' }
  'overview.basis.sample': { answers: 'number'; prompts: 'number' }
  'overview.basis.sampleWithBranded': { answers: 'number'; prompts: 'number'; branded: 'number' }
  'overview.circumstances.title': null
  'overview.competitors.compare': null
  'overview.competitors.score': null
  'overview.drivers.by': null
  'overview.drivers.groups.component': null
  'overview.drivers.groups.platform': null
  'overview.drivers.groups.prompt': null
  'overview.drivers.groups.source': null
  'overview.drivers.groups.topic': null
  'overview.drivers.noPeriod': null
  'overview.drivers.notComparable': null
  'overview.drivers.others': { count: 'number' }
  'overview.drivers.pale': null
  'overview.drivers.sources': null
  'overview.drivers.title': null
  'overview.drivers.total': null
  'overview.heatMap.allTopics': null
  'overview.heatMap.answers': { count: 'number' }
  'overview.heatMap.caption': null
  'overview.heatMap.mentionRate': { rate: 'text' }
  'overview.heatMap.models': { platform: 'text' }
  'overview.heatMap.platform': null
  'overview.heatMap.sample': { range: 'text'; answers: 'text' }
  'overview.heatMap.title': null
  'overview.heatMap.titleWithoutTopics': null
  'overview.heatMap.unknownModel': null
  'overview.keyMetrics.basedOn': null
  'overview.keyMetrics.chooseMethod': null
  'overview.keyMetrics.counts.answers': { count: 'number' }
  'overview.keyMetrics.counts.mentions': { count: 'number' }
  'overview.keyMetrics.coverage': { pct: 'text' }
  'overview.keyMetrics.detectableChange': { points: 'number' }
  'overview.keyMetrics.label': null
  'overview.keyMetrics.negative': { count: 'number' }
  'overview.keyMetrics.neutral': { count: 'number' }
  'overview.keyMetrics.noCompetitors': null
  'overview.keyMetrics.notRanked': null
  'overview.keyMetrics.positive': { count: 'number' }
  'overview.keyMetrics.rank': { rank: 'number'; of: 'text' }
  'overview.keyMetrics.samePrompts': { previous: 'text'; current: 'text' }
  'overview.keyMetrics.sample': { count: 'number' }
  'overview.keyMetrics.showInChart': { metric: 'text' }
  'overview.nextActions.all': null
  'overview.nextActions.cited': { citing: 'number'; prompts: 'number' }
  'overview.nextActions.createBrief': null
  'overview.nextActions.gap': { leader: 'text'; points: 'number'; answers: 'number' }
  'overview.nextActions.getListed': { domain: 'text' }
  'overview.nextActions.none': null
  'overview.nextActions.platformErrors.title': { platforms: 'number' }
  'overview.nextActions.platformErrors.why': null
  'overview.nextActions.publish': { prompt: 'text' }
  'overview.nextActions.reviewCompetitor': null
  'overview.nextActions.suggestedCompetitor.title': { name: 'text' }
  'overview.nextActions.suggestedCompetitor.why': { answers: 'number' }
  'overview.nextActions.title': null
  'overview.nextActions.viewBrief': null
  'overview.nextActions.viewEvidence': null
  'overview.nextActions.viewRun': null
  'overview.noAnswers.addPrompts': null
  'overview.noAnswers.hint': null
  'overview.noAnswers.noPromptsHint': null
  'overview.noAnswers.run': null
  'overview.noAnswers.title': null
  'overview.page.run': null
  'overview.page.screen': null
  'overview.scoreChange.competitors': null
  'overview.scoreChange.components.cited': null
  'overview.scoreChange.components.named': null
  'overview.scoreChange.components.position': null
  'overview.scoreChange.noTopic': null
  'overview.scoreChange.otherChanges': null
  'overview.scoreChange.points': { points: 'number' }
  'overview.scoreChange.viewAnswers': null
  'overview.trend.averageLead': null
  'overview.trend.averagePlain': null
  'overview.trend.chart': { metric: 'text'; brand: 'text' }
  'overview.trend.competitors': null
  'overview.trend.events.cited_pages_changed': null
  'overview.trend.events.established': null
  'overview.trend.events.model_changed': null
  'overview.trend.events.partial_run': null
  'overview.trend.events.platforms_changed': null
  'overview.trend.events.prompts_changed': null
  'overview.trend.events.sentiment_method_changed': null
  'overview.trend.label': null
  'overview.trend.lines': null
  'overview.trend.platforms': null
  'overview.verdict.ahead': { competitor: 'text'; points: 'number' }
  'overview.verdict.before': { days: 'number' }
  'overview.verdict.behind': { competitor: 'text'; points: 'number' }
  'overview.verdict.changed': { score: 'text'; when: 'choice'; from: 'text'; to: 'text'; period: 'text'; direction: 'choice'; points: 'number'; before: 'text' }
  'overview.verdict.established': { established: 'text'; direction: 'choice'; points: 'number'; since: 'text' }
  'overview.verdict.lastMonth': null
  'overview.verdict.level': { competitor: 'text' }
  'overview.verdict.noCompetitors': null
  'overview.verdict.showEstablished': null
  'overview.verdict.unknown': { score: 'text'; when: 'choice'; from: 'text'; to: 'text'; period: 'text' }
  'overview.verdict.usual': { score: 'text'; when: 'choice'; from: 'text'; to: 'text'; period: 'text' }
  'overview.verdict.usualChange': { days: 'number'; points: 'number' }
  'overview.wonAndLost.against': null
  'overview.wonAndLost.all': { count: 'number' }
  'overview.wonAndLost.lead': null
  'overview.wonAndLost.prompt': null
  'plans.general.activePrompts': null
  'plans.general.brands': null
  'plans.general.briefsPerMonth': null
  'plans.general.limitReached': { label: 'text'; limit: 'text'; used: 'text' }
  'plans.general.membersAndOpenInvitations': null
  'plans.general.platformsPerBrand': null
  'plans.general.reachedTheCountResetsOnDay': { reached: 'text'; day: 'number' }
  'plans.general.requestExceedsLimit': { label: 'text'; limit: 'text'; needed: 'text' }
  'plans.general.siteAuditsPerMonth': null
  'plans.spendLedger.brandLimitUsedUp': { limit: 'text'; day: 'number' }
  'plans.spendLedger.exceedsBrandLimit': { cost: 'text'; rest: 'text'; limit: 'text'; day: 'number' }
  'plans.spendLedger.exceedsPlanBudget': { cost: 'text'; rest: 'text'; limit: 'text'; day: 'number' }
  'plans.spendLedger.exceedsSpendLimit': { cost: 'text'; rest: 'text'; limit: 'text'; day: 'number' }
  'plans.spendLedger.theMonthSPlanBudgetOf': { limit: 'text'; day: 'number' }
  'plans.spendLedger.theMonthSSpendLimitOf': { limit: 'text'; day: 'number' }
  'products.allPlatforms.caption': null
  'products.allPlatforms.title': null
  'products.byPlatform.caption': null
  'products.byPlatform.title': { metric: 'text' }
  'products.columns.answers': null
  'products.columns.mentions': null
  'products.columns.product': null
  'products.columns.shoppingCards': null
  'products.empty.hint': null
  'products.empty.title': null
  'products.page.lead': null
  'products.page.title': null
  'promptChanges.detail.answers': { count: 'number' }
  'promptChanges.detail.chart': { brand: 'text'; rival: 'text' }
  'promptChanges.detail.chartLead': null
  'promptChanges.detail.openPrompt': null
  'promptChanges.detail.scores': { brand: 'text'; before: 'text'; now: 'text'; rival: 'text'; rivalBefore: 'text'; rivalNow: 'text' }
  'promptChanges.list.label': null
  'promptChanges.list.lost': { name: 'text' }
  'promptChanges.list.others': { kept: 'number'; others: 'number' }
  'promptChanges.list.scores': { brand: 'text'; before: 'text'; now: 'text'; rival: 'text'; rivalBefore: 'text'; rivalNow: 'text' }
  'promptChanges.list.won': { name: 'text' }
  'promptChanges.page.counts': { lost: 'number'; won: 'number' }
  'promptChanges.page.countsOfRival': { lost: 'number'; rival: 'text'; won: 'number' }
  'promptChanges.page.empty': { kept: 'number' }
  'promptChanges.page.emptyTitle': null
  'promptChanges.page.everyRival': null
  'promptChanges.page.noPrevious': null
  'promptChanges.page.platform': { platform: 'text'; losses: 'number'; lost: 'number' }
  'promptChanges.page.rival': null
  'promptChanges.page.tab': null
  'promptChanges.pairs.before': null
  'promptChanges.pairs.mentioning': { mentioning: 'number'; answers: 'number' }
  'promptChanges.pairs.next': null
  'promptChanges.pairs.noAnswer': null
  'promptChanges.pairs.now': null
  'promptChanges.pairs.position': { index: 'number'; count: 'number' }
  'promptChanges.pairs.previous': null
  'promptChanges.sources.own': { domain: 'text' }
  'promptChanges.sources.shift': { source: 'text'; before: 'number'; answersBefore: 'number'; now: 'number'; answersNow: 'number' }
  'promptChanges.sources.title': null
  'promptDetail.action.answers': { count: 'number' }
  'promptDetail.action.none': null
  'promptDetail.action.open': null
  'promptDetail.action.openBrief': null
  'promptDetail.action.sources': null
  'promptDetail.action.title': null
  'promptDetail.action.why': { domains: 'number' }
  'promptDetail.action.withoutYou': { brand: 'text' }
  'promptDetail.conversation.caption': null
  'promptDetail.conversation.lead': null
  'promptDetail.conversation.question': null
  'promptDetail.conversation.title': null
  'promptDetail.latest.platform': null
  'promptDetail.latest.title': null
  'promptDetail.pager.label': null
  'promptDetail.pager.next': null
  'promptDetail.pager.position': { index: 'number'; count: 'number' }
  'promptDetail.pager.previous': null
  'promptDetail.platforms.caption': null
  'promptDetail.platforms.cell': { date: 'text'; state: 'text' }
  'promptDetail.platforms.columns.days': null
  'promptDetail.platforms.columns.leader': null
  'promptDetail.platforms.columns.platform': null
  'promptDetail.platforms.columns.position': null
  'promptDetail.platforms.daysOf': { state: 'text'; days: 'number' }
  'promptDetail.platforms.states.first': null
  'promptDetail.platforms.states.mentioned': null
  'promptDetail.platforms.states.no_answer': null
  'promptDetail.platforms.states.not_mentioned': null
  'promptDetail.platforms.title': null
  'promptDetail.ranking.caption': null
  'promptDetail.ranking.columns.first': null
  'promptDetail.ranking.columns.name': null
  'promptDetail.ranking.columns.position': null
  'promptDetail.ranking.lead': { answers: 'number' }
  'promptDetail.ranking.title': null
  'promptDetail.ranking.you': null
  'promptDetail.sources.caption': null
  'promptDetail.sources.columns.answers': null
  'promptDetail.sources.columns.mentionYou': null
  'promptDetail.sources.columns.source': null
  'promptDetail.sources.none': null
  'promptDetail.sources.title': null
  'promptDetail.trend.chart': { brand: 'text' }
  'promptDetail.trend.lead': { brand: 'text' }
  'promptDetail.trend.title': null
  'promptDetail.verdict.competitor': { name: 'text'; pct: 'text' }
  'promptDetail.verdict.own': { brand: 'text'; pct: 'text'; answers: 'number' }
  'promptDetail.verdict.ownRanked': { brand: 'text'; pct: 'text'; answers: 'number'; rank: 'number'; of: 'text' }
  'promptDetail.verdict.score': { score: 'text'; when: 'choice'; from: 'text'; to: 'text'; period: 'text'; change: 'choice'; points: 'number'; previous: 'text'; state: 'choice' }
  'promptDetail.verdict.weak': { platforms: 'text'; count: 'number'; brand: 'text' }
  'prompts.addForm.add': null
  'prompts.addPrompt.add': null
  'prompts.addPrompt.hint': null
  'prompts.addPrompt.label': null
  'prompts.addPrompt.placeholder': null
  'prompts.addPrompt.title': null
  'prompts.answerDiff.answer': { platform: 'text'; answeredAt: 'text' }
  'prompts.answerDiff.close': null
  'prompts.answerDiff.compared': { older: 'text'; newer: 'text' }
  'prompts.answerDiff.label': null
  'prompts.answersOverTime.alsoMentioned': null
  'prompts.answersOverTime.answered': null
  'prompts.answersOverTime.caption': null
  'prompts.answersOverTime.compare': null
  'prompts.answersOverTime.compareAnswer': { platform: 'text'; answeredAt: 'text' }
  'prompts.answersOverTime.isMentioned': { rank: 'text' }
  'prompts.answersOverTime.isMentionedUnranked': null
  'prompts.answersOverTime.isNotMentioned': null
  'prompts.answersOverTime.lead': null
  'prompts.answersOverTime.mentioned': null
  'prompts.answersOverTime.platform': null
  'prompts.answersOverTime.sample': { sample: 'text' }
  'prompts.answersOverTime.sentiment': null
  'prompts.answersOverTime.title': null
  'prompts.badges.branded': null
  'prompts.badges.deleted': null
  'prompts.badges.new': null
  'prompts.badges.paused': null
  'prompts.bulk.addTags': null
  'prompts.bulk.clear': null
  'prompts.bulk.delete': { count: 'number' }
  'prompts.bulk.deleteConsequence': null
  'prompts.bulk.deleteTitle': { count: 'number' }
  'prompts.bulk.label': null
  'prompts.bulk.removeTags': null
  'prompts.bulk.selected': { count: 'number' }
  'prompts.bulk.tags': null
  'prompts.bulk.tagsInUse': { tags: 'text' }
  'prompts.bulk.tagsTitle': { count: 'number' }
  'prompts.bulk.tooManyTags': { max: 'text' }
  'prompts.bulk.topic': null
  'prompts.consistency.allPlatforms': null
  'prompts.consistency.answers': { count: 'number' }
  'prompts.consistency.betweenRuns': null
  'prompts.consistency.caption': null
  'prompts.consistency.identicalLists': null
  'prompts.consistency.lead': null
  'prompts.consistency.none': null
  'prompts.consistency.pairs': { count: 'number' }
  'prompts.consistency.platform': null
  'prompts.consistency.runs': { count: 'number' }
  'prompts.consistency.sample': null
  'prompts.consistency.title': null
  'prompts.consistency.withinRun': null
  'prompts.csv.columnProblem': { column: 'text'; problem: 'text' }
  'prompts.csv.hasMoreCellsThanColumnsEnclose': null
  'prompts.csv.malformedCSVAQuoteThatOpens': { line: 'text' }
  'prompts.csv.malformedCSVMisplacedQuoteAfterLine': { line: 'text' }
  'prompts.csv.malformedCSVSyntaxErrorAfterLine': { line: 'text' }
  'prompts.csv.theColumnDuplicateAppearsTwice': { duplicate: 'text' }
  'prompts.csv.theFileIsNotUTF8': null
  'prompts.csv.theFirstLineOfTheCSV': { missing: 'text' }
  'prompts.csv.unknownColumnUnknownTheColumnsAre': { unknown: 'text'; known: 'text' }
  'prompts.dataforseo.dataForSEOCouldNotBeReached': null
  'prompts.dataforseo.dataForSEOCouldNotBeReachedCheck': null
  'prompts.dataforseo.dataForSEORejectedTheLogin': null
  'prompts.dataforseo.dataForSEORejectedTheLoginCheck': null
  'prompts.dataforseo.dataForSEORejectedTheRequestWithStatus': { code: 'text' }
  'prompts.dataforseo.dataForSEOReturnedAnInvalidResponse': { status: 'text' }
  'prompts.dataforseo.theDataForSEOAccountHasNoCredit': null
  'prompts.dataforseo.theRateLimitOfDataForSEOWas': null
  'prompts.deleteDialog.consequence': null
  'prompts.deleteDialog.delete': null
  'prompts.deleteDialog.title': null
  'prompts.editDialog.intent': null
  'prompts.editDialog.noTopic': null
  'prompts.editDialog.prompt': null
  'prompts.editDialog.promptHint': null
  'prompts.editDialog.save': null
  'prompts.editDialog.title': null
  'prompts.editDialog.topic': null
  'prompts.fetchVolumes.noRangeDataForSEOHasNoEstimate': null
  'prompts.fetchVolumes.notConfigured': null
  'prompts.fetchVolumes.notConfiguredSetSettings': null
  'prompts.fetchVolumes.rangeSumsOfTheLowestAnd': null
  'prompts.fetchVolumes.searchesInRegion': { region: 'text' }
  'prompts.fetchVolumes.searchesWorldwide': null
  'prompts.followUps.add': null
  'prompts.followUps.cost': { cost: 'text' }
  'prompts.followUps.hasOne': null
  'prompts.followUps.hint': null
  'prompts.followUps.label': { number: 'number' }
  'prompts.followUps.mustBeShared': null
  'prompts.followUps.notAskedOn': { platforms: 'text' }
  'prompts.followUps.placeholder': null
  'prompts.followUps.shared': { question: 'text' }
  'prompts.followUps.tooMany': { followUps: 'number' }
  'prompts.general.aTagMustNotContain': null
  'prompts.general.anEditHasReplacedThisPrompt': { replaced_by: 'text' }
  'prompts.general.isNotValid': null
  'prompts.general.mustBeValidText': null
  'prompts.general.noPlatformTakesAPersona': null
  'prompts.general.thisBrandAlreadyHasThisPrompt': null
  'prompts.groups.answers': null
  'prompts.groups.by.market': null
  'prompts.groups.by.persona': null
  'prompts.groups.by.tag': null
  'prompts.groups.by.topic': null
  'prompts.groups.change': null
  'prompts.groups.one.market': null
  'prompts.groups.one.persona': null
  'prompts.groups.one.tag': null
  'prompts.groups.one.topic': null
  'prompts.groups.prompts': null
  'prompts.groups.tagHint': null
  'prompts.groups.title': null
  'prompts.importColumns.category': null
  'prompts.importColumns.follows_text': null
  'prompts.importColumns.language': null
  'prompts.importColumns.persona': null
  'prompts.importColumns.platforms': null
  'prompts.importColumns.region': null
  'prompts.importColumns.tags': null
  'prompts.importColumns.text': null
  'prompts.importColumns.topic': null
  'prompts.importDialog.file': null
  'prompts.importDialog.fileHint': null
  'prompts.importDialog.preview': null
  'prompts.importDialog.prompts': null
  'prompts.importDialog.promptsHint': null
  'prompts.importDialog.title': null
  'prompts.importFile.unknownPersona': { persona: 'text' }
  'prompts.importFollowUps.tooMany': { followUps: 'number' }
  'prompts.importFollowUps.unknown': null
  'prompts.importPreview.back': null
  'prompts.importPreview.column': { number: 'text'; firstCell: 'text' }
  'prompts.importPreview.contents.category': null
  'prompts.importPreview.contents.follows_text': null
  'prompts.importPreview.contents.language': null
  'prompts.importPreview.contents.persona': null
  'prompts.importPreview.contents.platforms': null
  'prompts.importPreview.contents.region': null
  'prompts.importPreview.contents.tags': null
  'prompts.importPreview.contents.text': null
  'prompts.importPreview.contents.topic': null
  'prompts.importPreview.cost': { cost: 'text'; queries: 'number' }
  'prompts.importPreview.create': { count: 'number' }
  'prompts.importPreview.created': { count: 'number' }
  'prompts.importPreview.duplicates': { count: 'number' }
  'prompts.importPreview.firstLines': { shown: 'number'; total: 'number' }
  'prompts.importPreview.format': null
  'prompts.importPreview.formats.csv': null
  'prompts.importPreview.formats.lines': null
  'prompts.importPreview.formats.tsv': null
  'prompts.importPreview.header': null
  'prompts.importPreview.layout': null
  'prompts.importPreview.rejected': { count: 'number' }
  'prompts.importPreview.skip': null
  'prompts.importPreview.status.duplicate': null
  'prompts.importPreview.status.new': null
  'prompts.importPreview.status.rejected': null
  'prompts.importPrompts.anImportCanContainAtMost': { maxImportedPrompts: 'text'; length: 'text' }
  'prompts.importPrompts.mustBeAListOfColumns': { columns: 'text' }
  'prompts.importPrompts.mustIncludeText': null
  'prompts.importVolumes.anImportCanContainAtMost': { maxLines: 'text'; length: 'text' }
  'prompts.importVolumes.asUploadedSearchesPerMonthFor': null
  'prompts.importVolumes.mustBeAWholeNumberWithout': null
  'prompts.importVolumes.mustNotBeLessThanAi': null
  'prompts.importVolumes.orPromptIdIsRequired': null
  'prompts.importVolumes.requiresAiVolumeHighAndVice': null
  'prompts.importVolumes.theBrandHasNoSuchPrompt': null
  'prompts.list.active': null
  'prompts.list.all': null
  'prompts.list.changed': { improved: 'number'; declined: 'number' }
  'prompts.list.columns': null
  'prompts.list.lead': null
  'prompts.list.leads': { brand: 'text'; led: 'number'; answered: 'number'; before: 'text' }
  'prompts.list.paused': null
  'prompts.list.search': null
  'prompts.list.shown': { shown: 'number'; total: 'number' }
  'prompts.list.status': null
  'prompts.list.unchanged': null
  'prompts.menu.delete': null
  'prompts.menu.edit': null
  'prompts.menu.label': { prompt: 'text' }
  'prompts.menu.pause': null
  'prompts.menu.resume': null
  'prompts.page.add': null
  'prompts.page.import': null
  'prompts.page.title': null
  'prompts.personas.aBrandCanHaveAtMost': { max: 'text' }
  'prompts.personas.add': null
  'prompts.personas.delete': { persona: 'text' }
  'prompts.personas.deleteAction': null
  'prompts.personas.deleteConsequence': null
  'prompts.personas.deleteTitle': { persona: 'text' }
  'prompts.personas.edit': { persona: 'text' }
  'prompts.personas.empty': null
  'prompts.personas.emptyHint': null
  'prompts.personas.hasAnswers': null
  'prompts.personas.hint': null
  'prompts.personas.instruction': null
  'prompts.personas.isInUse': null
  'prompts.personas.lead': null
  'prompts.personas.mustNotNameTheBrand': null
  'prompts.personas.mustSayWhoAsks': null
  'prompts.personas.name': null
  'prompts.personas.nameIsAlreadyAPersonaOf': { name: 'text' }
  'prompts.personas.names': { names: 'text' }
  'prompts.personas.placeholder': null
  'prompts.personas.searchBox': null
  'prompts.personas.title': null
  'prompts.promptPage.back': null
  'prompts.promptPage.noAnswers': null
  'prompts.searchVolume.estimatedAi': null
  'prompts.searchVolume.keywords': null
  'prompts.searchVolume.range': { low: 'number'; high: 'number' }
  'prompts.searchVolume.source': { source: 'text'; fetchedAt: 'text'; method: 'text' }
  'prompts.searchVolume.title': null
  'prompts.searchVolume.total': null
  'prompts.table.actions': null
  'prompts.table.caption': null
  'prompts.table.columns.answers': null
  'prompts.table.columns.change': null
  'prompts.table.columns.competitorScore': null
  'prompts.table.columns.consistency': null
  'prompts.table.columns.leader': null
  'prompts.table.columns.mentionRate': null
  'prompts.table.columns.score': null
  'prompts.table.columns.searchVolume': null
  'prompts.table.columns.tags': null
  'prompts.table.columns.topic': null
  'prompts.table.columns.trend': null
  'prompts.table.empty': null
  'prompts.table.emptyHint': null
  'prompts.table.filterByTag': { tag: 'text' }
  'prompts.table.follows': { question: 'text' }
  'prompts.table.interval': null
  'prompts.table.noMatches': null
  'prompts.table.noMatchesHint': null
  'prompts.table.prompt': null
  'prompts.table.select': { prompt: 'text' }
  'prompts.table.trend': { first: 'text'; last: 'text' }
  'prompts.table.trendPoint': { score: 'text'; day: 'text' }
  'prompts.table.viewAnswers': null
  'prompts.table.youLead': null
  'prompts.tags.hint': null
  'prompts.tags.label': null
  'prompts.topicSettings.delete': { topic: 'text' }
  'prompts.topicSettings.deleteAction': null
  'prompts.topicSettings.deleteConsequence': null
  'prompts.topicSettings.deleteTitle': { topic: 'text' }
  'prompts.topicSettings.empty': null
  'prompts.topicSettings.emptyHint': null
  'prompts.topicSettings.lead': null
  'prompts.topicSettings.name': null
  'prompts.topicSettings.new': null
  'prompts.topicSettings.prompts': { count: 'number' }
  'prompts.topicSettings.rename': { topic: 'text' }
  'prompts.topicSettings.renameAction': null
  'prompts.topicSettings.title': null
  'prompts.topics.nameIsAlreadyATopicOf': { name: 'text' }
  'prompts.variants.action': null
  'prompts.variants.addMarket': null
  'prompts.variants.cancel': null
  'prompts.variants.choose': null
  'prompts.variants.create': { count: 'number' }
  'prompts.variants.duplicates': { count: 'number' }
  'prompts.variants.followUps': { count: 'number' }
  'prompts.variants.lead': null
  'prompts.variants.noPersonas': null
  'prompts.variants.queries': { queries: 'number' }
  'prompts.variants.removeMarket': null
  'prompts.variants.title': { count: 'number' }
  'prompts.variants.unserved': { platform: 'text'; country: 'text' }
  'prompts.variants.withoutPlatform': { count: 'number' }
  'reanalysis.classifySentiment.classifiedAnswersWereClassifiedThen': { classified: 'text'; failure: 'text' }
  'reanalysis.correctSentiment.doesNotMentionTheBrand': null
  'reports.actions.lead': null
  'reports.brandLook.add': null
  'reports.brandLook.lead': null
  'reports.brandLook.title': null
  'reports.branding.color': null
  'reports.branding.colorHint': null
  'reports.branding.contact': null
  'reports.branding.contactHint': null
  'reports.branding.lead': null
  'reports.branding.logo': null
  'reports.branding.logoHint': null
  'reports.branding.name': null
  'reports.branding.nameHint': null
  'reports.branding.removeLogo': null
  'reports.branding.save': null
  'reports.branding.title': null
  'reports.brands.columns.answers': null
  'reports.brands.columns.brand': null
  'reports.brands.columns.leader': null
  'reports.brands.columns.mentionRate': null
  'reports.brands.columns.visibility': null
  'reports.brands.lead': null
  'reports.changeReport.theReportIsPublishedAndCan': null
  'reports.competitors.columns.brand': null
  'reports.competitors.columns.citationRate': null
  'reports.competitors.columns.mentionRate': null
  'reports.competitors.columns.position': null
  'reports.competitors.columns.shareOfVoice': null
  'reports.competitors.columns.visibility': null
  'reports.competitors.lead': { answers: 'number' }
  'reports.competitors.title': { brand: 'text' }
  'reports.create.brands': null
  'reports.create.brandsHint': null
  'reports.create.custom': null
  'reports.create.from': null
  'reports.create.language': null
  'reports.create.last30': null
  'reports.create.last7': null
  'reports.create.lastMonth': { month: 'text' }
  'reports.create.name': null
  'reports.create.nameDefault': null
  'reports.create.period': null
  'reports.create.submit': null
  'reports.create.thisMonth': { month: 'text' }
  'reports.create.title': null
  'reports.create.to': null
  'reports.document.basis': { answers: 'number'; prompts: 'number'; platforms: 'number' }
  'reports.document.clientLogo': { name: 'text' }
  'reports.document.kicker': { title: 'text'; from: 'text'; to: 'text' }
  'reports.document.madeWith': null
  'reports.document.prepared': { day: 'text' }
  'reports.document.preparedFor': { name: 'text'; day: 'text' }
  'reports.document.samePrompts': { previous: 'text'; current: 'text' }
  'reports.document.sentimentKnown': { pct: 'text' }
  'reports.document.simulated': null
  'reports.document.snapshot': { name: 'text'; at: 'text' }
  'reports.editor.addNote': null
  'reports.editor.down': { section: 'text' }
  'reports.editor.headline': null
  'reports.editor.name': null
  'reports.editor.note': { section: 'text' }
  'reports.editor.save': null
  'reports.editor.sections': null
  'reports.editor.sectionsHint': null
  'reports.editor.show': { section: 'text' }
  'reports.editor.summary': null
  'reports.editor.title': null
  'reports.editor.up': { section: 'text' }
  'reports.embedRoutes.axisDay': { day: 'number' }
  'reports.executiveSummary.brandAndCompetitorHaveTheSame': { brand: 'text'; competitor: 'text' }
  'reports.executiveSummary.brandHasAVisibilityScoreOf': { brand: 'text'; score: 'text' }
  'reports.executiveSummary.brandIsComparedWithNoCompetitor': { brand: 'text' }
  'reports.executiveSummary.brandIsInPlacePlaceOf': { brand: 'text'; place: 'text'; brands: 'number' }
  'reports.executiveSummary.brandIsPointsPointsAheadOf': { brand: 'text'; points: 'number'; competitor: 'text' }
  'reports.executiveSummary.brandLeadsCompetitors': { brand: 'text'; competitors: 'number' }
  'reports.executiveSummary.brandMovedFromBeforeToNow': { brand: 'text'; before: 'text'; now: 'text' }
  'reports.executiveSummary.brandSharesFirstPlaceWithCompetitors': { brand: 'text'; competitors: 'number' }
  'reports.executiveSummary.competitorLeadsByPointsPoints': { competitor: 'text'; points: 'number' }
  'reports.executiveSummary.itFellForBrands': { brands: 'text' }
  'reports.executiveSummary.itRoseForBrands': { brands: 'text' }
  'reports.executiveSummary.nameFell': { name: 'text'; before: 'text'; after: 'text' }
  'reports.executiveSummary.nameImproved': { name: 'text'; before: 'text'; after: 'text' }
  'reports.executiveSummary.nameRose': { name: 'text'; before: 'text'; after: 'text' }
  'reports.executiveSummary.nameSlipped': { name: 'text'; before: 'text'; after: 'text' }
  'reports.executiveSummary.noBrandHasAnEstablishedChange': null
  'reports.executiveSummary.noOtherUnusualChange': null
  'reports.executiveSummary.noRecommendedStepIsOpen': null
  'reports.executiveSummary.rank': { rank: 'number' }
  'reports.executiveSummary.recommendedStepsAreOpen': { open: 'number' }
  'reports.executiveSummary.recommendedStepsWereCompletedAreOpen': { done: 'number'; open: 'number' }
  'reports.executiveSummary.scoreChangeEstablished': { status: 'choice'; points: 'number'; since: 'number'; established: 'number' }
  'reports.executiveSummary.scoreInUsualRange': { after: 'text'; before: 'text' }
  'reports.executiveSummary.scoreNotCompared': { score: 'text' }
  'reports.executiveSummary.visibilityFellForFallenOfBrands': { fallen: 'number'; brands: 'number' }
  'reports.executiveSummary.visibilityOfBrandsWithoutAnEstablished': { brands: 'number' }
  'reports.executiveSummary.visibilityRoseForRisenAndFell': { risen: 'number'; fallen: 'number'; brands: 'number' }
  'reports.executiveSummary.visibilityRoseForRisenOfBrands': { risen: 'number'; brands: 'number' }
  'reports.general.noSuchReport': null
  'reports.general.noSuchSharedReport': null
  'reports.list.caption': null
  'reports.list.columns.created': null
  'reports.list.columns.pdf': null
  'reports.list.columns.period': null
  'reports.list.columns.report': null
  'reports.list.columns.state': null
  'reports.list.create': null
  'reports.list.empty': null
  'reports.list.emptyForViewer': null
  'reports.list.emptyTitle': null
  'reports.list.inviteClient': { brand: 'text' }
  'reports.list.lead': null
  'reports.list.pdfOf': { title: 'text' }
  'reports.list.portfolio': { brands: 'number' }
  'reports.list.title': null
  'reports.method.asked': { prompts: 'number'; days: 'number'; samples: 'number' }
  'reports.method.columns.answers': null
  'reports.method.columns.model': null
  'reports.method.columns.platform': null
  'reports.method.columns.surface': null
  'reports.method.digest': { digest: 'text' }
  'reports.method.interval': null
  'reports.method.noModel': null
  'reports.method.notCounted': { failed: 'number'; refused: 'number'; empty: 'number' }
  'reports.method.regions': { regions: 'text' }
  'reports.method.simulated': { simulated: 'number'; all: 'number' }
  'reports.method.versions': { ansight: 'text'; parser: 'text' }
  'reports.method.visibility': null
  'reports.page.back': null
  'reports.page.creatingPdf': null
  'reports.page.csv': null
  'reports.page.download': null
  'reports.page.draft': null
  'reports.page.edit': null
  'reports.page.json': null
  'reports.page.pdf': null
  'reports.page.png': null
  'reports.page.print': null
  'reports.page.publish': null
  'reports.page.publishNote': null
  'reports.page.publishTitle': null
  'reports.page.remove': null
  'reports.page.removeNote': null
  'reports.page.removeTitle': null
  'reports.page.sealed': null
  'reports.page.share': null
  'reports.period': { from: 'text'; to: 'text' }
  'reports.prompts.columns.answers': null
  'reports.prompts.columns.competitors': null
  'reports.prompts.columns.mentionRate': null
  'reports.prompts.columns.prompt': null
  'reports.prompts.columns.visibility': null
  'reports.prompts.example': null
  'reports.prompts.lead': { shown: 'number'; all: 'number' }
  'reports.reportNotification.openTheReport': null
  'reports.reportNotification.recommendedNextSteps': null
  'reports.reportNotification.theReportIsADraftEdit': null
  'reports.reportNotification.theVisibilityScoreOfEachBrand': null
  'reports.reportNotification.titleFromToTo': { title: 'text'; from: 'number'; to: 'number' }
  'reports.reportPdf.chromiumCouldNotCreateThePDF': null
  'reports.reportPdf.chromiumDidNotCreateThePDF': null
  'reports.reportPdf.pDFsNeedChromiumInstallItOr': null
  'reports.reportPdf.tooManyPDFsAreBeingCreated': null
  'reports.schedule.frequencies.monthly': null
  'reports.schedule.frequencies.weekly': null
  'reports.schedule.frequency': null
  'reports.schedule.list': null
  'reports.schedule.open': null
  'reports.schedule.publishes': null
  'reports.schedule.publishesHint': null
  'reports.schedule.remove': null
  'reports.schedule.rule': { frequency: 'text'; day: 'text' }
  'reports.schedule.submit': null
  'reports.schedule.title': null
  'reports.schedules.anOrganizationCanHaveMaxSchedules': { maxSchedules: 'text' }
  'reports.schedules.noSuchReportSchedule': null
  'reports.sealReport.aBrandOfThisReportWas': null
  'reports.sealReport.publishTheReportFirstADraft': null
  'reports.sections.actions': null
  'reports.sections.brands': null
  'reports.sections.competitors': null
  'reports.sections.figures': null
  'reports.sections.method': null
  'reports.sections.mustBeDistinct': null
  'reports.sections.mustBeOneOfNamesIn': { names: 'text' }
  'reports.sections.mustBeOneOfNamesInBrandReport': { names: 'text' }
  'reports.sections.opportunities': null
  'reports.sections.prompts': null
  'reports.sections.sources': null
  'reports.sections.traffic': null
  'reports.sections.trend': null
  'reports.share.created': null
  'reports.share.createdNote': null
  'reports.share.done': null
  'reports.share.embed': null
  'reports.share.expired': null
  'reports.share.expires': { at: 'text' }
  'reports.share.expiresNever': null
  'reports.share.expiries.0': null
  'reports.share.expiries.30': null
  'reports.share.expiries.7': null
  'reports.share.expiries.90': null
  'reports.share.expiry': null
  'reports.share.lead': null
  'reports.share.links': null
  'reports.share.name': null
  'reports.share.password': null
  'reports.share.passwordHint': null
  'reports.share.protected': null
  'reports.share.publishAndSubmit': null
  'reports.share.revoke': null
  'reports.share.revoked': null
  'reports.share.submit': null
  'reports.share.title': null
  'reports.share.views': { count: 'number' }
  'reports.shareLinks.noSuchLink': null
  'reports.shareLinks.publishTheReportFirstADraft': null
  'reports.shareLinks.thePasswordIsWrong': null
  'reports.shareLinks.theReportAlreadyHasMaxLinksLinks': { maxLinks: 'text' }
  'reports.shared.notFound': null
  'reports.shared.notFoundTitle': null
  'reports.shared.open': null
  'reports.shared.password': null
  'reports.shared.passwordLead': null
  'reports.shared.passwordTitle': null
  'reports.shared.title': null
  'reports.snapshot.nameHasNoAnswersInThis': { name: 'text' }
  'reports.snapshot.pastAnswersOfNameAreBeing': { name: 'text' }
  'reports.sources.columns.answers': null
  'reports.sources.columns.mention': null
  'reports.sources.columns.share': null
  'reports.sources.columns.site': null
  'reports.sources.columns.type': null
  'reports.sources.lead': { domains: 'number'; citations: 'number' }
  'reports.sources.none': null
  'reports.states.draft': null
  'reports.states.published': null
  'reports.steps.done': null
  'reports.steps.none': null
  'reports.templates.anOrganizationCanHaveMaxTemplatesReport': { maxTemplates: 'text' }
  'reports.templates.field': null
  'reports.templates.lead': null
  'reports.templates.list': null
  'reports.templates.name': null
  'reports.templates.nameHint': null
  'reports.templates.noSuchReportTemplate': null
  'reports.templates.none': null
  'reports.templates.remove': null
  'reports.templates.removeNamed': { name: 'text' }
  'reports.templates.save': null
  'reports.traffic.lead': null
  'reports.traffic.notEnough': { name: 'text'; missing: 'text' }
  'reports.traffic.notMeasured': null
  'reports.traffic.pages': null
  'reports.trend.label': { brand: 'text' }
  'reports.trend.lead': { isDaily: 'choice'; brand: 'text'; last: 'text' }
  'runs.history.answers': null
  'runs.history.caption': null
  'runs.history.cost': null
  'runs.history.duration': null
  'runs.history.empty': null
  'runs.history.emptyHint': null
  'runs.history.failed': null
  'runs.history.mentions': null
  'runs.history.morePlatforms': { named: 'text'; more: 'text' }
  'runs.history.platforms': null
  'runs.history.progress': { completed: 'number'; total: 'number' }
  'runs.history.skipped': null
  'runs.history.started': null
  'runs.history.status': null
  'runs.history.title': null
  'runs.history.triggeredBy': null
  'runs.lastRun.counts.answers': { count: 'number' }
  'runs.lastRun.counts.citations': { count: 'number' }
  'runs.lastRun.counts.empty': { count: 'number' }
  'runs.lastRun.counts.failed': { count: 'number' }
  'runs.lastRun.counts.mentions': { count: 'number' }
  'runs.lastRun.counts.refused': { count: 'number' }
  'runs.lastRun.counts.skipped': { count: 'number' }
  'runs.lastRun.details': null
  'runs.lastRun.failed': { failed: 'number'; all: 'number' }
  'runs.lastRun.label': null
  'runs.page.lead': null
  'runs.page.title': null
  'runs.platformStatus.answers': { count: 'number' }
  'runs.platformStatus.failed': { count: 'number' }
  'runs.platformStatus.lead': null
  'runs.platformStatus.prompts': { count: 'number' }
  'runs.platformStatus.queries': { platform: 'text' }
  'runs.platformStatus.remaining': { count: 'number' }
  'runs.platformStatus.skipped': { count: 'number' }
  'runs.platformStatus.title': null
  'runs.progress.cancel': null
  'runs.progress.cancelling': null
  'runs.progress.label': null
  'runs.progress.noWorker': null
  'runs.progress.queries': { completed: 'number'; total: 'number' }
  'runs.progress.starting': null
  'runs.runDialog.all': { brand: 'text' }
  'runs.runDialog.selected': { count: 'number' }
  'runs.runPage.answers': null
  'runs.runPage.back': null
  'runs.runPage.citations': null
  'runs.runPage.cost': null
  'runs.runPage.duration': null
  'runs.runPage.failed': null
  'runs.runPage.mentions': null
  'runs.runPage.notRefreshed': { reason: 'text' }
  'runs.runPage.remaining': null
  'runs.runPage.skipped': null
  'runs.runPage.title': { createdAt: 'text' }
  'runs.runPage.triggeredBy': { name: 'text' }
  'runs.startRun.cost': { cost: 'text' }
  'runs.startRun.noMatchingPrompts': null
  'runs.startRun.noPlatform': null
  'runs.startRun.noPrompts': null
  'runs.startRun.notConnected': { platforms: 'text' }
  'runs.startRun.platforms': null
  'runs.startRun.queries': { count: 'number' }
  'runs.startRun.run': null
  'runs.startedBy.apiKey': { member: 'text' }
  'runs.startedBy.apiKeyUnknown': null
  'runs.startedBy.app': { member: 'text' }
  'runs.startedBy.externalScheduler': null
  'runs.startedBy.formerMember': null
  'runs.startedBy.schedule': null
  'sampling.changes.every': { every: 'number' }
  'sampling.changes.followUps': { count: 'number' }
  'sampling.changes.lead': null
  'sampling.changes.now': null
  'sampling.changes.platform': null
  'sampling.changes.prompt': null
  'sampling.changes.saving': null
  'sampling.changes.then': null
  'sampling.changes.title': null
  'sampling.cost.full': null
  'sampling.cost.perMonth': { cost: 'text' }
  'sampling.cost.reduced': { count: 'number'; full: 'text' }
  'sampling.cost.restore': null
  'sampling.cost.title': null
  'sampling.cost.typical': null
  'sampling.goal.budget': null
  'sampling.goal.lead': null
  'sampling.goal.minimum': { minimum: 'text' }
  'sampling.goal.missing': { needed: 'number'; days: 'text' }
  'sampling.goal.numbers': null
  'sampling.goal.parts': null
  'sampling.goal.propose': null
  'sampling.goal.title': null
  'sampling.page.lead': null
  'sampling.page.title': null
  'sampling.parts.all': null
  'sampling.parts.platform': null
  'sampling.parts.topic': null
  'sampling.precision.answers': null
  'sampling.precision.expected': null
  'sampling.precision.lead': { from: 'text'; to: 'text' }
  'sampling.precision.narrower': { share: 'number' }
  'sampling.precision.now': null
  'sampling.precision.number': null
  'sampling.precision.percent': { value: 'number' }
  'sampling.precision.points': { value: 'number' }
  'sampling.precision.same': null
  'sampling.precision.simulated': { from: 'text'; to: 'text' }
  'sampling.precision.title': null
  'sampling.precision.value': null
  'sampling.precision.wider': { share: 'number' }
  'sampling.proposal.apply': null
  'sampling.proposal.lead': { now: 'text'; proposed: 'text'; count: 'number' }
  'sampling.proposal.noNumbers': null
  'sampling.proposal.none': { now: 'text'; proposed: 'text' }
  'sampling.proposal.title': null
  'sampling.tabs.plan': null
  'sampling.tabs.runs': null
  'sampling.unchanging.answers': null
  'sampling.unchanging.empty': null
  'sampling.unchanging.emptyHint': null
  'sampling.unchanging.lead': null
  'sampling.unchanging.named': null
  'sampling.unchanging.noBrand': null
  'sampling.unchanging.reduce': { saving: 'text' }
  'sampling.unchanging.title': null
  'searches.detail.answers': { count: 'number' }
  'searches.detail.days': { count: 'number'; pct: 'number' }
  'searches.detail.domains': null
  'searches.detail.engines': null
  'searches.detail.ownCited': { pct: 'text'; range: 'text' }
  'searches.detail.pages': null
  'searches.detail.prompts': null
  'searches.detail.similar': null
  'searches.detail.texts': null
  'searches.empty.hint': null
  'searches.empty.notReported': null
  'searches.empty.title': null
  'searches.flow.added': null
  'searches.flow.answers': { answers: 'number'; searches: 'number' }
  'searches.flow.citations': { own: 'number'; competitor: 'number'; other: 'number' }
  'searches.flow.columns.prompt': null
  'searches.flow.columns.searches': null
  'searches.flow.columns.sources': null
  'searches.flow.dropped': null
  'searches.flow.lead': null
  'searches.flow.noWords': null
  'searches.flow.none': null
  'searches.flow.oneDay': null
  'searches.flow.overlap': { pct: 'number'; count: 'number' }
  'searches.flow.ownShare': { pct: 'number'; pages: 'number' }
  'searches.flow.owners.competitor': null
  'searches.flow.owners.other': null
  'searches.flow.owners.own': null
  'searches.flow.prompt': null
  'searches.flow.share': { pct: 'number'; name: 'text' }
  'searches.flow.stability': null
  'searches.flow.times': { count: 'number' }
  'searches.flow.title': null
  'searches.flow.wordCount': { count: 'number' }
  'searches.page.headline': { pct: 'number' }
  'searches.page.leader': { name: 'text'; pct: 'number' }
  'searches.page.new': { count: 'number' }
  'searches.page.title': null
  'searches.table.action': null
  'searches.table.all': null
  'searches.table.caption': null
  'searches.table.citesYou': null
  'searches.table.dayCount': { count: 'number' }
  'searches.table.days': null
  'searches.table.engines': null
  'searches.table.find': null
  'searches.table.mostCited': null
  'searches.table.neverOf': { count: 'number' }
  'searches.table.new': null
  'searches.table.none': null
  'searches.table.perDay': null
  'searches.table.platforms': { count: 'number' }
  'searches.table.prompts': null
  'searches.table.search': null
  'searches.table.status': null
  'searches.table.statuses.never_cited': null
  'searches.table.statuses.new': null
  'searches.table.statuses.vanished': null
  'searches.table.times': null
  'searches.table.track': null
  'searches.table.trackOne': { search: 'text' }
  'searches.tiles.citeYou': null
  'searches.tiles.citeYouDefinition': null
  'searches.tiles.different': null
  'searches.tiles.differentDefinition': null
  'searches.tiles.most': { platform: 'text'; count: 'text' }
  'searches.tiles.never': null
  'searches.tiles.neverDefinition': null
  'searches.tiles.new': { count: 'number' }
  'searches.tiles.notReported': { platforms: 'text' }
  'searches.tiles.of': { count: 'number' }
  'searches.tiles.ofFrequent': { count: 'number' }
  'searches.tiles.one': { value: 'number' }
  'searches.tiles.perAnswer': null
  'searches.tiles.perAnswerDefinition': null
  'searches.tiles.vanished': { count: 'number' }
  'sentiment.page.basis': { coverage: 'text'; known: 'number' }
  'sentiment.page.best': { platform: 'text'; pct: 'text'; worst: 'text'; worstPct: 'text' }
  'sentiment.page.byModel': { model: 'text' }
  'sentiment.page.byModelSince': { model: 'text'; day: 'text' }
  'sentiment.page.byRules': null
  'sentiment.page.chooseMethod': null
  'sentiment.page.empty': null
  'sentiment.page.emptyTitle': null
  'sentiment.page.notEnough': { coverage: 'text' }
  'sentiment.page.reviews.model': { agreed: 'number'; reviewed: 'number' }
  'sentiment.page.reviews.rules': { agreed: 'number'; reviewed: 'number' }
  'sentiment.page.title': null
  'sentiment.page.verdict': { positive: 'text'; brand: 'text'; negative: 'text' }
  'sentiment.platforms.caption': null
  'sentiment.platforms.columns.platform': null
  'sentiment.platforms.columns.split': null
  'sentiment.platforms.split': { positive: 'text'; neutral: 'text'; negative: 'text' }
  'sentiment.platforms.title': null
  'sentiment.shares.negative': null
  'sentiment.shares.neutral': null
  'sentiment.shares.positive': null
  'sentiment.themes.basis': { answers: 'number' }
  'sentiment.themes.basisOfNewest': { answers: 'number' }
  'sentiment.themes.criticized': null
  'sentiment.themes.label': { theme: 'text' }
  'sentiment.themes.none': null
  'sentiment.themes.praised': null
  'sentiment.themes.quote': { text: 'text' }
  'sentiment.themes.source': { platform: 'text'; answeredAt: 'text' }
  'sentiment.trend.byDay': null
  'sentiment.trend.byWeek': null
  'sentiment.trend.chart': null
  'sentiment.trend.interval': null
  'sentiment.trend.lead': null
  'sentiment.trend.title': null
  'shopping.empty.hint': null
  'shopping.empty.title': null
  'shopping.filter.allProducts': null
  'shopping.filter.brand': null
  'shopping.page.lead': null
  'shopping.page.title': null
  'shopping.rates.all': null
  'shopping.rates.own': null
  'shopping.summary': { cards: 'number'; ownCards: 'number'; cardRatePct: 'text'; answers: 'number'; period: 'text' }
  'shopping.table.brand': null
  'shopping.table.caption': null
  'shopping.table.position': null
  'shopping.table.price': null
  'shopping.table.product': null
  'shopping.table.rating': null
  'shopping.table.retailer': null
  'shopping.table.seen': null
  'spend.brandBudgets.forecast': null
  'spend.brandBudgets.lead': null
  'spend.brandBudgets.limit': null
  'spend.brandBudgets.limitOf': { name: 'text' }
  'spend.brandBudgets.spent': null
  'spend.brandBudgets.table': null
  'spend.brandBudgets.title': null
  'spend.budgetPanel.amount': null
  'spend.budgetPanel.lead': null
  'spend.budgetPanel.noLimit': null
  'spend.budgetPanel.save': null
  'spend.budgetPanel.title': null
  'spend.forecastPanel.claims': null
  'spend.forecastPanel.forQueries': { queries: 'number' }
  'spend.forecastPanel.lead': null
  'spend.forecastPanel.sentiment': null
  'spend.forecastPanel.title': { month: 'text' }
  'spend.monthPanel.anyLimit': null
  'spend.monthPanel.left': { left: 'text' }
  'spend.monthPanel.limitReached': null
  'spend.monthPanel.limitResets': { limit: 'text'; resetsAt: 'text' }
  'spend.monthPanel.noLimit': null
  'spend.monthPanel.ofLimit': { limit: 'text' }
  'spend.monthPanel.shareSpent': null
  'spend.monthPanel.title': null
  'spend.page.lead': null
  'spend.page.title': null
  'spend.page.within': null
  'spend.period.chart': null
  'spend.period.chartSeries': null
  'spend.period.empty': null
  'spend.period.emptyHint': null
  'spend.period.month': null
  'spend.period.thisMonth': null
  'spend.period.title': { from: 'text'; to: 'text' }
  'spend.period.total': { cost: 'text'; calls: 'number' }
  'spend.period.totalWithEstimates': { cost: 'text'; calls: 'number'; estimated: 'text' }
  'spend.planPanel.cloud': { plan: 'text' }
  'spend.planPanel.limits.brands': null
  'spend.planPanel.limits.briefs_per_month': null
  'spend.planPanel.limits.members': null
  'spend.planPanel.limits.platforms': null
  'spend.planPanel.limits.prompts': null
  'spend.planPanel.limits.run_cooldown_seconds': null
  'spend.planPanel.limits.runs_per_day': null
  'spend.planPanel.limits.site_audits_per_month': null
  'spend.planPanel.limits.spend_micros_per_month': null
  'spend.planPanel.noCooldown': null
  'spend.planPanel.noLimit': null
  'spend.planPanel.selfHosted': null
  'spend.planPanel.title': null
  'spend.tables.brand': null
  'spend.tables.byBrand': null
  'spend.tables.byEngine': null
  'spend.tables.byPurpose': null
  'spend.tables.calls': null
  'spend.tables.cost': null
  'spend.tables.deletedBrand': null
  'spend.tables.engine': null
  'spend.tables.noBrand': null
  'spend.tables.purpose': null
  'sso.domains.alreadyThere': null
  'sso.domains.dnsFailed': { domain: 'text' }
  'sso.domains.lastOfARequiredProvider': null
  'sso.domains.mustBeADomainOfYours': null
  'sso.domains.noSuchDomain': null
  'sso.domains.recordNotFound': { domain: 'text' }
  'sso.domains.takenByAnother': { domain: 'text' }
  'sso.domains.tooMany': { max: 'number' }
  'sso.emails.action': null
  'sso.emails.context': null
  'sso.emails.footer': { organization: 'text' }
  'sso.emails.lost.explanation': { days: 'number'; organization: 'text' }
  'sso.emails.lost.title': { domain: 'text' }
  'sso.emails.missing.explanation': { domain: 'text'; days: 'number'; organization: 'text' }
  'sso.emails.missing.title': { domain: 'text' }
  'sso.flows.anotherPerson': null
  'sso.flows.expired': null
  'sso.flows.failed': null
  'sso.flows.failedBecause': { detail: 'text' }
  'sso.flows.signInAgainAtTheProvider': null
  'sso.identities.belongsToAnotherAccount': null
  'sso.identities.lastWayToSignIn': null
  'sso.identities.noSuchIdentity': null
  'sso.providers.cannotRead': { detail: 'text' }
  'sso.providers.mustBeAnOwnerWithAPassword': null
  'sso.providers.mustNameOneTenant': null
  'sso.providers.noProvider': null
  'sso.providers.stillRequired': null
  'sso.providers.verifyADomainFirst': null
  'sso.rules.groupHasARule': null
  'sso.rules.noSuchRule': null
  'sso.rules.tooMany': { max: 'number' }
  'sso.signIn.addressNotConfirmed': { email: 'text' }
  'sso.signIn.addressOfAnotherDomain': null
  'sso.signIn.createTheFirstAccount': null
  'sso.signIn.domainNotVerified': { email: 'text' }
  'sso.signIn.inviteOnly': { email: 'text' }
  'sso.signIn.linkFirst': { email: 'text' }
  'sso.signIn.noAddress': null
  'sso.signIn.noRole': null
  'tracking.engineWarnings.enginesNeedAttention': { count: 'number' }
  'tracking.engineWarnings.openTheEngines': null
  'tracking.followUps.noAnswerBefore': { count: 'number' }
  'tracking.followUps.noConversation': { count: 'number' }
  'tracking.frequencies.followUp': null
  'tracking.general.aRunOfThisBrandIs': null
  'tracking.general.demoBrand': null
  'tracking.general.mustContainAtLeastOnePrompt': null
  'tracking.general.noPlatformOfThisBrandIs': null
  'tracking.general.noSuchActivePrompt': null
  'tracking.general.thisBrandHasNoActivePrompt': null
  'tracking.general.thisBrandIsPausedSetIt': null
  'tracking.modelMethod.noKey': { label: 'text' }
  'tracking.platforms.duplicateIsListedMoreThanOnce': { duplicate: 'text' }
  'tracking.promptVariants.tooMany': { count: 'text'; max: 'text' }
  'tracking.runLimits.thisBrandWasTrackedRecentlyTry': { seconds: 'number' }
  'tracking.runLimits.todaySRunsAreUsedUp': { used: 'text'; perDay: 'text' }
  'tracking.runLimits.trackingRequiresASubscriptionYour': null
  'tracking.sampling.budgetBelowMinimum': { minimum: 'number' }
  'tracking.trackRun.labelError': { label: 'text'; error: 'text' }
  'tracking.trackRun.labelNoAnswer': { label: 'text' }
  'tracking.trackRun.noQueryWasAnsweredReasons': { reasons: 'text' }
  'tracking.trackRun.thereIsNothingToQueryNo': null
  'traffic.agents.checkedBy': null
  'traffic.agents.lead': null
  'traffic.agents.notFetched': null
  'traffic.agents.pages': null
  'traffic.agents.signerHost': null
  'traffic.agents.signers': null
  'traffic.agents.title': null
  'traffic.calibration.chart': { name: 'text' }
  'traffic.calibration.choose': null
  'traffic.calibration.doesNotExplain': { error: 'text'; errorOfMean: 'text' }
  'traffic.calibration.expected': null
  'traffic.calibration.explains': { error: 'text'; errorOfMean: 'text' }
  'traffic.calibration.fit': { name: 'text'; weeks: 'number'; count: 'text'; low: 'text'; high: 'text' }
  'traffic.calibration.lead': null
  'traffic.calibration.missing.cited': { have: 'number'; need: 'number' }
  'traffic.calibration.missing.observed': { have: 'number'; need: 'number'; series: 'choice' }
  'traffic.calibration.missing.weeks': { have: 'number'; need: 'number' }
  'traffic.calibration.notEnough': { name: 'text' }
  'traffic.calibration.observed': null
  'traffic.calibration.series': { platforms: 'text'; series: 'choice' }
  'traffic.calibration.title': null
  'traffic.crawlers.agent': null
  'traffic.crawlers.agentsCaption': null
  'traffic.crawlers.allPurposes': null
  'traffic.crawlers.empty': null
  'traffic.crawlers.emptyHint': { command: 'text' }
  'traffic.crawlers.lastSeen': null
  'traffic.crawlers.lead': null
  'traffic.crawlers.page': null
  'traffic.crawlers.pagesCaption': null
  'traffic.crawlers.purpose': null
  'traffic.crawlers.requests': null
  'traffic.crawlers.title': null
  'traffic.files.caption': null
  'traffic.files.citations': null
  'traffic.files.citedPages': null
  'traffic.files.contentOf': { name: 'text' }
  'traffic.files.contents.countries': null
  'traffic.files.contents.dates': null
  'traffic.files.contents.devices': null
  'traffic.files.contents.pages': null
  'traffic.files.contents.queries': null
  'traffic.files.counted': null
  'traffic.files.delete': null
  'traffic.files.deleteHint': null
  'traffic.files.deleteNamed': { report: 'text'; period: 'text' }
  'traffic.files.empty': null
  'traffic.files.errors.alreadyImported': null
  'traffic.files.errors.bingInZip': null
  'traffic.files.errors.datesOutside': null
  'traffic.files.errors.emptyReport': null
  'traffic.files.errors.filtered': null
  'traffic.files.errors.longLine': { max: 'number' }
  'traffic.files.errors.moreColumns': { name: 'text' }
  'traffic.files.errors.noPeriod': null
  'traffic.files.errors.noRows': null
  'traffic.files.errors.noSuchImport': null
  'traffic.files.errors.noTable': null
  'traffic.files.errors.otherContent': { name: 'text' }
  'traffic.files.errors.otherKind': null
  'traffic.files.errors.periodInFuture': null
  'traffic.files.errors.periodReversed': null
  'traffic.files.errors.sameContent': null
  'traffic.files.errors.tooMany': { max: 'number' }
  'traffic.files.errors.tooManyRows': { max: 'number' }
  'traffic.files.errors.unknownHeader': { header: 'text' }
  'traffic.files.errors.zipEncrypted': null
  'traffic.files.errors.zipEntries': { max: 'number' }
  'traffic.files.errors.zipOther': { name: 'text' }
  'traffic.files.errors.zipTooLarge': { max: 'number' }
  'traffic.files.errors.zipUnreadable': { reason: 'text' }
  'traffic.files.example': { key: 'text'; count: 'number' }
  'traffic.files.file': null
  'traffic.files.fileTooLarge': null
  'traffic.files.filters': { filters: 'text' }
  'traffic.files.firstDay': null
  'traffic.files.import': null
  'traffic.files.imported': null
  'traffic.files.impressions': null
  'traffic.files.intent': null
  'traffic.files.kinds.bing_ai_overview': null
  'traffic.files.kinds.bing_ai_pages': null
  'traffic.files.kinds.bing_ai_queries': null
  'traffic.files.kinds.google_ai_discover': null
  'traffic.files.kinds.google_ai_search': null
  'traffic.files.lastDay': null
  'traffic.files.lead': null
  'traffic.files.open': null
  'traffic.files.ownPages': { brand: 'text' }
  'traffic.files.period': null
  'traffic.files.periodFrom': { from: 'choice' }
  'traffic.files.replace': { report: 'text'; period: 'text'; time: 'text' }
  'traffic.files.report': null
  'traffic.files.share': null
  'traffic.files.show': null
  'traffic.files.showNamed': { report: 'text'; period: 'text' }
  'traffic.files.skip': null
  'traffic.files.skipped': { skipped: 'number' }
  'traffic.files.tableSummary': { content: 'text'; rows: 'number'; total: 'number' }
  'traffic.files.title': null
  'traffic.files.topic': null
  'traffic.files.uploadLead': null
  'traffic.funnel.addGoal': null
  'traffic.funnel.byPurpose': { search: 'number'; user: 'number'; training: 'number'; agent: 'number' }
  'traffic.funnel.caption': null
  'traffic.funnel.citationsOf': { pages: 'number'; answers: 'number' }
  'traffic.funnel.columns.citations': null
  'traffic.funnel.columns.conversions': null
  'traffic.funnel.columns.page': null
  'traffic.funnel.columns.requests': null
  'traffic.funnel.columns.sessions': null
  'traffic.funnel.columns.visits': null
  'traffic.funnel.currency': null
  'traffic.funnel.currencyHint': null
  'traffic.funnel.deleteGoal': null
  'traffic.funnel.deleteHint': null
  'traffic.funnel.deleteNamed': { name: 'text' }
  'traffic.funnel.detail.agents': null
  'traffic.funnel.detail.audit': { day: 'text' }
  'traffic.funnel.detail.disallowed': { agents: 'text' }
  'traffic.funnel.detail.goals': null
  'traffic.funnel.detail.lastDay': { day: 'text' }
  'traffic.funnel.detail.missing': { count: 'number' }
  'traffic.funnel.detail.next': null
  'traffic.funnel.detail.noAudit': null
  'traffic.funnel.detail.none': null
  'traffic.funnel.detail.refused': { count: 'number' }
  'traffic.funnel.detail.sessions': null
  'traffic.funnel.detail.urls': null
  'traffic.funnel.detail.visits': null
  'traffic.funnel.editGoal': null
  'traffic.funnel.editNamed': { name: 'text' }
  'traffic.funnel.filters.branded': null
  'traffic.funnel.filters.follow_up': null
  'traffic.funnel.filters.language': null
  'traffic.funnel.filters.model': null
  'traffic.funnel.filters.persona_id': null
  'traffic.funnel.filters.region': null
  'traffic.funnel.filters.tag': null
  'traffic.funnel.filters.topic_id': null
  'traffic.funnel.fromGoals': { since: 'text' }
  'traffic.funnel.fromLogs': { days: 'text' }
  'traffic.funnel.fromProperty': { property: 'text'; days: 'number'; timeZone: 'text' }
  'traffic.funnel.fromScript': { days: 'text' }
  'traffic.funnel.gaps.blocked': null
  'traffic.funnel.gaps.missing': null
  'traffic.funnel.gaps.not_cited': null
  'traffic.funnel.gaps.not_fetched': null
  'traffic.funnel.gapsLead': null
  'traffic.funnel.gapsTitle': null
  'traffic.funnel.goal': null
  'traffic.funnel.goalName': null
  'traffic.funnel.goalSnippet': null
  'traffic.funnel.goalStorage': null
  'traffic.funnel.goals': null
  'traffic.funnel.goalsCaption': null
  'traffic.funnel.goalsEmpty': null
  'traffic.funnel.goalsLead': null
  'traffic.funnel.keyEvents': { count: 'number' }
  'traffic.funnel.kind': null
  'traffic.funnel.kindWithPattern.event': { pattern: 'text' }
  'traffic.funnel.kindWithPattern.page': { pattern: 'text' }
  'traffic.funnel.kinds.event': null
  'traffic.funnel.kinds.page': null
  'traffic.funnel.lead': null
  'traffic.funnel.mustBeACurrency': null
  'traffic.funnel.mustStartWithSlash': null
  'traffic.funnel.nextSteps.blocked': null
  'traffic.funnel.nextSteps.missing': null
  'traffic.funnel.nextSteps.not_cited': null
  'traffic.funnel.nextSteps.not_fetched': null
  'traffic.funnel.noGoals': null
  'traffic.funnel.noLogs': null
  'traffic.funnel.noPages': null
  'traffic.funnel.noScript': null
  'traffic.funnel.noSessions': null
  'traffic.funnel.noSuchGoal': null
  'traffic.funnel.onlyCitations': { filters: 'text' }
  'traffic.funnel.otherProperties': { count: 'number' }
  'traffic.funnel.pages': { pages: 'number' }
  'traffic.funnel.pagesLead': null
  'traffic.funnel.patternHints.event': null
  'traffic.funnel.patternHints.page': null
  'traffic.funnel.patterns.event': null
  'traffic.funnel.patterns.page': null
  'traffic.funnel.rate': null
  'traffic.funnel.saveGoal': null
  'traffic.funnel.search': null
  'traffic.funnel.sessionQuality': { thresholded: 'number'; sampled: 'number'; open: 'number' }
  'traffic.funnel.stages.citations': null
  'traffic.funnel.stages.conversions': null
  'traffic.funnel.stages.requests': null
  'traffic.funnel.stages.sessions': null
  'traffic.funnel.stages.visits': null
  'traffic.funnel.title': null
  'traffic.funnel.tooManyGoals': { max: 'number' }
  'traffic.funnel.unlisted': { count: 'number' }
  'traffic.funnel.value': null
  'traffic.funnel.valueNeedsCurrency': null
  'traffic.funnel.valuePerConversion': null
  'traffic.funnel.worth': { value: 'text' }
  'traffic.logSources.add': null
  'traffic.logSources.caption': null
  'traffic.logSources.delete': null
  'traffic.logSources.deleteHint': null
  'traffic.logSources.deleteNamed': { name: 'text' }
  'traffic.logSources.empty': null
  'traffic.logSources.fields.access_key': null
  'traffic.logSources.fields.command': null
  'traffic.logSources.fields.destination': null
  'traffic.logSources.fields.password': null
  'traffic.logSources.fields.token': null
  'traffic.logSources.fields.url': null
  'traffic.logSources.fields.user': null
  'traffic.logSources.lastReceived': null
  'traffic.logSources.lead': null
  'traffic.logSources.lines': null
  'traffic.logSources.name': null
  'traffic.logSources.nameHint': null
  'traffic.logSources.noSuchSource': null
  'traffic.logSources.secret': null
  'traffic.logSources.secretHint': null
  'traffic.logSources.sender': null
  'traffic.logSources.senderDoesNotSign': null
  'traffic.logSources.setUp': { name: 'text' }
  'traffic.logSources.setUpHint': null
  'traffic.logSources.source': null
  'traffic.logSources.stored': null
  'traffic.logSources.title': null
  'traffic.logSources.tooMany': { max: 'number' }
  'traffic.logSources.unreadable': null
  'traffic.logSources.verificationCode': null
  'traffic.logSources.verificationCodeHint': null
  'traffic.page.lead': null
  'traffic.page.title': null
  'traffic.pages.allCitations': null
  'traffic.pages.citations': null
  'traffic.pages.citedPages': null
  'traffic.pages.citedPagesCaption': null
  'traffic.pages.citedPagesLead': null
  'traffic.pages.citedPagesNotMeasured': null
  'traffic.pages.citedPagesWithoutVisits': { count: 'number' }
  'traffic.pages.landingPages': null
  'traffic.pages.landingPagesCaption': null
  'traffic.pages.landingPagesLead': null
  'traffic.pages.page': null
  'traffic.pages.visits': null
  'traffic.script.alsoOtherHost': { host: 'text' }
  'traffic.script.check': null
  'traffic.script.checking': null
  'traffic.script.installed': null
  'traffic.script.lastData': { host: 'text'; seenAt: 'text' }
  'traffic.script.lead': null
  'traffic.script.noData': { checkedAt: 'text'; domain: 'text' }
  'traffic.script.otherHost': { host: 'text'; time: 'text'; brand: 'text' }
  'traffic.script.snippet': null
  'traffic.script.tagManager': null
  'traffic.script.tagManagerSnippet': null
  'traffic.script.title': null
  'traffic.search.actions': null
  'traffic.search.alreadyConnected': null
  'traffic.search.apiKey': null
  'traffic.search.apiKeyHint': null
  'traffic.search.back': null
  'traffic.search.breaks.fewer_results': null
  'traffic.search.breaks.impressions_logged_wrong': null
  'traffic.search.breaks.multimodal': null
  'traffic.search.channel': null
  'traffic.search.choose': null
  'traffic.search.clicks': null
  'traffic.search.clicksChart': { brand: 'text' }
  'traffic.search.combined': { days: 'number' }
  'traffic.search.connect': null
  'traffic.search.connections': null
  'traffic.search.connectionsCaption': null
  'traffic.search.connectionsLead': null
  'traffic.search.consentFailed': { detail: 'text' }
  'traffic.search.continue': null
  'traffic.search.credentialsUnreadable': null
  'traffic.search.delete': null
  'traffic.search.deleteHint': null
  'traffic.search.deleteNamed': { name: 'text' }
  'traffic.search.empty': null
  'traffic.search.engaged': null
  'traffic.search.expired': null
  'traffic.search.failed': null
  'traffic.search.finishLead': null
  'traffic.search.finishTitle': null
  'traffic.search.hasProperty': null
  'traffic.search.import': null
  'traffic.search.imported': null
  'traffic.search.impressions': null
  'traffic.search.impressionsChart': { brand: 'text' }
  'traffic.search.jsonKey': null
  'traffic.search.keyEvents': null
  'traffic.search.keyRejected': { vendor: 'text' }
  'traffic.search.keyUnreadable': null
  'traffic.search.lastImport': null
  'traffic.search.lead': null
  'traffic.search.lost': null
  'traffic.search.missing': { days: 'number' }
  'traffic.search.needsKey': null
  'traffic.search.noDays': null
  'traffic.search.noProperties': null
  'traffic.search.noRefreshToken': null
  'traffic.search.noSuchConnection': null
  'traffic.search.noSuchProperty': null
  'traffic.search.notConfigured': null
  'traffic.search.page': null
  'traffic.search.pages': null
  'traffic.search.pagesCaption': null
  'traffic.search.pagesLead': null
  'traffic.search.period': { days: 'number'; from: 'text'; to: 'text' }
  'traffic.search.position': null
  'traffic.search.property': null
  'traffic.search.propertyHint': null
  'traffic.search.queries': null
  'traffic.search.queriesCaption': null
  'traffic.search.queriesLead': null
  'traffic.search.query': null
  'traffic.search.quota': { vendor: 'text' }
  'traffic.search.reconnect': null
  'traffic.search.redirectUri': null
  'traffic.search.revoked': null
  'traffic.search.sample': { source: 'text'; property: 'text'; days: 'number'; timeZone: 'text'; incomplete: 'number' }
  'traffic.search.sampled': { share: 'text' }
  'traffic.search.scopeMissing': null
  'traffic.search.service': null
  'traffic.search.sessionCount': null
  'traffic.search.sessionSource': null
  'traffic.search.sessions': { property: 'text' }
  'traffic.search.sessionsCaption': null
  'traffic.search.sessionsLead': null
  'traffic.search.sessionsSample': { days: 'number'; timeZone: 'text'; sessions: 'number' }
  'traffic.search.share': { share: 'text' }
  'traffic.search.source': null
  'traffic.search.sourceHint': null
  'traffic.search.state': null
  'traffic.search.states.active': null
  'traffic.search.states.lost': null
  'traffic.search.states.pending': null
  'traffic.search.states.revoked': null
  'traffic.search.thresholded': { days: 'number' }
  'traffic.search.title': null
  'traffic.search.tooMany': { max: 'number' }
  'traffic.search.total': { clicks: 'number'; impressions: 'number' }
  'traffic.search.truncated': { days: 'number' }
  'traffic.search.unavailable': { vendor: 'text' }
  'traffic.search.way': null
  'traffic.search.wayHints.key': null
  'traffic.search.wayHints.oauth': null
  'traffic.search.ways.key': null
  'traffic.search.ways.oauth': null
  'traffic.search.weeks': null
  'traffic.search.withQuery': null
  'traffic.tabs.agents': null
  'traffic.tabs.funnel': null
  'traffic.tabs.search': null
  'traffic.tabs.visits': null
  'traffic.upload.close': null
  'traffic.upload.file': null
  'traffic.upload.import': null
  'traffic.upload.lead': null
  'traffic.upload.nothing': { lines: 'number'; unreadable: 'number' }
  'traffic.upload.open': null
  'traffic.upload.preview': { lines: 'number'; unreadable: 'number'; requests: 'number'; first: 'text'; last: 'text' }
  'traffic.upload.result': { lines: 'number'; stored: 'number'; known: 'number'; unreadable: 'number' }
  'traffic.verification.lead': null
  'traffic.verification.notRead': null
  'traffic.verification.not_confirmed': null
  'traffic.verification.problem': { problem: 'text' }
  'traffic.verification.ranges': null
  'traffic.verification.readOn': null
  'traffic.verification.snapshot': null
  'traffic.verification.spoofed': null
  'traffic.verification.title': null
  'traffic.verification.unverifiable': null
  'traffic.verification.verified': null
  'traffic.visits.burst': { visits: 'number' }
  'traffic.visits.byCountry': null
  'traffic.visits.byCountryCaption': null
  'traffic.visits.byPlatform': null
  'traffic.visits.byPlatformCaption': null
  'traffic.visits.chart': { brand: 'text' }
  'traffic.visits.country': null
  'traffic.visits.empty': null
  'traffic.visits.emptyHint': null
  'traffic.visits.lead': null
  'traffic.visits.notMeasured': null
  'traffic.visits.notMeasuredHint': null
  'traffic.visits.otherPlatforms': null
  'traffic.visits.platform': null
  'traffic.visits.share': null
  'traffic.visits.total': { visits: 'number' }
  'traffic.visits.visits': null
  'ui.cancel': null
  'ui.change.comparedWith.last_month': null
  'ui.change.comparedWith.previous': null
  'ui.change.difference': { previous: 'text'; period: 'text'; current: 'text'; delta: 'text' }
  'ui.change.established': { label: 'text'; status: 'text'; amount: 'text'; range: 'text'; since: 'text'; established: 'text' }
  'ui.change.points': { points: 'number' }
  'ui.change.range': { before: 'text'; after: 'text' }
  'ui.change.steady': null
  'ui.change.steadySentence': null
  'ui.clipboard.blocked': null
  'ui.clipboard.copied': null
  'ui.clipboard.copy': null
  'ui.clipboard.selected': null
  'ui.clipboard.text': null
  'ui.close': null
  'ui.confirmDialog.typeToConfirm': { name: 'text' }
  'ui.errorPage.notLoaded': null
  'ui.errorPage.redirecting': null
  'ui.errorPage.reload': null
  'ui.errorPage.requestId': { id: 'text' }
  'ui.errorPage.title': null
  'ui.estimatedCost': { cost: 'text' }
  'ui.figure.answers': null
  'ui.figure.interval': null
  'ui.figure.label': { name: 'text'; value: 'text' }
  'ui.figure.viewAnswers': null
  'ui.form.optional': null
  'ui.form.problem': { problem: 'text' }
  'ui.form.required': null
  'ui.form.saved': null
  'ui.form.suggested': null
  'ui.gap.change': { direction: 'choice'; points: 'number'; name: 'text'; state: 'choice' }
  'ui.infoPopover.about': { subject: 'text' }
  'ui.loading': null
  'ui.localUrl': null
  'ui.notFoundPage.allBrands': null
  'ui.notFoundPage.reason': null
  'ui.notFoundPage.title': null
  'ui.openSite': { name: 'text' }
  'ui.period.before': null
  'ui.period.change': null
  'ui.period.established': null
  'ui.period.insufficient_data': null
  'ui.period.not_comparable': null
  'ui.period.position': { positions: 'number'; isGood: 'choice' }
  'ui.period.sentence': { previous: 'text'; current: 'text'; state: 'text' }
  'ui.period.usualRange': { range: 'text' }
  'ui.period.usual_range': null
  'ui.period.values': { previous: 'text'; current: 'text' }
  'ui.period.was': { previous: 'text' }
  'ui.productName': null
  'ui.searchField.clear': null
  'ui.stat.basedOn': { count: 'number' }
  'ui.stat.interval': { range: 'text' }
  'ui.table.downloadCsv': null
  'ui.table.loadingMore': null
  'ui.table.selectAll': null
  'ui.table.showMore': null
  'ui.tryAgain': null
  'ui.unsavedChanges.consequence': null
  'ui.unsavedChanges.leave': null
  'ui.unsavedChanges.title': null
  'ui.updating.explanation': null
  'ui.updating.label': null
  'webhooks.callbacks.lead': null
  'webhooks.callbacks.revoke': null
  'webhooks.callbacks.revokeConsequence': null
  'webhooks.callbacks.revokeTitle': null
  'webhooks.callbacks.revoked': null
  'webhooks.callbacks.title': null
  'webhooks.deliveries.emptyForOpportunity': null
  'webhooks.deliveries.title': null
  'webhooks.sendDialog.cancel': null
  'webhooks.sendDialog.close': null
  'webhooks.sendDialog.connect': null
  'webhooks.sendDialog.markOnly': null
  'webhooks.sendDialog.notConnected': null
  'webhooks.sendDialog.notSent': { reasons: 'text' }
  'webhooks.sendDialog.question': { what: 'text'; count: 'number' }
  'webhooks.sendDialog.send': null
  'webhooks.sendDialog.sent': { count: 'number' }
  'webhooks.sendDialog.someNotSent': { count: 'number'; reasons: 'text' }
  'webhooks.sendDialog.title': { count: 'number' }
  'webhooks.sendDialog.tryAgain': null
  'webhooks.sendDialog.viewWebhook': null
  'webhooks.webhook.emptyTitle': null
  'webhooks.webhook.format': { callbackUrl: 'text'; specification: 'text' }
  'webhooks.webhook.lead': null
  'webhooks.webhook.notAllowed': null
  'webhooks.webhook.readOnlyUnset': null
  'webhooks.webhook.specification': null
  'webhooks.webhook.title': null
}

export type MessageId = keyof Messages
