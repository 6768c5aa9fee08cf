import { data, redirect } from 'react-router'
import { declineRelease, signRelease } from '#app/domain/releases/answer-release.server.ts'
import { findReleaseByToken } from '#app/domain/releases/queries.server.ts'
import { to, withQuery } from '#app/links.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Glyph } from '#app/ui/card.tsx'
import { readForm } from '#app/web/form-body.server.ts'
import { invalidForm } from '#app/web/forms.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import {
  ReleaseForm,
  releasePage,
  releaseProblemTexts,
  shownAgain,
  typedRelease,
} from '#app/web/components/release-form.tsx'
import type { Route } from './+types/release'

// For anyone with the link, which works once.
export const handle = {
  audience: 'everyone',
  policy: { GET: 'everybody', POST: 'everybody' },
  beforeAgreements: true,
  title: 'Release',
  screen: { shell: 'focused', hydrate: false },
} satisfies RouteHandle

const HEADERS = { 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' }

export function headers() {
  return HEADERS
}

/** Shows what is asked and changes nothing, because mail scanners open links before the reader does. */
export async function loader({ params }: Route.LoaderArgs) {
  const { token } = params
  const release = await findReleaseByToken(token)
  return data(
    { page: release && releasePage(release), refusal: to.releaseLinkRefusal(token) },
    { status: release ? 200 : 410, headers: HEADERS },
  )
}

export async function action({ request, url, params }: Route.ActionArgs) {
  const { token } = params
  if (url.pathname === to.releaseLinkRefusal(token)) {
    const declined = await declineRelease({ token })
    return redirect(declined.ok ? withQuery(to.releaseAnswered, { answer: 'declined' }) : to.releaseLink(token), 303)
  }
  const typed = typedRelease(await readForm(request))
  const signed = await signRelease({ token }, typed)
  if (signed.ok)
    return redirect(signed.value.withdrawal ? to.releaseWithdrawal(signed.value.withdrawal) : to.releaseAnswered, 303)
  if (signed.refusal.kind === 'not_open') return redirect(to.releaseLink(token), 303)
  return invalidForm(releaseProblemTexts(signed.refusal.problems), shownAgain(typed))
}

export default function ReleasePage({ loaderData: { page, refusal }, actionData }: Route.ComponentProps) {
  if (page) return <ReleaseForm page={page} refusal={refusal} answer={actionData} />
  return (
    <div className="container container-narrow auth-column stack stack-24">
      <Glyph icon="clock" large />
      <div className="stack stack-4">
        <h1 className="text-h1">This link no longer works</h1>
        <p className="text-secondary">
          It was used, it has ended, or there is a newer one. Ask who sent it to you for a new link.
        </p>
      </div>
      <LinkButton href={to.home} wide>
        About Peach
      </LinkButton>
    </div>
  )
}
