import { redirect } from 'react-router'
import { declineRelease, signRelease } from '#app/domain/releases/answer-release.server.ts'
import { findReleaseOf, findSignedRelease } from '#app/domain/releases/queries.server.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { to } from '#app/links.ts'
import { personContext } from '#app/web/context.server.ts'
import { readForm } from '#app/web/form-body.server.ts'
import { invalidForm, refuseForm } from '#app/web/forms.server.ts'
import { mediaLinksFor } from '#app/web/media-links.server.ts'
import { notFound } from '#app/web/not-found.server.ts'
import { creatorForm } from '#app/web/page-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import {
  itemsRefusal,
  ReleaseForm,
  releasePage,
  releaseProblemTexts,
  shownAgain,
  typedRelease,
} from '#app/web/components/release-form.tsx'
import type { Route } from './+types/release'

export const handle = creatorForm('Release', { shell: 'focused', backHref: to.notifications })

/** A release that this creator is asked to sign, because another creator named them in a post. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { releaseId } = params
  const person = context.get(personContext)
  const release = await findReleaseOf(person, releaseId)
  if (!release) {
    // Signed already, the page of the notification is where it is withdrawn.
    if (await findSignedRelease(person, releaseId)) throw redirect(toDashboard.askedReleaseWithdrawal(releaseId), 303)
    notFound()
  }
  return { page: releasePage(release, mediaLinksFor(person)), refusal: toDashboard.askedReleaseRefusal(releaseId) }
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const by = { actor: context.get(personContext), releaseId: params.releaseId }
  if (url.pathname === toDashboard.askedReleaseRefusal(params.releaseId)) {
    const declined = await declineRelease(by)
    if (!declined.ok) notFound()
    return redirectWithToast(to.dashboard, { title: 'Declined', description: 'The post is not published.' })
  }
  const typed = typedRelease(await readForm(request))
  const signed = await signRelease(by, typed)
  if (signed.ok)
    return redirectWithToast(toDashboard.askedReleaseWithdrawal(params.releaseId), {
      title: 'Signed',
      description: 'The other creator is told.',
    })
  if (signed.refusal.kind === 'not_open') notFound()
  const changed = itemsRefusal(signed.refusal.kind)
  if (changed) return refuseForm(changed, shownAgain(typed))
  if (signed.refusal.kind !== 'invalid') notFound()
  return invalidForm(releaseProblemTexts(signed.refusal.problems), shownAgain(typed))
}

export default function AskedReleasePage({ loaderData: { page, refusal }, actionData }: Route.ComponentProps) {
  return <ReleaseForm page={page} refusal={refusal} answer={actionData} />
}
