import type { InvitedRole, StaffRole } from './roles.ts'

/** The role's name on pages and in mails. */
export const ROLE_LABELS: Record<StaffRole, string> = {
  'content-moderator': 'Content moderator',
  'earnings-manager': 'Earnings manager',
  support: 'Support',
  'super-admin': 'Super-admin',
  owner: 'Owner',
}

/** What a person in a role does, in one line; each follows the table of permissions. */
export const ROLE_LINES: Record<InvitedRole, string> = {
  'content-moderator': 'Reviews applications, content and reports. Sees no money and no contact data.',
  'earnings-manager': 'Runs payouts, refunds and reconciliation. Sees no media, chats or selfies.',
  support: 'Helps with accounts and reports. Moves no money and opens no media.',
  'super-admin': 'Does all of these, invites the team and gives second approval.',
}
