import { Form, useNavigation } from 'react-router'
import type { ProfileProblems } from '#app/domain/identity/update-profile.server.ts'
import { CityField, DisplayNameField } from '#app/web/components/person-fields.tsx'
import { UsernameField } from '#app/web/components/username-field.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { errorLines, type Failure, FormErrors } from '#app/ui/error-summary.tsx'
import { AreaField, TextField } from '#app/ui/field.tsx'
import { FileButton } from '#app/ui/file-button.tsx'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'
import { FORMER_USERNAME_DAYS } from '#app/domain/settings/constants.ts'

type EditErrors = Partial<Record<keyof ProfileProblems | 'avatar', string>>
type Values = { displayName: string; username: string; bio: string; city: string }

/** `values` is null if the form was not read to its end. */
export type EditShown = { errors: EditErrors; failure?: Failure; values: Values | null }

type EditPage = { values: Values; email: string; avatarUrl: string | null; addressStart: string }

const FIELD_IDS: Record<keyof EditErrors, string> = {
  avatar: 'avatar',
  displayName: 'display_name',
  username: 'username',
  bio: 'bio',
  city: 'city',
}

/** The form to edit one's own profile, with a bar to save or cancel. */
export function EditView({ page, shown }: { page: EditPage; shown: EditShown | undefined }) {
  const errors = shown?.errors ?? {}
  const values = shown?.values ?? page.values
  const pending = useNavigation().state === 'submitting'
  return (
    <div className="container container-narrow auth-column">
      <Form method="post" encType="multipart/form-data" className="stack stack-16" noValidate>
        <h1 className="text-h1-small">Edit profile</h1>
        <FormErrors failure={shown?.failure} errors={errorLines(errors, FIELD_IDS)} />
        <div className="row">
          <Avatar name={values.displayName || '?'} src={page.avatarUrl} size={80} />
          <div className="grow">
            <FileButton
              name="avatar"
              label={page.avatarUrl ? 'Change the photo' : 'Add a photo'}
              icon="camera"
              accept="image/*"
              hint="At most 10 MB."
              error={errors.avatar}
            />
          </div>
        </div>
        <EditFields page={page} values={values} errors={errors} />
        <StickyFoot>
          <div className="save-bar">
            <LinkButton wide href="/profile">
              Cancel
            </LinkButton>
            <Button variant="primary" wide pending={pending} pendingLabel="Saving...">
              Save
            </Button>
          </div>
        </StickyFoot>
      </Form>
    </div>
  )
}

function EditFields({ page, values, errors }: { page: EditPage; values: Values; errors: EditErrors }) {
  return (
    <>
      <DisplayNameField defaultValue={values.displayName} error={errors.displayName} />
      <UsernameField
        start={values.username}
        addressStart={page.addressStart}
        availabilityPath="/profile/edit"
        optional={false}
        hint="Enter a username"
        error={errors.username}
      />
      <p className="hint">
        If you change your username, the old one stays reserved for {FORMER_USERNAME_DAYS} days and its links keep
        working.
      </p>
      <TextField
        label="Email"
        name="email_shown"
        type="email"
        readOnly
        defaultValue={page.email}
        hint="You sign in with it, so it can’t be changed here. To change it, contact support."
      />
      <CityField defaultValue={values.city} error={errors.city} />
      <AreaField
        label="Bio"
        name="bio"
        optional
        rows={4}
        placeholder="A line about you"
        defaultValue={values.bio}
        error={errors.bio}
      />
    </>
  )
}
