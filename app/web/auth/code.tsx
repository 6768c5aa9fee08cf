import { redirect } from 'react-router'
import { to } from '#app/links.ts'
import { landingOf } from '#app/web/auth/after-sign-in.server.ts'
import { answerCodeForm, loadCodePage } from '#app/web/code-page.server.ts'
import { CodeForms } from '#app/web/components/code-forms.tsx'
import { actorContext } from '#app/web/context.server.ts'
import { readReturnTo, withReturnTo } from '#app/web/return-to.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { SIGN_IN_TEXTS } from './texts.ts'
import { beforeAgreements, openForm } from '#app/web/page-handle.ts'
import type { Route } from './+types/code'

export const handle = beforeAgreements(
  openForm('Check your inbox', { shell: 'focused', bottomBar: true, tab: 'profile', backHref: to.signIn }),
)

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const returnTo = readReturnTo(url.searchParams, context)
  const page = await loadCodePage(request)
  if (page) {
    const mode = page.purpose === 'sign_up' ? 'sign-up' : 'sign-in'
    return { ...page, changeHref: withReturnTo(`${to.signIn}?mode=${mode}`, returnTo) }
  }
  const actor = context.get(actorContext)
  if (actor) throw redirect(await landingOf(actor, returnTo), 303)
  throw redirectWithToast(withReturnTo(to.signIn, returnTo), { ...SIGN_IN_TEXTS.sessionMissing, tone: 'error' })
}

export function action({ request, url, context }: Route.ActionArgs) {
  const returnTo = readReturnTo(url.searchParams, context)
  return answerCodeForm(request, context, {
    code: withReturnTo(to.signInCode, returnTo),
    start: withReturnTo(to.signIn, returnTo),
  })
}

export default function CodePage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="container container-narrow auth-column stack stack-24">
      <CodeForms page={loaderData} answer={actionData} changeHref={loaderData.changeHref} />
    </div>
  )
}
