import { to } from '#app/links.ts'
import { SignOutEverywhere } from '#app/web/components/sign-out-everywhere.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { PasskeyList, type ShownPasskey } from '#app/web/components/passkey-list.tsx'
import type { FormAnswer } from '#app/web/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { Card, Glyph } from '#app/ui/card.tsx'
import { SwitchField } from '#app/ui/choice.tsx'
import { Chip } from '#app/ui/chip.tsx'

type SessionRow = {
  id: string
  name: string
  kind: 'phone' | 'computer' | 'unknown'
  current: boolean
  lastUsed: string
  since: string
  network: string
}

type SecurityViewProps = {
  email: string
  sessions: SessionRow[]
  passkeys: ShownPasskey[]
  quickHide: boolean
  answer: FormAnswer | undefined
}

/** The devices where the person is signed in, passkeys and quick hide. */
export function SecurityView({ email, sessions, passkeys, quickHide, answer }: SecurityViewProps) {
  const others = sessions.filter((session) => !session.current).length
  return (
    <div className="container container-narrow auth-column stack stack-24">
      <div className="stack stack-4">
        <h1 className="text-h1-small">Sign-in and devices</h1>
        <p className="text-secondary viewer-profile-line">
          You have no password. To sign in, we email a code to {email}. Times are EAT.
        </p>
      </div>
      <FormErrorSummary answer={answer} />
      <section className="stack" aria-labelledby="devices">
        <h2 className="text-h2" id="devices">
          Where you are signed in
        </h2>
        <Card rows as="ul">
          {sessions.map((session) => (
            <SessionItem key={session.id} session={session} />
          ))}
        </Card>
        <SignOutEverywhere others={others} passkeys={passkeys.map(({ name }) => name)} />
      </section>
      <section className="stack" aria-labelledby="passkeys">
        <h2 className="text-h2" id="passkeys">
          Passkeys
        </h2>
        <p className="text-secondary">Sign in with your fingerprint, face or screen lock instead of an email code.</p>
        <PasskeyList passkeys={passkeys} returnTo={to.security} />
      </section>
      <QuickHideSection on={quickHide} />
    </div>
  )
}

function SessionItem({ session }: { session: SessionRow }) {
  return (
    <li className="session-row">
      <Glyph icon={session.kind === 'computer' ? 'monitor' : 'smartphone'} tone="neutral" />
      <div className="grow">
        <p className="text-h3">{session.name}</p>
        <p className="text-muted">
          Last used {session.lastUsed}
          <br />
          Signed in {session.since}
          <br />
          Network {session.network}
        </p>
      </div>
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
    </li>
  )
}

function QuickHideSection({ on }: { on: boolean }) {
  return (
    <section className="stack" aria-labelledby="quick-hide">
      <h2 className="text-h2" id="quick-hide">
        Quick hide
      </h2>
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
    </section>
  )
}
