export const STAFF_ROLES = ['content-moderator', 'earnings-manager', 'support', 'super-admin'] as const
export type InvitedRole = (typeof STAFF_ROLES)[number]
/** The owner is staff too, with every permission. */
export type StaffRole = InvitedRole | 'owner'

/** Roles that require a second factor; for a content-moderator it is optional. */
export const FACTOR_ROLES: readonly StaffRole[] = ['earnings-manager', 'support', 'super-admin', 'owner']

export function needsSecondFactor(role: StaffRole): boolean {
  return FACTOR_ROLES.includes(role)
}

/** The permissions of staff, each named after what it allows rather than after a page. */
export type Permission =
  | 'overview.view'
  | 'activity.view'
  | 'applications.review'
  | 'documents.view'
  | 'content.review'
  | 'blocked_media.unblock'
  | 'reports.review'
  /** The private files of reported messages, which people paid for; the texts are for everybody who reviews reports. */
  | 'reports.view_files'
  | 'ledger.view'
  | 'payouts.run'
  | 'refunds.view'
  | 'refunds.decide'
  | 'refunds.ask'
  | 'reconciliation.view'
  | 'accounts.view_masked'
  | 'creators.suspend'
  | 'invites.manage'
  | 'plans.manage'
  | 'promo_codes.manage'
  | 'second_approval.give'
  | 'settings.change'

const EVERYBODY: readonly Permission[] = ['overview.view', 'activity.view']
const MODERATION: readonly Permission[] = [
  'applications.review',
  'documents.view',
  'content.review',
  'creators.suspend',
  'reports.review',
  'reports.view_files',
]
const EARNINGS: readonly Permission[] = [
  'ledger.view',
  'payouts.run',
  'refunds.view',
  'refunds.decide',
  'reconciliation.view',
]
const SUPPORT: readonly Permission[] = ['accounts.view_masked', 'refunds.view', 'refunds.ask', 'reports.review']
const RULING: readonly Permission[] = [
  'invites.manage',
  'plans.manage',
  'promo_codes.manage',
  'blocked_media.unblock',
  'second_approval.give',
]

/** The one table of permissions (docs/decisions/0010-staff-and-permissions.md). What isn't listed is denied. */
export const PERMISSIONS: Record<StaffRole, ReadonlySet<Permission>> = {
  'content-moderator': new Set([...EVERYBODY, ...MODERATION]),
  'earnings-manager': new Set([...EVERYBODY, ...EARNINGS]),
  support: new Set([...EVERYBODY, ...SUPPORT]),
  'super-admin': new Set([...EVERYBODY, ...MODERATION, ...EARNINGS, ...SUPPORT, ...RULING]),
  owner: new Set([...EVERYBODY, ...MODERATION, ...EARNINGS, ...SUPPORT, ...RULING, 'settings.change']),
}

/**
 * Permissions by which somebody gains a right, money moves or a rule changes: every action with one of them needs a fresh proof of
 * identity, unless its route says otherwise (docs/decisions/0107-what-needs-a-fresh-proof.md).
 */
export const PROVED_PERMISSIONS: ReadonlySet<Permission> = new Set([
  'invites.manage',
  'plans.manage',
  'promo_codes.manage',
  'settings.change',
  'payouts.run',
  'refunds.decide',
  'reconciliation.view',
  'second_approval.give',
  'blocked_media.unblock',
])

/** Whether the actor's role has a permission. People who aren't staff have none. */
export function hasPermission(actor: { staffRole: StaffRole | null } | null, permission: Permission): boolean {
  return actor?.staffRole ? PERMISSIONS[actor.staffRole].has(permission) : false
}
