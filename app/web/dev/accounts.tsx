import { z } from 'zod'
import { proveDemoAccount } from '#app/domain/identity/prove-demo-account.server.ts'
import { to } from '#app/links.ts'
import { config } from '#app/platform/config.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Card, ListRow } from '#app/ui/card.tsx'
import { refusalResponse, welcome } from '#app/web/auth/answers.server.ts'
import { deviceOf } from '#app/web/device.server.ts'
import { parseForm } from '#app/web/forms.server.ts'
import { notFound } from '#app/web/not-found.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/accounts'

export const handle = {
  audience: 'demo',
  policy: { GET: 'everybody', POST: 'everybody' },
  renewsSession: false,
  beforeAgreements: true,
  screen: { shell: 'full', hydrate: false },
} satisfies RouteHandle

export const meta: Route.MetaFunction = () => [{ title: 'Demo accounts' }, { name: 'robots', content: 'noindex' }]

const ACCOUNTS = [
  { email: 'brian@demo.peach.example', name: 'Brian', what: 'A fan with a pass and a wallet' },
  { email: 'grace@demo.peach.example', name: 'Grace', what: 'A fan whose pass has ended' },
  { email: 'okello@demo.peach.example', name: 'Okello', what: 'A new fan without a pass' },
  { email: 'amina@demo.peach.example', name: 'Amina', what: 'A creator with fans and earnings' },
] as const

/** The accounts of the demo data, each signed in to with one tap. Demo only. */
export function loader() {
  if (!config().demo) notFound()
  return null
}

const Form = z.object({ email: z.enum(ACCOUNTS.map(({ email }) => email)) })

export async function action({ request, context }: Route.ActionArgs) {
  if (!config().demo) notFound()
  const form = await parseForm(request, Form)
  if (!form.ok) throw new Response('There is no such demo account.', { status: 400 })
  const proved = await proveDemoAccount({ email: form.value.email, device: deviceOf(context) })
  if (!proved.ok) return refusalResponse(proved.refusal)
  return welcome(proved.value, { request, context }, { title: 'Signed in', description: `As ${form.value.email}.` })
}

export default function DemoAccounts() {
  return (
    <div className="container container-reading auth-column stack stack-24">
      <div className="stack stack-4">
        <h1 className="text-h1-small">Demo accounts</h1>
        <p className="text-secondary">
          No real people and no real money. The team signs in at <a href={to.staffSignIn}>/owner-login</a> with the
          passwords that the start printed.
        </p>
      </div>
      <Card rows as="ul">
        {ACCOUNTS.map(({ email, name, what }) => (
          <li key={email}>
            <ListRow
              title={name}
              meta={what}
              trailing={
                <form method="post">
                  <Button size="small" name="email" value={email} aria-label={`Sign in as ${name}`}>
                    Sign in
                  </Button>
                </form>
              }
            />
          </li>
        ))}
      </Card>
    </div>
  )
}
