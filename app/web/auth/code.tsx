import { redirect } from 'react-router'
import { to } from '#app/links.ts'
import { landingOf } from '#app/web/auth/landing.server.ts'
import { answerCodeForm, loadCodePage } from '#app/web/code-page.server.ts'
import { CodeForms } from '#app/web/components/code-forms.tsx'
import { actorContext } from '#app/web/context.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { SIGN_IN_TEXTS } from './texts.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/code'

export const handle = {
  audience: 'everyone',
  policy: { GET: 'everybody', POST: 'everybody' },
  beforeAgreements: true,
  title: 'Check your inbox',
  screen: { shell: 'focused', bottomBar: true, tab: 'profile' },
} satisfies RouteHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = await loadCodePage(request)
  if (page) return { ...page, changeHref: `${to.signIn}?mode=${page.purpose === 'sign_up' ? 'sign-up' : 'sign-in'}` }
  const actor = context.get(actorContext)
  if (actor) throw redirect(await landingOf(actor, null), 303)
  throw redirectWithToast(to.signIn, { ...SIGN_IN_TEXTS.sessionMissing, tone: 'error' })
}

export function action({ request, context }: Route.ActionArgs) {
  return answerCodeForm(request, context, { code: to.signInCode, start: to.signIn })
}

export default function CodePage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="container container-narrow auth-column stack stack-24">
      <CodeForms page={loaderData} answer={actionData} changeHref={loaderData.changeHref} />
    </div>
  )
}
