import type { Permission } from '#app/domain/identity/roles.ts'

/**
 * Who may open an address. This is enforced by the policy middleware before any loader or action runs:
 * - everybody: no session required
 * - signed_in: any session; others are redirected to /auth and come back
 * - member: a fan or a creator; staff are redirected to /admin
 * - complete: a member whose profile is complete; others complete it first
 * - creator: a member who is a creator; fans are redirected to their own page
 * - pass: a pass holder (never staff), or that creator's subscriber if the gate allows it; only with its own gate, which shows the
 *   specified messages
 * - staff, staff:permission: a staff member (with that permission); others are redirected to /owner-login, staff without it get 403
 * - enrolling: staff whose required second factor is missing; nothing else is open to them (except public routes and routes that say so)
 * - machine: no person; only with a gate that authenticates the machine
 * - demo: everybody, and only where DEMO is on
 */
export type Who =
  | 'everybody'
  | 'signed_in'
  | 'member'
  | 'complete'
  | 'creator'
  | 'pass'
  | 'staff'
  | `staff:${Permission}`
  | 'enrolling'
  | 'machine'
  | 'demo'

/**
 * A gate refuses fans, creators and visitors with its own messages: the middleware leaves it to the function of that name, which the route
 * module must call.
 */
export type Policy =
  | Who
  | {
      who: Who
      gate?: string
      /** Requires an identity proof within the last minutes; others are redirected to /confirm-identity and come back to this page. */
      fresh?: FormPage
      /** Also open to staff whose required second factor is missing. */
      enrolling?: true
    }

/** The page of the form: the same address, the page with the person's sign-in methods, or another one. */
export type FormPage = 'here' | 'security' | '/profile/export'

/** Unlisted methods get 405. GET includes HEAD. */
export type Methods = Partial<Record<'GET' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS', Policy>>

const open: Methods = { GET: 'everybody' }
const openForm: Methods = { GET: 'everybody', POST: 'everybody' }
const demo: Methods = { GET: 'demo' }
const memberForm: Methods = { GET: 'member', POST: 'member' }
const complete: Methods = { GET: 'complete' }
const completeForm: Methods = { GET: 'complete', POST: 'complete' }
const staffForm: Methods = { GET: 'staff', POST: 'staff' }
const fanStep: Methods = {
  GET: { who: 'member', gate: 'requireFanStep' },
  POST: { who: 'member', gate: 'requireFanStep' },
}
const creatorStep: Methods = {
  GET: { who: 'member', gate: 'requireCreatorStep' },
  POST: { who: 'member', gate: 'requireCreatorStep' },
}

function mayRead(permission: Permission): Methods {
  return { GET: `staff:${permission}` }
}

function mayChange(permission: Permission): Methods {
  return { GET: `staff:${permission}`, POST: `staff:${permission}` }
}

/** Every address of app/routes.ts by its full pattern. A missing one is denied at run time and fails the build. */
export const ROUTE_POLICIES: Readonly<Record<string, Methods>> = {
  // Everyone
  '/': open,
  '/about': open,
  '/age': openForm,
  '/public-feed': open,
  '/subscribe': openForm,
  '/payment-callback': openForm,
  '/terms': open,
  '/privacy': open,
  '/refunds': open,
  '/how-passes-are-shared': open,
  '/acceptable-use': open,
  '/creator-verification': open,
  '/admin-terms': open,
  '/creator/:creatorId': open,
  '/:username': open,
  '/*': openForm,

  // Signing in and out
  '/auth': openForm,
  '/auth/code': openForm,
  '/auth/link/:token': openForm,
  '/passkeys/options': { GET: 'everybody', POST: 'everybody' },
  '/passkeys/sign-in': { GET: 'everybody', POST: 'everybody' },
  '/passkeys/registration-options': {
    GET: 'signed_in',
    POST: { who: 'signed_in', fresh: 'security', enrolling: true },
  },
  '/passkeys': { GET: 'signed_in', POST: { who: 'signed_in', fresh: 'security', enrolling: true } },
  '/passkeys/:passkeyId/removal': { GET: 'signed_in', POST: { who: 'signed_in', fresh: 'security' } },
  '/confirm-identity': {
    GET: { who: 'signed_in', enrolling: true },
    POST: { who: 'signed_in', enrolling: true },
  },
  // Signing out twice is not an error.
  '/sign-out': { GET: 'everybody', POST: 'everybody' },
  // For emergencies, so it requires no fresh proof.
  '/sign-out/everywhere': { GET: 'signed_in', POST: { who: 'signed_in', enrolling: true } },
  '/notifications': { GET: 'signed_in', POST: 'signed_in' },
  '/notifications/:notificationId': { GET: 'signed_in', POST: 'signed_in' },
  '/agreements': memberForm,
  '/profile-setup': { GET: 'member', POST: { who: 'member', gate: 'redirectWithToast' } },

  // Fans
  '/unblocked-feed': { GET: { who: 'pass', gate: 'requirePass' } },
  '/gal/:creatorId': { GET: { who: 'pass', gate: 'requirePass' } },
  // A visitor is redirected to the plans, not to /auth.
  '/creators/:creatorId/follow': { GET: 'everybody', POST: { who: 'member', gate: 'setFollowing' } },
  // A visitor sees the offer and signs in to take it.
  '/creators/:creatorId/subscribe': {
    GET: { who: 'member', gate: 'canBuyCreatorSubscription' },
    POST: { who: 'member', gate: 'checkoutAction' },
  },
  '/tip/:creatorId': {
    GET: { who: 'complete', gate: 'canTip' },
    POST: { who: 'complete', gate: 'checkoutAction' },
  },
  '/posts/:postId/unlock': {
    GET: { who: 'complete', gate: 'canBuyUnlock' },
    POST: { who: 'complete', gate: 'checkoutAction' },
  },
  '/viewer-onboarding/setup': fanStep,
  '/viewer-onboarding/plan': fanStep,
  '/viewer-onboarding/access': fanStep,
  '/viewer-onboarding/done': { GET: { who: 'member', gate: 'requireFanStep' } },
  '/profile': complete,
  '/profile/export': { GET: 'member', POST: { who: 'member', fresh: 'here' } },
  '/profile/export/:exportId/:number': { GET: { who: 'member', gate: 'openExport', fresh: '/profile/export' } },
  '/profile/deletion': { GET: 'member', POST: { who: 'member', fresh: 'here' } },
  // The mailed code typed here is itself an identity proof; so is the one of the payout account.
  '/profile/deletion/code': memberForm,
  // For anyone with the mailed link; its account is signed out everywhere.
  '/profile/deletion/cancel/:token': openForm,
  // The specification has its own message for a change without a session.
  '/profile/edit': { GET: 'complete', POST: { who: 'complete', gate: 'updateProfile' } },
  '/profile/birthday': completeForm,
  '/profile/security': completeForm,
  '/profile/notifications': completeForm,
  '/wallet': complete,
  '/wallet/top-up': completeForm,
  '/receipts/:purchaseId': complete,
  '/receipts/:purchaseId/refund': completeForm,
  '/subscription': {
    GET: { who: 'member', gate: 'redirectWithToast' },
    POST: { who: 'complete', gate: 'requireMember' },
  },
  '/subscription/renew': completeForm,

  // Creators Open to visitors until the email address is verified; members are redirected to their step.
  '/onboarding': open,
  '/onboarding/email': openForm,
  '/onboarding/code': openForm,
  '/onboarding/profile': creatorStep,
  '/onboarding/first-post': creatorStep,
  '/onboarding/prices': creatorStep,
  '/onboarding/verification': creatorStep,
  '/onboarding/tour': { GET: { who: 'member', gate: 'requireTour' }, POST: { who: 'member', gate: 'requireTour' } },
  '/dashboard': { GET: 'creator' },
  '/dashboard/tips': { GET: 'creator' },
  '/dashboard/earnings': { GET: 'creator' },
  '/dashboard/earnings/statement': { GET: 'creator' },
  '/dashboard/earnings/statement.csv': { GET: 'creator' },
  '/dashboard/earnings/statement.pdf': { GET: 'creator' },
  '/dashboard/payouts': { GET: 'creator', POST: 'creator' },
  '/dashboard/payout-account': { GET: 'creator', POST: { who: 'creator', fresh: 'here' } },
  '/dashboard/payout-account/confirm': { GET: 'creator', POST: 'creator' },
  '/creator-subscription': {
    GET: { who: 'creator', gate: 'redirectWithToast' },
    POST: { who: 'creator', gate: 'redirectWithToast' },
  },
  '/creator-subscription-callback': openForm,

  // Staff and the owner
  '/owner-login': openForm,
  '/owner-login/second-factor': openForm,
  '/owner-login/enrolment': { GET: 'enrolling', POST: { who: 'enrolling', fresh: 'here' } },
  '/admin-unauthorized': open,
  // The invite token and its email address, then the set-up cookie, decide who gets in: there is no account yet.
  '/admin-onboarding': openForm,
  '/admin-onboarding/profile': openForm,
  '/admin-onboarding/security': openForm,
  '/admin-onboarding/passkey-options': openForm,
  '/admin-onboarding/recovery-codes': { GET: 'staff', POST: { who: 'staff', fresh: 'here' } },
  '/admin-onboarding/tour': staffForm,
  '/admin': mayRead('overview.view'),
  '/admin/invites': mayChange('invites.manage'),
  '/admin/payments': mayChange('accounts.view_masked'),
  '/admin/team': mayChange('invites.manage'),
  '/admin/plans': mayChange('plans.manage'),
  '/admin/plans/features': mayChange('plans.manage'),
  '/admin/plans/promo-codes': mayChange('promo_codes.manage'),
  '/admin/peaches': mayRead('applications.review'),
  '/admin/peaches/:creatorId': mayChange('applications.review'),
  '/admin/viewers': mayRead('accounts.view_masked'),
  '/admin/content': mayRead('content.review'),
  '/admin/earnings': mayRead('ledger.view'),
  '/admin/earnings/reconciliation': mayChange('reconciliation.view'),
  '/admin/earnings/refunds': mayChange('refunds.view'),
  '/admin/earnings/refunds/:refundId': mayChange('refunds.view'),
  '/admin/earnings/chargebacks': mayChange('refunds.decide'),
  '/admin/earnings/chargebacks/:chargebackId': mayChange('refunds.decide'),
  '/admin/earnings/ledger': mayRead('ledger.view'),
  '/admin/earnings/ledger/entries/:entryId': mayRead('ledger.view'),
  '/admin/earnings/export': mayRead('ledger.view'),
  '/admin/earnings/payouts': mayChange('payouts.run'),
  '/admin/earnings/payouts/:payoutId': {
    GET: 'staff:payouts.run',
    POST: { who: 'staff:payouts.run', fresh: 'here' },
  },
  '/admin/activity': mayRead('activity.view'),
  '/admin/security': { GET: 'staff', POST: { who: 'staff', fresh: 'here' } },
  '/admin/settings': mayChange('settings.change'),

  // In the navigation, not built yet
  '/chat/:id?': open,
  '/call/:id?': open,
  '/book/:id': open,
  // Open to visitors until the email address is verified; members are redirected to their step.
  '/viewer-onboarding': open,
  '/viewer-onboarding/email': openForm,
  '/viewer-onboarding/code': openForm,
  // Removing the cover requires only the device.
  '/quick-hide': openForm,

  // Machines
  '/media/:mediaId/:rendition': { GET: { who: 'everybody', gate: 'findMediaForViewer' } },
  // Called by script, which can't follow a redirect to /auth: it gets 401.
  '/uploads/:uploadId?': {
    GET: { who: 'signed_in', gate: 'answerUpload' },
    POST: { who: 'signed_in', gate: 'answerUpload' },
    PATCH: { who: 'signed_in', gate: 'answerUpload' },
    DELETE: { who: 'signed_in', gate: 'cancelUpload' },
    OPTIONS: 'everybody',
  },
  '/documents/:documentId': { GET: { who: 'signed_in', gate: 'readDocument' } },
  '/webhooks/flutterwave': {
    GET: { who: 'machine', gate: 'loader' },
    POST: { who: 'machine', gate: 'receiveWebhookEvent' },
  },
  '/dev/mail': demo,
  '/dev/mail.json': demo,
  '/dev/clock': { GET: 'demo', POST: 'demo' },
}

/** Addresses that server/ handles before any route, with what authorizes access. */
export const SERVER_ADDRESSES: Readonly<Record<string, Methods>> = {
  '/healthz': open,
  '/readyz': open,
  '/metrics': { GET: { who: 'machine', gate: 'METRICS_TOKEN' } },
}

/** The Allow header of an address. */
export function allowedMethods(methods: Methods): string {
  return Object.keys(methods)
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .join(', ')
}

export function whoOf(policy: Policy): Who {
  return typeof policy === 'string' ? policy : policy.who
}

export function gateOf(policy: Policy): string | null {
  return typeof policy === 'string' ? null : (policy.gate ?? null)
}

export function freshOf(policy: Policy): FormPage | null {
  return typeof policy === 'string' ? null : (policy.fresh ?? null)
}

/** Whether staff whose required second factor is missing may open it. */
export function isOpenWhileEnrolling(policy: Policy): boolean {
  if (typeof policy !== 'string' && policy.enrolling) return true
  return ['everybody', 'enrolling', 'demo', 'machine'].includes(whoOf(policy))
}
