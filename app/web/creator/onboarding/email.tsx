import { redirect } from 'react-router'
import { to } from '#app/links.ts'
import { EmailStep } from '#app/web/components/email-form.tsx'
import { actorContext } from '#app/web/context.server.ts'
import { answerEmailStep } from '#app/web/email-step.server.ts'
import { memberOf, nextPathOf } from '#app/web/creator/onboarding/step.server.ts'
import creatorStylesUrl from '#app/web/creator/creator.css?url'
import { openForm } from '#app/web/page-handle.ts'
import type { Route } from './+types/email'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: creatorStylesUrl }]

export const handle = openForm('Your email', { shell: 'focused', backHref: to.creatorOnboarding.intro })

export async function loader({ context }: Route.LoaderArgs) {
  const person = memberOf(context.get(actorContext))
  if (person) throw redirect(await nextPathOf(person), 303)
  return null
}

export async function action({ request, context }: Route.ActionArgs) {
  const person = memberOf(context.get(actorContext))
  if (person) throw redirect(await nextPathOf(person), 303)
  return answerEmailStep(request, context, {
    userType: 'creator',
    returnTo: to.creatorOnboarding.profile,
    codePath: to.creatorOnboarding.code,
  })
}

export default function CreatorEmail({ actionData }: Route.ComponentProps) {
  return (
    <EmailStep
      lead="We send you a 6-digit code, so that your application is saved. You can use the email of your fan account."
      answer={actionData}
    />
  )
}
