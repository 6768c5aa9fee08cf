import { Form } from 'react-router'
import { z } from 'zod'
import { ROLE_LABELS } from '#app/domain/identity/role-texts.ts'
import { STAFF_ROLES } from '#app/domain/identity/roles.ts'
import { showDate } from '#app/platform/dates.ts'
import { changeStaffRole } from '#app/domain/staff/change-staff-role.server.ts'
import { endStaffMember, type StaffMemberRefusal } from '#app/domain/staff/end-staff-member.server.ts'
import { canManageStaffMember, type StaffDenial } from '#app/domain/staff/policy.ts'
import { listStaffMembers } from '#app/domain/staff/queries.server.ts'
import { toAdmin } from '#app/admin-links.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { answerDecision, type Decided } from '#app/web/admin/review-queue/answer-decision.server.ts'
import { decisionOf } from '#app/web/admin/review-queue/queue.ts'
import { usePending } from '#app/web/components/use-pending.ts'
import { personContext } from '#app/web/context.server.ts'
import { staffForm } from '#app/web/admin/staff-handle.ts'
import type { Route } from './+types/team'

export const handle = staffForm('Team', 'invites.manage')

const REFUSED: Record<StaffDenial, string> = {
  not_permitted: 'Your role does not include this.',
  own_account: 'You can\u2019t decide about your own account.',
  is_owner: 'The owner is set in the configuration and can\u2019t be changed here.',
}

const TEAM_DECISIONS = ['role', 'ending'] as const
/** A member's role and the end of the access have addresses of their own. */
type Params = { memberId?: string }

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const actor = context.get(personContext)
  const { memberId }: Params = params
  const members = await listStaffMembers()
  return {
    ending: decisionOf(url, TEAM_DECISIONS) === 'ending' ? memberId : null,
    members: members.map((member) => {
      const verdict = canManageStaffMember(actor, member)
      return {
        id: member.profileId,
        email: member.email,
        name: member.displayName ?? member.email,
        role: member.role,
        joined: showDate(member.joinedAt),
        ended: member.endedAt && showDate(member.endedAt),
        refused: verdict.allowed ? null : REFUSED[verdict.reason],
      }
    }),
  }
}

const TeamForm = z.object({ role: z.string().max(60).default('') })

export function action(args: Route.ActionArgs) {
  const actor = args.context.get(personContext)
  const { memberId = '' }: Params = args.params
  return answerDecision(args, TEAM_DECISIONS, TeamForm, async (decision, typed) => {
    if (decision === 'ending') {
      const ended = await endStaffMember(actor, memberId)
      if (!ended.ok) return refused(refusalText(ended.refusal))
      return {
        title: 'Access ended',
        description: `${ended.value.email} is signed out everywhere and can no longer sign in.`,
        at: toAdmin.team,
      }
    }
    const role = STAFF_ROLES.find((known) => known === typed.role)
    if (!role) return refused('Choose a role.')
    const changed = await changeStaffRole(actor, memberId, role)
    if (!changed.ok) return refused(refusalText(changed.refusal))
    return {
      title: changed.value.changed ? 'Role changed' : 'Nothing changed',
      description: changed.value.changed
        ? `${changed.value.email} is now ${ROLE_LABELS[role]} and has to sign in again.`
        : `${changed.value.email} already has this role.`,
      at: toAdmin.team,
    }
  })
}

function refused(description: string): Decided {
  return { title: 'Error', description, tone: 'error', at: toAdmin.team }
}

function refusalText(refusal: StaffMemberRefusal): string {
  return refusal.kind === 'not_found' ? 'This person is no longer on the team.' : REFUSED[refusal.reason]
}

type Member = Route.ComponentProps['loaderData']['members'][number]

export default function Team({ loaderData }: Route.ComponentProps) {
  const { members, ending } = loaderData
  return (
    <>
      <div className="admin-heading">
        <div>
          <h1 className="text-h1-small">Team</h1>
          <p className="text-secondary">A new role or ended access applies immediately, also in open windows.</p>
        </div>
        <LinkButton href={toAdmin.invites} icon="mail-plus">
          Invite admin
        </LinkButton>
      </div>
      {members.length === 0 ? (
        <EmptyState compact icon="users" title="Nobody has joined yet">
          Invite the first team member.
        </EmptyState>
      ) : (
        <ul className="card card-rows">
          {members.map((member) => (
            <TeamRow key={member.id} member={member} ending={member.id === ending} />
          ))}
        </ul>
      )}
    </>
  )
}

function TeamRow({ member, ending }: { member: Member; ending: boolean }) {
  return (
    <li className="team-row">
      <div className="team-person">
        <b>{member.name}</b>
        <span className="text-muted">{member.email}</span>
        <span className="text-muted">
          {member.ended ? `Joined ${member.joined}, left ${member.ended}` : `Joined ${member.joined}`}
        </span>
      </div>
      {member.ended ? (
        <Chip>Left, was {ROLE_LABELS[member.role]}</Chip>
      ) : ending && !member.refused ? (
        <ConfirmEnd member={member} />
      ) : (
        <Manage member={member} />
      )}
    </li>
  )
}

function Manage({ member }: { member: Member }) {
  const action = toAdmin.teamDecision(member.id, 'role')
  const pending = usePending(action)
  if (member.refused) {
    return (
      <div className="team-buttons">
        <Chip tone="info">{ROLE_LABELS[member.role]}</Chip>
        <span className="hint">{member.refused}</span>
      </div>
    )
  }
  return (
    <div className="team-buttons">
      <Form method="post" action={action} className="team-role" key={member.role}>
        <label className="visually-hidden" htmlFor={`role-${member.id}`}>
          Role of {member.name}
        </label>
        <span className="input input-select team-select">
          <select name="role" id={`role-${member.id}`} defaultValue={member.role}>
            {STAFF_ROLES.map((role) => (
              <option key={role} value={role}>
                {ROLE_LABELS[role]}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" size={20} />
        </span>
        <Button size="small" pending={pending} pendingLabel="Changing...">
          Change role
        </Button>
      </Form>
      <LinkButton size="small" variant="danger" href={toAdmin.teamDecision(member.id, 'ending')}>
        End access
      </LinkButton>
    </div>
  )
}

/** A second confirmation at its own address: ended access can be restored only with a new invite. */
function ConfirmEnd({ member }: { member: Member }) {
  const action = toAdmin.teamDecision(member.id, 'ending')
  const pending = usePending(action)
  return (
    <Form method="post" action={action} className="team-buttons">
      <span className="text-secondary">End the access of {member.name}?</span>
      <Button size="small" variant="danger" pending={pending} pendingLabel="Ending...">
        Yes, end access
      </Button>
      <LinkButton size="small" variant="quiet" href={toAdmin.team}>
        Keep access
      </LinkButton>
    </Form>
  )
}
