import { redirect } from 'react-router'
import { setThread } from '#app/domain/chat/set-thread.server.ts'
import { to } from '#app/links.ts'
import { personContext } from '#app/web/context.server.ts'
import { notFound } from '#app/web/not-found.server.ts'
import { memberAction } from '#app/web/page-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { writtenThreadOf } from '#app/web/chat/thread.server.ts'
import type { Route } from './+types/decision'

export const handle = memberAction()

const DECISIONS = {
  block: {
    change: { blocked: true },
    title: 'Blocked',
    description: 'Neither of you can write here until you unblock.',
  },
  unblock: { change: { blocked: false }, title: 'Unblocked', description: 'You can write to each other again.' },
  mute: { change: { muted: true }, title: 'Muted', description: 'Messages arrive without a notice.' },
  unmute: { change: { muted: false }, title: 'Notices are on', description: 'You are told of new messages again.' },
} as const

/** Buttons of a menu, not pages: opening the address leads to the conversation. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(to.chat(params.id), 303)
}

export async function action({ params, url, context }: Route.ActionArgs) {
  const person = context.get(personContext)
  const thread = await writtenThreadOf(person, params.id)
  const name = url.pathname.split('/').at(-1) as keyof typeof DECISIONS
  const { change, ...toast } = DECISIONS[name]
  const result = await setThread(person, thread.id, change)
  if (!result.ok) notFound()
  return redirectWithToast(to.chat(thread.id), toast)
}
