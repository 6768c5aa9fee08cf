import { ended } from '#app/platform/plain-text.ts'
import { redirect } from 'react-router'
import { findCreatorById } from '#app/domain/creators/queries.server.ts'
import { findFollowing } from '#app/domain/follows/queries.server.ts'
import { setAlerts } from '#app/domain/follows/set-alerts.server.ts'
import { to } from '#app/links.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { SwitchField } from '#app/ui/choice.tsx'
import { personContext } from '#app/web/context.server.ts'
import { refuseHidden } from '#app/web/creator-response.server.ts'
import { readFieldNames } from '#app/web/forms.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { notFound, orNotFound } from '#app/web/not-found.server.ts'
import { memberForm } from '#app/web/page-handle.ts'
import type { Route } from './+types/alerts'

export const handle = memberForm('Notify me', { shell: 'focused' })

/** What a fan wants to be notified of by one creator. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const creator = orNotFound(await findCreatorById(params.creatorId.toLowerCase()))
  refuseHidden(person, creator)
  if (creator.id === person.id) throw redirect(to.creator(creator.username), 303)
  const { following, alerts } = await findFollowing(person.id, creator.id)
  return { name: creator.displayName, backHref: to.creator(creator.username), following, alerts }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const ticked = await readFieldNames(request)
  const creator = orNotFound(await findCreatorById(params.creatorId.toLowerCase()))
  const person = context.get(personContext)
  const alerts = { posts: ticked.has('posts'), live: ticked.has('live') }
  const result = await setAlerts(person, creator.id, alerts)
  if (!result.ok && (result.refusal.kind === 'not_there' || result.refusal.kind === 'oneself')) notFound()
  if (!result.ok)
    return redirectWithToast(to.creator(creator.username), {
      title: 'Not saved',
      description:
        result.refusal.kind === 'you_blocked'
          ? 'You blocked this creator. Unblock the conversation first.'
          : 'You can\u2019t follow this page. What you bought stays yours.',
      tone: 'error',
    })
  return redirectWithToast(to.creator(creator.username), {
    title: 'Saved',
    description:
      alerts.posts || alerts.live
        ? 'You follow this creator, and will be notified.'
        : 'You will not be notified of this creator.',
  })
}

export default function Alerts({ loaderData }: Route.ComponentProps) {
  const { name, alerts, following } = loaderData
  return (
    <div className="container container-narrow stack stack-16">
      <div>
        <h1 className="text-h1">Notify me</h1>
        <p className="text-secondary">{`What do you want to hear of ${name}?`}</p>
      </div>
      <form method="post" className="stack stack-16">
        <Card padded className="stack stack-16">
          <SwitchField
            label="New posts"
            name="posts"
            hint="When a post appears, also one that is locked"
            defaultChecked={alerts.posts}
          />
          <SwitchField
            label="Going live"
            name="live"
            hint={`When ${name} is here and answers`}
            defaultChecked={alerts.live}
          />
        </Card>
        {!following && <p className="text-caption">{ended(`Whoever asks to be notified also follows ${name}`)}</p>}
        <Button variant="primary" wide>
          Save
        </Button>
        <p className="text-caption">
          They arrive on Peach, by mail or on your phone as you chose at{' '}
          <a className="link" href={to.notificationChoices}>
            Notifications
          </a>
          .
        </p>
      </form>
    </div>
  )
}
