import { data, redirect } from 'react-router'
import { declineRelease, type LinkRefusal, signReleaseByLink } from '#app/domain/releases/answer-release.server.ts'
import type { TypedRelease } from '#app/domain/releases/release.ts'
import { photoRefusalText } from '#app/domain/media/media.ts'
import { MEGABYTE } from '#app/domain/uploads/limits.ts'
import { DOCUMENTS_ARE_OFF } from '#app/domain/uploads/upload.ts'
import { unreachable } from '#app/platform/result.ts'
import { findReleaseByToken } from '#app/domain/releases/queries.server.ts'
import { to, withQuery } from '#app/links.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { FocusedPage } from '#app/web/components/focused-page.tsx'
import { readFormBody } from '#app/web/form-body.server.ts'
import { invalidForm, refuseForm } from '#app/web/forms.server.ts'
import { LINK_HEADERS, linkPage } from '#app/web/link-page.ts'
import {
  itemsRefusal,
  ReleaseForm,
  releasePage,
  releaseProblemTexts,
  shownAgain,
  typedRelease,
} from '#app/web/components/release-form.tsx'
import type { Route } from './+types/release'

// For anyone with the link, which works once.
export const handle = linkPage('Release')

export const headers = () => LINK_HEADERS

/** Shows what is asked and changes nothing, because mail scanners open links before the reader does. */
export async function loader({ params }: Route.LoaderArgs) {
  const { token } = params
  const release = await findReleaseByToken(token)
  return data(
    { page: release && releasePage(release), refusal: to.releaseLinkRefusal(token) },
    { status: release ? 200 : 410, headers: LINK_HEADERS },
  )
}

export async function action({ request, url, params }: Route.ActionArgs) {
  const { token } = params
  if (url.pathname === to.releaseLinkRefusal(token)) {
    const declined = await declineRelease({ token })
    return redirect(declined.ok ? withQuery(to.releaseAnswered, { answer: 'declined' }) : to.releaseLink(token), 303)
  }
  // Whoever has no open link sends no file.
  if (!(await findReleaseByToken(token))) return redirect(to.releaseLink(token), 303)
  const read = await readFormBody(request, PHOTO_FORM)
  if (!read.ok) return invalidForm({ photo: 'Choose a photo of at most 10 MB' })
  const typed = typedRelease(read.value)
  const signed = await signReleaseByLink(token, typed, await photoIn(read.value))
  if (signed.ok)
    return redirect(signed.value.withdrawal ? to.releaseWithdrawal(signed.value.withdrawal) : to.releaseAnswered, 303)
  return refused(signed.refusal, token, typed)
}

function refused(refusal: LinkRefusal, token: string, typed: TypedRelease) {
  switch (refusal.kind) {
    case 'not_open':
      return redirect(to.releaseLink(token), 303)
    case 'invalid':
      return invalidForm(releaseProblemTexts(refusal.problems), shownAgain(typed))
    case 'photo_refused':
      return invalidForm({ photo: photoRefusalText(refusal.refusal) }, shownAgain(typed))
    case 'changed':
    case 'nothing_to_sign':
      return refuseForm(itemsRefusal(refusal.kind)!, shownAgain(typed))
    case 'documents_are_off':
      return refuseForm({ status: 503, description: DOCUMENTS_ARE_OFF, field: 'photo' }, shownAgain(typed))
    case 'too_many':
      return refuseForm({ status: 429, description: TOO_MANY_PHOTOS, field: 'photo' }, shownAgain(typed))
    default:
      return unreachable(refusal)
  }
}

const TOO_MANY_PHOTOS = 'Too many photos were sent with this link. Try again in an hour.'
const PHOTO_FORM = { bytes: 11 * MEGABYTE, files: 1, fileBytes: 10 * MEGABYTE }

async function photoIn(form: FormData): Promise<Uint8Array | null> {
  const file = form.get('photo')
  return file instanceof File && file.size > 0 ? new Uint8Array(await file.arrayBuffer()) : null
}

export default function ReleasePage({ loaderData: { page, refusal }, actionData }: Route.ComponentProps) {
  if (page) return <ReleaseForm page={page} refusal={refusal} answer={actionData} photo />
  return (
    <FocusedPage
      icon="clock"
      title="This link no longer works"
      text="It was used, it has ended, or there is a newer one. Ask who sent it to you for a new link."
    >
      <LinkButton href={to.home} wide>
        About Peach
      </LinkButton>
    </FocusedPage>
  )
}
