import { capitalised } from '#app/platform/graphemes.ts'
const TEXTS: Record<string, string> = {
  account_created: 'Account created',
  email_proven: 'E-mail proven',
  signed_in: 'Somebody signed in',
  staff_signed_in: 'Staff sign-in',
  staff_sign_in_failed: 'Failed staff sign-in',
  staff_second_factor_failed: 'Failed second factor of staff',
  staff_confirmation_failed: 'Failed confirmation of staff',
  staff_member_ended: 'Team member left',
  staff_role_changed: 'Role of a team member changed',
  staff_member_settled: 'Team member of the demo joined',
  owner_created: 'Owner set',
  owner_key_rotated: 'Owner key rotated',
  profile_completed: 'Profile completed',
  purchase_started: 'Purchase started',
  purchase_completed: 'Purchase completed',
  refund_requested: 'Refund requested',
  payment_moved: 'Payment in another state',
  payment_needs_review: 'Payment needs a check',
  demo_data_built: 'Demo data created',
}

/** The text of an activity record. An event without a text of its own is shown by its name: "post_taken_down" is "Post taken down". */
export function activityText(event: string): string {
  const known = Object.hasOwn(TEXTS, event) ? TEXTS[event] : undefined
  return known ?? capitalised(event.replaceAll('_', ' '))
}
