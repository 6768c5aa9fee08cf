import { z } from 'zod'
import { deviceName } from '#app/domain/identity/device-name.ts'
import { endOwnSession } from '#app/domain/identity/end-own-session.server.ts'
import { listPasskeys } from '#app/domain/identity/list-passkeys.server.ts'
import { listSessions } from '#app/domain/identity/queries.server.ts'
import { to } from '#app/links.ts'
import { showDate } from '#app/platform/dates.ts'
import { setCookie, clearCookie } from '#app/web/cookies.server.ts'
import { parseForm, refuseForm } from '#app/web/forms.server.ts'
import { quickHideIsOn } from '#app/web/quick-hide.server.ts'
import { showMoment } from '#app/web/show-moment.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { SecurityView } from './security-view.tsx'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/security'

export const handle = {
  audience: 'members',
  policy: { GET: 'complete', POST: 'complete' },
  title: 'Sign-in and devices',
  screen: { shell: 'focused', backHref: to.profile },
} satisfies RouteHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const [sessions, passkeys] = await Promise.all([listSessions(person), listPasskeys(person.id)])
  return {
    email: person.email,
    sessions: sessions.map((session) => ({
      id: session.id,
      ...deviceName(session.userAgent),
      current: session.id === person.sessionId,
      lastUsed: showMoment(session.lastSeenAt),
      since: showMoment(session.startedAt),
      network: session.network,
    })),
    passkeys: passkeys.map((passkey) => ({
      id: passkey.id,
      name: passkey.name,
      addedOn: showDate(passkey.createdAt),
      usedOn: passkey.lastUsedAt && showDate(passkey.lastUsedAt),
    })),
    quickHide: quickHideIsOn(request),
  }
}

const SecurityForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('end-session'), session: z.string().max(64).default('') }),
  z.object({ intent: z.literal('quick-hide'), on: z.literal('on').optional() }),
])

export async function action({ request, context }: Route.ActionArgs) {
  const person = context.get(personContext)
  const form = await parseForm(request, SecurityForm)
  if (!form.ok) return refuseForm({ status: 400, description: 'This form could not be read.' })
  switch (form.value.intent) {
    case 'end-session': {
      const ended = await endOwnSession(person, form.value.session)
      return ended.ok
        ? redirectWithToast(to.security, {
            title: 'Signed out there',
            description: 'That device has to sign in again.',
          })
        : redirectWithToast(to.security, {
            title: 'Nothing to end',
            description: 'That device is no longer signed in.',
            tone: 'error',
          })
    }
    case 'quick-hide': {
      const on = form.value.on === 'on'
      return redirectWithToast(
        `${to.security}#quick-hide`,
        on
          ? { title: 'Quick hide is on', description: 'The button is at the top of every page.' }
          : { title: 'Quick hide is off', description: 'The button is gone from this device.' },
        [on ? setCookie('quick_hide', '1') : clearCookie('quick_hide')],
      )
    }
    default:
      return form.value satisfies never
  }
}

export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  return <SecurityView {...loaderData} answer={actionData} />
}
