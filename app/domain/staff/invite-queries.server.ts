import { sql } from 'kysely'
import type { Browser } from '#app/domain/identity/browser.server.ts'
import type { InvitedRole } from '#app/domain/identity/roles.ts'
import { INVITE } from '#app/domain/settings/constants.ts'
import { now } from '#app/platform/clock.ts'
import { db } from '#app/platform/db.server.ts'
import { inviteLink } from './internal/invite-token.server.ts'
import { findLiveInvite } from './internal/live-invite.server.ts'
import { type InviteState, inviteState } from './invite.ts'

export type InviteRow = {
  id: string
  email: string
  role: InvitedRole | null
  state: InviteState
  expiresAt: Date
  usedAt: Date | null
  invitedBy: string
  joinedAs: InvitedRole | null
  /** Only of an active one. */
  link: string | null
}

const MAX_ROWS = 200

/** The invites that weren't deleted, newest first. */
export async function listInvites(): Promise<InviteRow[]> {
  const rows = await db
    .selectFrom('admin_invites as i')
    .innerJoin('profiles as by', 'by.id', 'i.created_by')
    .leftJoin('staff_setups as s', 's.invite_id', 'i.id')
    .leftJoin('staff_members as m', 'm.profile_id', 's.profile_id')
    .select([
      'i.id',
      'i.email',
      'i.role',
      'i.used',
      'i.invite_token',
      'i.expires_at as expiresAt',
      'i.used_at as usedAt',
      'by.email as invitedBy',
      'm.role as joinedAs',
    ])
    .where('i.deleted_at', 'is', null)
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(MAX_ROWS)
    .execute()
  return rows.map(({ used, invite_token, ...row }) => {
    const state = inviteState({ used, expiresAt: row.expiresAt }, now())
    return { ...row, state, link: state === 'active' ? inviteLink(row.id, invite_token) : null }
  })
}

/** The address of an invite that was deleted lately and can be restored. */
export async function findDeletedInvite(inviteId: string): Promise<{ id: string; email: string } | null> {
  if (!/^[0-9a-f-]{36}$/.test(inviteId)) return null
  const row = await db
    .selectFrom('admin_invites')
    .select(['id', 'email'])
    .where('id', '=', inviteId)
    .where('deleted_at', '>', sql<Date>`app_now() - interval '1 hour'`)
    .executeTakeFirst()
  return row ?? null
}

export type FoundInvite = {
  email: string
  role: InvitedRole | null
  expiresAt: Date
  invitedBy: string
  /** A code was mailed for this browser and can be typed now. `waitSeconds` counts to the next mail. */
  awaited: { waitSeconds: number } | null
}

/** What the first step shows of an invite that can still be used; null for any other token. */
export async function findInvite(token: string, browser: Browser | null): Promise<FoundInvite | null> {
  const invite = await findLiveInvite(db, token)
  if (!invite) return null
  const code = browser
    ? await db
        .selectFrom('invite_codes')
        .select(
          sql<number>`ceil(greatest(0, ${INVITE.resendSeconds} - extract(epoch from app_now() - sent_at)))::int`.as(
            'waitSeconds',
          ),
        )
        .where('invite_id', '=', invite.id)
        .where('browser_hash', 'in', browser.hashes)
        .where('voided_at', 'is', null)
        .where('consumed_at', 'is', null)
        .where('sent_at', '>', sql<Date>`app_now() - interval '1 hour'`)
        .orderBy('sent_at', 'desc')
        .executeTakeFirst()
    : undefined
  const { email, role, expiresAt, invitedBy } = invite
  return { email, role, expiresAt, invitedBy, awaited: code ?? null }
}
