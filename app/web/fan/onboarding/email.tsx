import { redirect } from 'react-router'
import { to } from '#app/links.ts'
import { EmailStep } from '#app/web/components/email-form.tsx'
import { actorContext } from '#app/web/context.server.ts'
import { answerEmailStep } from '#app/web/email-step.server.ts'
import { planOf, stepPath } from '#app/web/fan/onboarding/step.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/email'

export const handle = {
  audience: 'members',
  policy: { GET: 'everybody', POST: 'everybody' },
  title: 'Your email',
  screen: { shell: 'focused', backHref: to.fanOnboarding.intro },
} satisfies RouteHandle

export function loader({ url, context }: Route.LoaderArgs) {
  if (context.get(actorContext)) throw redirect(stepPath('setup', planOf(url)), 303)
  return null
}

export function action({ request, url, context }: Route.ActionArgs) {
  const plan = planOf(url)
  if (context.get(actorContext)) throw redirect(stepPath('setup', plan), 303)
  return answerEmailStep(request, context, {
    userType: 'fan',
    returnTo: stepPath('setup', plan),
    codePath: to.fanOnboarding.code,
  })
}

export default function FanEmail({ actionData }: Route.ComponentProps) {
  return <EmailStep lead="We send you a 6-digit code. No password needed." answer={actionData} />
}
