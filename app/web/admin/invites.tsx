import { data, Form, redirect } from 'react-router'
import { z } from 'zod'
import { ROLE_LABELS } from '#app/domain/identity/role-texts.ts'
import { STAFF_ROLES } from '#app/domain/identity/roles.ts'
import { INVITE } from '#app/domain/settings/constants.ts'
import { createInvite, type CreateInviteRefusal } from '#app/domain/staff/create-invite.server.ts'
import { deleteInvite, restoreInvite } from '#app/domain/staff/delete-invite.server.ts'
import { findDeletedInvite, listInvites } from '#app/domain/staff/invite-queries.server.ts'
import { config } from '#app/platform/config.server.ts'
import { log } from '#app/platform/log.server.ts'
import { unreachable } from '#app/platform/result.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { EmailField, SelectField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { decisionOf } from '#app/web/admin/review-queue/queue.ts'
import { usePending } from '#app/web/components/use-pending.ts'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { type FormAnswer, type FormValues, readAnswer } from '#app/web/form-answer.ts'
import { type FormRefused, parseForm, refuseForm } from '#app/web/forms.server.ts'
import teamStylesUrl from '#app/web/admin/team.css?url'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { InviteRows, shownInvites } from './invite-rows.tsx'
import { INVITE_TEXTS, onlyOfficial } from './texts.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { toAdmin } from '#app/admin-links.ts'
import { withQuery } from '#app/links.ts'
import { personContext } from '#app/web/context.server.ts'
import { staffForm } from '#app/web/admin/staff-handle.ts'
import type { Route } from './+types/invites'

export const handle = staffForm('Invites', 'invites.manage')

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: teamStylesUrl }]

export async function loader({ url }: Route.LoaderArgs) {
  const { adminEmailDomain } = config()
  try {
    const [invites, deleted] = await Promise.all([
      listInvites(),
      findDeletedInvite(url.searchParams.get('deleted') ?? ''),
    ])
    return data({ invites: shownInvites(invites), deleted, domain: adminEmailDomain })
  } catch (error) {
    log.error({ err: error }, 'the invites could not be listed')
    return data({ invites: null, deleted: null, domain: adminEmailDomain }, 503)
  }
}

const INVITE_DECISIONS = ['deletion', 'restoration'] as const
const InviteForm = z.object({
  email: z.string().max(300).default(''),
  role: z.enum([...STAFF_ROLES, 'choose']).default('choose'),
})

/** Generates an invite; below one, deletes it or takes that back. */
export async function action(args: Route.ActionArgs) {
  const { request, url, context } = args
  const actor = context.get(personContext)
  const { inviteId = '' }: { inviteId?: string } = args.params
  const decision = decisionOf(url, INVITE_DECISIONS)
  if (decision) return orFailed(INVITE_TEXTS.failedToDelete, {}, () => changeInvite(actor, decision, inviteId))
  const form = await parseForm(request, InviteForm)
  if (!form.ok) {
    const { email = '' } = form.values
    return refuseForm({ ...WHOLE, status: 400, description: INVITE_TEXTS.noRole }, { email: email.slice(0, 300) })
  }
  const { email, role } = form.value
  return orFailed(INVITE_TEXTS.failedToGenerate, form.value, async () => {
    const created = await createInvite(actor, { email, role: role === 'choose' ? null : role })
    if (created.ok) return redirectWithToast(toAdmin.invites, INVITE_TEXTS.generated(email.trim().toLowerCase()))
    return refuseForm(refusalOf(created.refusal), { email, role })
  })
}

/** The answer, or the page with `description` when the database fails. */
async function orFailed<Answer>(description: string, typed: FormValues, answer: () => Promise<Answer>) {
  try {
    return await answer()
  } catch (error) {
    log.error({ err: error }, 'an invite could not be changed')
    return refuseForm({ ...WHOLE, status: 503, description }, typed)
  }
}

async function changeInvite(actor: Person, decision: (typeof INVITE_DECISIONS)[number], inviteId: string) {
  if (decision === 'restoration') {
    const restored = await restoreInvite(actor, inviteId)
    if (restored.ok) return redirectWithToast(toAdmin.invites, INVITE_TEXTS.restored)
    return redirectWithToast(toAdmin.invites, { ...INVITE_TEXTS.notRestored, tone: 'error' })
  }
  const deleted = await deleteInvite(actor, inviteId)
  if (deleted.ok) return redirect(withQuery(toAdmin.invites, { deleted: inviteId }), 303)
  return redirectWithToast(toAdmin.invites, { ...WHOLE, description: INVITE_TEXTS.failedToDelete, tone: 'error' })
}

const WHOLE = { title: 'Error' }
const AT_EMAIL = { status: 400, field: 'email' }

function refusalOf(refusal: CreateInviteRefusal): FormRefused {
  switch (refusal.kind) {
    case 'email_missing':
      return { ...AT_EMAIL, description: INVITE_TEXTS.enterEmail }
    case 'not_official':
      return { ...AT_EMAIL, description: onlyOfficial(config().brandName) }
    case 'has_account':
      return { ...AT_EMAIL, description: INVITE_TEXTS.hasAccount }
    case 'already_invited':
      return { ...AT_EMAIL, description: INVITE_TEXTS.alreadyInvited }
    case 'not_allowed':
      return refusal.reason === 'own_address'
        ? { ...AT_EMAIL, description: INVITE_TEXTS.ownAddress }
        : { ...WHOLE, status: 400, description: INVITE_TEXTS.notPermitted }
    default:
      return unreachable(refusal)
  }
}

export default function Invites({ loaderData, actionData }: Route.ComponentProps) {
  const { invites, deleted, domain } = loaderData
  return (
    <div className="stack stack-24">
      <div className="stack stack-4">
        <h1 className="text-h1-small">Invites</h1>
        <p className="text-secondary">{`Each link works once and expires after ${INVITE.days} days. Company email addresses only.`}</p>
      </div>
      <FormErrorSummary answer={actionData} />
      {deleted && <Deleted id={deleted.id} email={deleted.email} />}
      <GenerateForm answer={actionData} domain={domain} key={`${invites?.[0]?.id} ${actionData?.values.email}`} />
      <section className="stack stack-12" aria-labelledby="active-invites">
        <h2 className="text-h3" id="active-invites">
          Active Invites {invites && invites.length > 0 && <span className="text-muted">{invites.length}</span>}
        </h2>
        {invites === null ? (
          <Banner tone="danger" title="Error" action={<LinkButton href={toAdmin.invites}>Try again</LinkButton>}>
            {INVITE_TEXTS.failedToFetch}
          </Banner>
        ) : invites.length === 0 ? (
          <Card padded>
            <EmptyState icon="mail" title={INVITE_TEXTS.none} compact>
              An invite lets one person set up an admin account with the role you choose.
            </EmptyState>
          </Card>
        ) : (
          <InviteRows invites={invites} />
        )}
      </section>
    </div>
  )
}

function Deleted({ id, email }: { id: string; email: string }) {
  return (
    <Banner
      tone="success"
      title={INVITE_TEXTS.deleted}
      action={
        <Form method="post" action={toAdmin.inviteDecision(id, 'restoration')}>
          <Button size="small">Undo</Button>
        </Form>
      }
    >
      {email}
    </Banner>
  )
}

function GenerateForm({ answer, domain }: { answer: FormAnswer | undefined; domain: string }) {
  const { error, value } = readAnswer(answer)
  const pending = usePending(toAdmin.invites)
  return (
    <Card padded>
      <Form method="post" action={toAdmin.invites} className="invite-form" noValidate>
        <EmailField
          label="Email of the new admin"
          autoComplete="off"
          placeholder={`name@${domain}`}
          leading={<Icon name="mail" size={20} />}
          defaultValue={value('email')}
          error={error('email')}
        />
        <SelectField
          label="Role"
          name="role"
          defaultValue={value('role', 'choose')}
          hint="A new admin can’t choose Super-admin."
        >
          <option value="choose">The new admin chooses</option>
          {STAFF_ROLES.map((role) => (
            <option key={role} value={role}>
              {ROLE_LABELS[role]}
            </option>
          ))}
        </SelectField>
        <Button variant="primary" icon="mail-plus" className="invite-go" pending={pending} pendingLabel="Generating...">
          Generate Invite
        </Button>
      </Form>
    </Card>
  )
}
