import { Form, useNavigation } from 'react-router'
import { z } from 'zod'
import { ROLE_LABELS } from '#app/domain/identity/role-texts.ts'
import { STAFF_ROLES } from '#app/domain/identity/roles.ts'
import { showDate } from '#app/platform/dates.ts'
import { changeStaffRole } from '#app/domain/staff/change-staff-role.server.ts'
import { endStaffMember, type StaffMemberRefusal } from '#app/domain/staff/end-staff-member.server.ts'
import { canManageStaffMember, type StaffDenial } from '#app/domain/staff/policy.ts'
import { listStaffMembers } from '#app/domain/staff/queries.server.ts'
import { to } from '#app/links.ts'
import { isId } from '#app/platform/id.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { parseForm } from '#app/web/forms.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/team'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff:invites.manage', POST: 'staff:invites.manage' },
  title: 'Team',
} satisfies RouteHandle

const REFUSED: Record<StaffDenial, string> = {
  not_permitted: 'Your role does not include this.',
  own_account: 'You can\u2019t decide about your own account.',
  is_owner: 'The owner is set in the configuration and can\u2019t be changed here.',
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const actor = context.get(personContext)
  const members = await listStaffMembers()
  return {
    ending: url.searchParams.get('end'),
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

const TeamForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('end'), member: z.string().refine(isId) }),
  z.object({ intent: z.literal('role'), member: z.string().refine(isId), role: z.enum(STAFF_ROLES) }),
])

export async function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(personContext)
  const form = await parseForm(request, TeamForm)
  if (!form.ok) return refused('Choose a team member and a role.')
  if (form.value.intent === 'end') {
    const ended = await endStaffMember(actor, form.value.member)
    if (!ended.ok) return refused(refusalText(ended.refusal))
    return redirectWithToast(to.admin.team, {
      title: 'Access ended',
      description: `${ended.value.email} is signed out everywhere and can no longer sign in.`,
    })
  }
  const { role } = form.value
  const changed = await changeStaffRole(actor, form.value.member, role)
  if (!changed.ok) return refused(refusalText(changed.refusal))
  return redirectWithToast(to.admin.team, {
    title: changed.value.changed ? 'Role changed' : 'Nothing changed',
    description: changed.value.changed
      ? `${changed.value.email} is now ${ROLE_LABELS[role]} and has to sign in again.`
      : `${changed.value.email} already has this role.`,
  })
}

function refused(description: string): Response {
  return redirectWithToast(to.admin.team, { title: 'Error', description, tone: 'error' })
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
        <LinkButton href={to.admin.invites} icon="mail-plus">
          Invite admin
        </LinkButton>
      </div>
      {members.length === 0 ? (
        <EmptyState compact icon="users" heading="h2" title="Nobody has joined yet">
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
  const pending = usePending('role', member.id)
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
      <Form method="post" className="team-role" key={member.role}>
        <input type="hidden" name="intent" value="role" />
        <input type="hidden" name="member" value={member.id} />
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
      <LinkButton size="small" variant="danger" href={`${to.admin.team}?end=${member.id}`}>
        End access
      </LinkButton>
    </div>
  )
}

/** A second confirmation at its own address: ended access can be restored only with a new invite. */
function ConfirmEnd({ member }: { member: Member }) {
  const pending = usePending('end', member.id)
  return (
    <Form method="post" className="team-buttons">
      <input type="hidden" name="intent" value="end" />
      <input type="hidden" name="member" value={member.id} />
      <span className="text-secondary">End the access of {member.name}?</span>
      <Button size="small" variant="danger" pending={pending} pendingLabel="Ending...">
        Yes, end access
      </Button>
      <LinkButton size="small" variant="quiet" href={to.admin.team}>
        Keep access
      </LinkButton>
    </Form>
  )
}

function usePending(intent: string, memberId: string): boolean {
  const navigation = useNavigation()
  const { formData } = navigation
  return navigation.state === 'submitting' && formData?.get('intent') === intent && formData.get('member') === memberId
}
