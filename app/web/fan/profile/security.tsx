import { z } from 'zod'
import { deviceName } from '#app/domain/identity/device-name.ts'
import { endOwnSession } from '#app/domain/identity/end-own-session.server.ts'
import { listPasskeys } from '#app/domain/identity/list-passkeys.server.ts'
import { listSessions } from '#app/domain/identity/queries.server.ts'
import { to } from '#app/links.ts'
import { showDate, showMoment } from '#app/platform/dates.ts'
import { clearCookie, setCookie } from '#app/web/cookies.server.ts'
import { parseForm, refuseForm } from '#app/web/forms.server.ts'
import { quickHideIsOn } from '#app/web/quick-hide.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { personContext } from '#app/web/context.server.ts'
import { memberForm } from '#app/web/page-handle.ts'
import { SignOutEverywhere } from '#app/web/components/sign-out-everywhere.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { PasskeyList } from '#app/web/components/passkey-list.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card, Glyph } from '#app/ui/card.tsx'
import { SwitchField } from '#app/ui/choice.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { Section } from '#app/ui/section.tsx'
import profileStylesUrl from './profile.css?url'
import type { Route } from './+types/security'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: profileStylesUrl }]

export const handle = memberForm('Sign-in and devices', { shell: 'focused', backHref: to.profile })

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

type SessionRow = Route.ComponentProps['loaderData']['sessions'][number]

/** The devices where the person is signed in, passkeys and quick hide. */
export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  const { email, sessions, passkeys, quickHide } = loaderData
  const others = sessions.filter((session) => !session.current).length
  return (
    <div className="container container-narrow auth-column stack stack-24">
      <div className="stack stack-4">
        <h1 className="text-h1-small">Sign-in and devices</h1>
        <p className="text-secondary viewer-profile-line">
          You have no password. To sign in, we email a code to {email}. Times are EAT.
        </p>
      </div>
      <FormErrorSummary answer={actionData} />
      <Section id="devices" title="Where you are signed in">
        <Card rows as="ul">
          {sessions.map((session) => (
            <SessionItem key={session.id} session={session} />
          ))}
        </Card>
        <SignOutEverywhere others={others} passkeys={passkeys.map(({ name }) => name)} />
      </Section>
      <Section id="passkeys" title="Passkeys">
        <p className="text-secondary">Sign in with your fingerprint, face or screen lock instead of an email code.</p>
        <PasskeyList passkeys={passkeys} returnTo={to.security} />
      </Section>
      <QuickHideSection on={quickHide} />
    </div>
  )
}

function SessionItem({ session }: { session: SessionRow }) {
  return (
    <li className="session-row">
      <Glyph icon={session.kind === 'computer' ? 'monitor' : 'smartphone'} tone="neutral" />
      <div className="grow">
        <div className="row row-between">
          <p className="text-h3">{session.name}</p>
          {session.current ? (
            <Chip tone="success" small>
              This device
            </Chip>
          ) : (
            <form method="post">
              <input type="hidden" name="intent" value="end-session" />
              <input type="hidden" name="session" value={session.id} />
              <Button size="small" aria-label={`Sign out ${session.name}, signed in ${session.since}`}>
                Sign out
              </Button>
            </form>
          )}
        </div>
        <p className="text-muted">
          Last used {session.lastUsed}
          <br />
          Signed in {session.since}
          <br />
          Network {session.network}
        </p>
      </div>
    </li>
  )
}

function QuickHideSection({ on }: { on: boolean }) {
  return (
    <Section id="quick-hide" title="Quick hide">
      <Card padded className="stack">
        <form method="post" className="stack">
          <input type="hidden" name="intent" value="quick-hide" />
          <SwitchField
            label="Quick hide on this device"
            hint="A button at the top of every page. Pressing Escape twice, or tapping the bar at the top twice, does the same."
            name="on"
            value="on"
            defaultChecked={on}
          />
          <Button wide>Save</Button>
        </form>
        <p className="text-muted">
          It opens a search engine at once and hides Peach until you open it again. It does not clear your browser
          history.
        </p>
      </Card>
    </Section>
  )
}
