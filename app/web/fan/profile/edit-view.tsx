import { Form, useNavigation } from 'react-router'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import { CityField, DisplayNameField } from '#app/web/components/person-fields.tsx'
import { UsernameField } from '#app/web/components/username-field.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { AreaField, TextField } from '#app/ui/field.tsx'
import { FileButton } from '#app/ui/file-button.tsx'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'
import { FORMER_USERNAME_DAYS } from '#app/domain/settings/constants.ts'
import { to } from '#app/links.ts'

type EditPage = {
  values: { display_name: string; username: string; bio: string; city: string }
  email: string
  avatarUrl: string | null
  addressStart: string
}

/** The form to edit one's own profile, with a bar to save or cancel. */
export function EditView({ page, answer }: { page: EditPage; answer: FormAnswer | undefined }) {
  const { error, value } = readAnswer(answer)
  const pending = useNavigation().state === 'submitting'
  return (
    <div className="container container-narrow auth-column">
      <Form method="post" encType="multipart/form-data" className="stack stack-16" noValidate>
        <h1 className="text-h1-small">Edit profile</h1>
        <FormErrorSummary answer={answer} />
        <div className="row">
          <Avatar name={value('display_name', page.values.display_name) || '?'} src={page.avatarUrl} size={80} />
          <div className="grow">
            <FileButton
              name="avatar"
              label={page.avatarUrl ? 'Change the photo' : 'Add a photo'}
              icon="camera"
              accept="image/*"
              hint="At most 10 MB."
              error={error('avatar')}
            />
          </div>
        </div>
        <EditFields page={page} answer={answer} />
        <StickyFoot>
          <div className="save-bar">
            <LinkButton wide href={to.profile}>
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

function EditFields({ page, answer }: { page: EditPage; answer: FormAnswer | undefined }) {
  const { error, value } = readAnswer(answer)
  const text = (name: keyof EditPage['values']) => value(name, page.values[name])
  return (
    <>
      <DisplayNameField defaultValue={text('display_name')} error={error('display_name')} />
      <UsernameField
        start={text('username')}
        addressStart={page.addressStart}
        availabilityPath={to.editProfile}
        optional={false}
        hint="Enter a username"
        error={error('username')}
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
      <CityField defaultValue={text('city')} error={error('city')} />
      <AreaField
        label="Bio"
        name="bio"
        optional
        rows={4}
        placeholder="A line about you"
        defaultValue={text('bio')}
        error={error('bio')}
      />
    </>
  )
}
