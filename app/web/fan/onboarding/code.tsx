import { redirect } from 'react-router'
import { to } from '#app/links.ts'
import { answerCodeForm, loadCodePage } from '#app/web/code-page.server.ts'
import { CodeForms } from '#app/web/components/code-forms.tsx'
import { actorContext } from '#app/web/context.server.ts'
import { stepPath } from '#app/web/fan/onboarding/step.server.ts'
import { membersOnly } from '#app/web/gates.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/code'

export const handle = {
  audience: 'everyone',
  policy: { GET: { who: 'everybody', gate: membersOnly }, POST: 'everybody' },
  title: 'Check your inbox',
  screen: { shell: 'focused', backHref: to.fanOnboarding.email },
} satisfies RouteHandle

const PLACES = { code: to.fanOnboarding.code, start: to.fanOnboarding.email }

export async function loader({ request, context }: Route.LoaderArgs) {
  if (context.get(actorContext)) throw redirect(stepPath('setup'), 303)
  const page = await loadCodePage(request)
  if (!page) throw redirect(PLACES.start, 303)
  return page
}

export function action({ request, context }: Route.ActionArgs) {
  return answerCodeForm(request, context, PLACES)
}

export default function FanCode({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="container container-narrow wizard stack stack-24">
      <CodeForms page={loaderData} answer={actionData} changeHref={PLACES.start} />
    </div>
  )
}
