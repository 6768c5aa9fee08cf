import { z } from 'zod'

const query = z.record(z.string(), z.string()).optional()

/** A page of its own. */
const page = z.object({
  kind: z.enum([
    'acceptable_use',
    'application',
    'billing',
    'creator_fee',
    'creator_fee_payment',
    'earnings',
    'export',
    'fan_onboarding',
    'fan_onboarding_access',
    'fan_onboarding_plan',
    'notification_choices',
    'notifications',
    'pass_renewal',
    'payment',
    'payout_account',
    'payouts',
    'premium_feed',
    'public_feed',
    'request_form',
    'security',
    'sign_in',
    'staff_invite',
    'subscribe',
    'top_up',
    'wallet',
    'wanted',
  ]),
  query,
})

/** The page of one thing. `stored`: an address in a payload of an earlier release. */
const pageOf = z.object({
  kind: z.enum([
    'book',
    'call',
    'cancel_deletion',
    'chat',
    'creator',
    'creator_access',
    'message_unlock',
    'own_post',
    'post',
    'post_page',
    'premium_creator',
    'receipt',
    'received_request',
    'release',
    'request',
    'sign_in_link',
    'stored',
    'tip',
    'unlocked_post',
  ]),
  id: z.string(),
  query,
})

/** A list for staff, or one thing in it. */
const queue = z.object({
  kind: z.enum(['chargeback', 'payout', 'reconciliation', 'refund', 'report', 'reviewed_post']),
  id: z.string().optional(),
})

/** What leads somewhere says where in the domain's words: app/links.ts makes the address. */
export type Target = z.infer<typeof page> | z.infer<typeof pageOf> | z.infer<typeof queue>
export type StaffQueue = z.infer<typeof queue>['kind']

/** A target in a payload. */
export const target: z.ZodType<Target> = z.union([
  page,
  pageOf,
  queue,
  z.string().transform((id) => ({ kind: 'stored' as const, id })),
])
