import { data, redirect } from 'react-router'
import { findLockedMessage, type LockedMessage } from '#app/domain/chat/messages.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { to } from '#app/links.ts'
import { NotNow } from '#app/ui/button.tsx'
import { checkoutAction, checkoutHeaders } from '#app/web/checkout/checkout.server.ts'
import { subscribeLink } from '#app/web/components/creator-links.ts'
import { personContext } from '#app/web/context.server.ts'
import { orNotFound } from '#app/web/not-found.server.ts'
import { memberForm } from '#app/web/page-handle.ts'
import chatStylesUrl from './chat.css?url'
import { placeOf, unlockPageOf, unlockSaleOf } from '#app/web/chat/unlock.server.ts'
import { UnlockView } from './unlock-view.tsx'
import type { Route } from './+types/unlock-message'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: chatStylesUrl }]

export const handle = memberForm('Unlock', { shell: 'focused' })

/** The locked message of an address, for the fan whom it was sent to. Throws 404 for everybody else. */
async function messageOf(person: Person, id: string): Promise<LockedMessage> {
  const message = orNotFound(await findLockedMessage(person.id, id.toLowerCase()))
  return message
}

/** The same that the sheet over the thread offers, on a page of its own: after a top-up, and where a payment was refused. */
export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const message = await messageOf(person, params.messageId)
  if (message.bought || !message.onSale) throw redirect(placeOf(message), 303)
  if (!message.entitled)
    throw redirect(
      message.creatorUsername
        ? subscribeLink('profile', message.creatorUsername, 'unlock', { message: message.id })
        : to.subscribe,
      303,
    )
  return data(await unlockPageOf(url, person, message), { headers: checkoutHeaders(request) })
}

export async function action(args: Route.ActionArgs) {
  const message = await messageOf(args.context.get(personContext), args.params.messageId)
  return checkoutAction(args, unlockSaleOf(message, args.url))
}

export default function UnlockMessage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="container container-narrow stack stack-16">
      <div>
        <h1 className="text-h1">Unlock this message</h1>
        <p className="text-muted">by {loaderData.creatorName}</p>
      </div>
      <UnlockView page={loaderData} answer={actionData} />
      <NotNow href={loaderData.backHref} />
    </div>
  )
}
