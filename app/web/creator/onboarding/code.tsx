import { redirect } from 'react-router'
import { to } from '#app/links.ts'
import { answerCodeForm, loadCodePage } from '#app/web/code-page.server.ts'
import { CodeForms } from '#app/web/components/code-forms.tsx'
import { actorContext } from '#app/web/context.server.ts'
import { memberOf, nextPathOf } from '#app/web/creator/onboarding/step.server.ts'
import creatorStylesUrl from '#app/web/creator/creator.css?url'
import { openForm } from '#app/web/page-handle.ts'
import type { Route } from './+types/code'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: creatorStylesUrl }]

export const handle = openForm('Check your inbox', { shell: 'focused', backHref: to.creatorOnboarding.email })

const PLACES = { code: to.creatorOnboarding.code, start: to.creatorOnboarding.email }

export async function loader({ request, context }: Route.LoaderArgs) {
  const person = memberOf(context.get(actorContext))
  if (person) throw redirect(await nextPathOf(person), 303)
  const page = await loadCodePage(request)
  if (!page) throw redirect(PLACES.start, 303)
  return page
}

export function action({ request, context }: Route.ActionArgs) {
  return answerCodeForm(request, context, PLACES)
}

export default function CreatorCode({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="container container-narrow wizard stack stack-24">
      <CodeForms page={loaderData} answer={actionData} changeHref={PLACES.start} />
    </div>
  )
}
