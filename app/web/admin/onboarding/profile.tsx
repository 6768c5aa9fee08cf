import { Form, redirect, useNavigation } from 'react-router'
import { ROLE_LABELS, ROLE_LINES } from '#app/domain/identity/role-texts.ts'
import type { InvitedRole } from '#app/domain/identity/roles.ts'
import { photoRefusalText } from '#app/domain/media/media.ts'
import { CHOOSABLE_ROLES } from '#app/domain/staff/invite.ts'
import { saveStaffProfile, type StaffProfileProblems } from '#app/domain/staff/save-staff-profile.server.ts'
import { to } from '#app/links.ts'
import { log } from '#app/platform/log.server.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { OptionCard } from '#app/ui/choice.tsx'
import { FieldGroup, TextField } from '#app/ui/field.tsx'
import { FileButton } from '#app/ui/file-button.tsx'
import type { IconName } from '#app/ui/icons/names.ts'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'
import { requireSetup, setupEnded } from '#app/web/admin/onboarding/setup.server.ts'
import teamStylesUrl from '#app/web/admin/team.css?url'
import { SETUP_TEXTS } from '#app/web/admin/texts.ts'
import { PHOTO_TOO_HEAVY, readPhotoForm } from '#app/web/avatar-form.server.ts'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { type FieldErrors, readAnswer } from '#app/web/form-answer.ts'
import { invalidForm, refuseForm } from '#app/web/forms.server.ts'
import { openForm } from '#app/web/page-handle.ts'
import { SetupFrame } from './frame.tsx'
import type { Route } from './+types/profile'

export const handle = openForm('Admin profile', { shell: 'bare' })

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: teamStylesUrl }]

export async function loader({ request }: Route.LoaderArgs) {
  const { setup } = await requireSetup(request)
  const { email, displayName, role, fixedRole, hasPicture } = setup
  return { email, displayName, role, fixedRole, hasPicture }
}

export async function action({ request }: Route.ActionArgs) {
  const { token } = await requireSetup(request)
  const form = await readPhotoForm(request, 'picture')
  if (!form) return invalidForm({ picture: PHOTO_TOO_HEAVY }, {}, 413)
  const typed = { name: form.text('name'), role: form.text('role') }
  const picture = form.photo && new Uint8Array(await form.photo.arrayBuffer())
  try {
    const result = await saveStaffProfile({ setupToken: token, ...typed, picture })
    if (result.ok) return redirect(to.staffOnboarding.security, 303)
    return result.refusal.kind === 'setup_ended' ? setupEnded() : invalidForm(errorsOf(result.refusal.problems), typed)
  } catch (error) {
    log.error({ err: error }, 'the profile of a new member of staff could not be saved')
    return refuseForm({ ...SETUP_TEXTS.outage, status: 503 }, typed)
  }
}

function errorsOf({ name, role, picture }: StaffProfileProblems): FieldErrors {
  return {
    ...(picture && { picture: photoRefusalText(picture) }),
    ...(name && { name: name === 'missing' ? SETUP_TEXTS.nameMissing : SETUP_TEXTS.nameTooLong }),
    ...(role && { role: SETUP_TEXTS.roleMissing }),
  }
}

export default function AdminProfile({ loaderData, actionData }: Route.ComponentProps) {
  const { error, value, field } = readAnswer(actionData)
  const pending = useNavigation().state === 'submitting'
  const stored = loaderData.displayName ?? ''
  return (
    <SetupFrame step={2}>
      <FormErrorSummary answer={actionData} />
      <h1 className="text-h1">Admin profile</h1>
      <Form method="post" encType="multipart/form-data" className="stack stack-16" noValidate>
        <div className="row row-top">
          <Avatar name={value('name', stored) || loaderData.email} size={64} />
          <div className="grow">
            <FileButton
              name="picture"
              label={loaderData.hasPicture ? 'Change the picture' : 'Add a picture'}
              icon="camera"
              accept="image/*"
              hint={loaderData.hasPicture ? 'Picture added.' : 'Optional. Without a picture we show your initials.'}
              error={error('picture')}
            />
          </div>
        </div>
        <TextField label="Name" autoComplete="name" limit={60} required {...field('name', stored)} />
        {loaderData.fixedRole ? (
          <FixedRole role={loaderData.fixedRole} />
        ) : (
          <RoleChoice chosen={value('role', loaderData.role ?? '')} error={error('role')} />
        )}
        <StickyFoot>
          <Button variant="primary" wide pending={pending} pendingLabel="Saving...">
            Continue
          </Button>
        </StickyFoot>
      </Form>
    </SetupFrame>
  )
}

const ROLE_ICONS: Record<InvitedRole, IconName> = {
  'content-moderator': 'images',
  'earnings-manager': 'wallet',
  support: 'life-buoy',
  'super-admin': 'shield-check',
}

function FixedRole({ role }: { role: InvitedRole }) {
  return (
    <Banner tone="neutral" icon={ROLE_ICONS[role]} title={`Role: ${ROLE_LABELS[role]}`}>
      {ROLE_LINES[role]} Your invite gives you this role.
    </Banner>
  )
}

function RoleChoice({ chosen, error }: { chosen: string; error?: string }) {
  return (
    <FieldGroup label="Role" name="role" error={error}>
      <div className="options">
        {CHOOSABLE_ROLES.map((role) => (
          <OptionCard
            key={role}
            name="role"
            value={role}
            title={role}
            description={ROLE_LINES[role]}
            icon={ROLE_ICONS[role]}
            defaultChecked={role === chosen}
          />
        ))}
      </div>
    </FieldGroup>
  )
}
