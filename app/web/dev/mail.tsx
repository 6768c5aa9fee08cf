import { Card, ListRow } from '#app/ui/card.tsx'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TextField } from '#app/ui/field.tsx'
import { findCaughtMail, listCaughtMails } from '#app/domain/notifications/queries.server.ts'
import { to, withQuery } from '#app/links.ts'
import { KAMPALA } from '#app/platform/clock.ts'
import { config } from '#app/platform/config.server.ts'
import { isId } from '#app/platform/id.ts'
import { notFound } from '#app/web/not-found.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/mail'

export const handle = {
  audience: 'demo',
  policy: { GET: 'everybody' },
  renewsSession: false,
  beforeAgreements: true,
  screen: { shell: 'full', hydrate: false },
} satisfies RouteHandle

export const meta: Route.MetaFunction = () => [{ title: 'Caught mail' }, { name: 'robots', content: 'noindex' }]

const MAX_MAILS = 100

/** The mails sent while no mail server is configured. Demo only. */
export async function loader({ url }: Route.LoaderArgs) {
  if (!config().demo) notFound()
  const to = url.searchParams.get('to')?.trim() || null
  const id = url.searchParams.get('id')
  const open = id && isId(id) ? await findCaughtMail(id) : null
  const mails = await listCaughtMails({ to, limit: MAX_MAILS })
  return { to, open, mails: mails.map(({ id, to, subject, code, sentAt }) => ({ id, to, subject, code, sentAt })) }
}

const when = new Intl.DateTimeFormat('en-GB', {
  timeZone: KAMPALA,
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
})

export default function CaughtMailPage({ loaderData: { to, open, mails } }: Route.ComponentProps) {
  return (
    <div className="container container-reading auth-column stack stack-24">
      <div className="stack stack-4">
        <h1 className="text-h1-small">Caught mail</h1>
        <p className="text-secondary">No email leaves this computer. All emails are listed here. Times are EAT.</p>
      </div>
      {open && <OpenMail mail={open} />}
      <form method="get" className="stack">
        <TextField label="To" name="to" type="email" optional defaultValue={to ?? ''} />
        <Button>Show</Button>
      </form>
      {mails.length === 0 ? (
        <EmptyState icon="mail" title="No mail yet" heading="h2">
          Request a sign-in code, then reload this page.
        </EmptyState>
      ) : (
        <Card rows>
          {mails.map((mail) => (
            <ListRow
              key={mail.id}
              href={addressOf(mail.id, to)}
              title={mail.code ? `${mail.subject}: ${mail.code}` : mail.subject}
              meta={`${mail.to} · ${when.format(mail.sentAt)}`}
            />
          ))}
        </Card>
      )}
    </div>
  )
}

function addressOf(id: string, recipient: string | null): string {
  return withQuery(to.demoMail, { to: recipient, id })
}

function OpenMail({
  mail,
}: {
  mail: { to: string; subject: string; text: string; link: string | null; sentAt: Date }
}) {
  return (
    <Card as="article" padded aria-label={mail.subject}>
      <div className="stack">
        <h2 className="text-h2">{mail.subject}</h2>
        <p className="text-muted">
          To {mail.to} · {when.format(mail.sentAt)}
        </p>
        {mail.text
          .trim()
          .split(/\n+/)
          .map((line, index) => (
            <p key={index}>
              <Line text={line} link={mail.link} />
            </p>
          ))}
      </div>
    </Card>
  )
}

/** Only the mail's own link is clickable. */
function Line({ text, link }: { text: string; link: string | null }) {
  if (link === null || text !== link) return text
  return (
    <a className="link file-name" href={link}>
      {link}
    </a>
  )
}
