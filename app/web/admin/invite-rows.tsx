import { Form } from 'react-router'
import { ROLE_LABELS } from '#app/domain/identity/role-texts.ts'
import { showClock, showDate } from '#app/platform/dates.ts'
import type { InviteState } from '#app/domain/staff/invite.ts'
import type { listInvites } from '#app/domain/staff/invite-queries.server.ts'
import { toAdmin } from '#app/admin-links.ts'
import { IconButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { type Status, StatusChip } from '#app/ui/chip.tsx'
import { joinClasses } from '#app/ui/join-classes.ts'
import { CopyButton } from '#app/ui/receipt.tsx'

type Invite = Awaited<ReturnType<typeof listInvites>>[number]

/** The invites with their texts ready to show. */
export function shownInvites(invites: Invite[]) {
  return invites.map((invite) => {
    const { id, email, state, invitedBy, link } = invite
    return { id, email, state, invitedBy, link, when: whenOf(invite), note: noteOf(invite) }
  })
}
type ShownInvite = ReturnType<typeof shownInvites>[number]

function whenOf({ state, expiresAt, usedAt }: Invite): string {
  if (state === 'used' && usedAt) return `Used ${showDate(usedAt)}, ${showClock(usedAt)}`
  return state === 'active' ? `${showDate(expiresAt)}, ${showClock(expiresAt)} EAT` : `Expired ${showDate(expiresAt)}`
}

function noteOf({ state, role, joinedAs }: Invite): string {
  if (joinedAs) return `Joined as ${ROLE_LABELS[joinedAs]}`
  if (state === 'used') return 'Setting up'
  if (state === 'expired') return 'Generate a new invite'
  return role ? ROLE_LABELS[role] : 'The new admin chooses the role'
}

const STATES: Record<InviteState, Status> = {
  used: { text: 'Used', tone: 'neutral', icon: 'check' },
  active: { text: 'Active', tone: 'success', icon: 'circle-check' },
  expired: { text: 'Expired', tone: 'warning', icon: 'clock' },
}

export function InviteRows({ invites }: { invites: ShownInvite[] }) {
  return (
    <Card>
      <div className="invite-head" aria-hidden="true">
        <span>Email</span>
        <span>Expires</span>
        <span>Status</span>
        <span>Invited by</span>
        <span className="invite-buttons">Actions</span>
      </div>
      <ul className="card-rows invite-rows">
        {invites.map((invite) => (
          <InviteRow key={invite.id} invite={invite} />
        ))}
      </ul>
    </Card>
  )
}

function InviteRow({ invite }: { invite: ShownInvite }) {
  return (
    <li className={joinClasses(invite.state === 'expired' && 'invite-over')}>
      <b>{invite.email}</b>
      <span className="text-secondary">{invite.when}</span>
      <span>
        <StatusChip status={STATES[invite.state]} />
      </span>
      <span className="text-secondary">{invite.invitedBy}</span>
      <span className="invite-buttons">
        {invite.link ? (
          <span className="invite-link grow">
            {/* Without JavaScript the link can be selected and copied by hand. */}
            <input readOnly aria-label={`Link of ${invite.email}`} value={invite.link} />
            <CopyButton text={invite.link} label={`Copy link of ${invite.email}`} />
          </span>
        ) : (
          <span className="text-muted">{invite.note}</span>
        )}
        <Form method="post" action={toAdmin.inviteDecision(invite.id, 'deletion')}>
          <IconButton type="submit" icon="trash" variant="outline" label={`Delete invite of ${invite.email}`} />
        </Form>
      </span>
    </li>
  )
}
