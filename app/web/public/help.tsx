import { tailOfShortReference } from '#app/domain/payments/reference.ts'
import { readPayoutNumber } from '#app/domain/payouts/payout.ts'
import { supportContact } from '#app/domain/settings/support.server.ts'
import { to } from '#app/links.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Card, Glyph, ListRow } from '#app/ui/card.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { publicMeta } from '#app/web/page-meta.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/help'

export const handle = {
  audience: 'everyone',
  policy: { GET: 'everybody' },
  beforeAgreements: true,
  screen: { shell: 'full', backHref: to.home },
} satisfies RouteHandle

export async function loader({ url }: Route.LoaderArgs) {
  const typed = url.searchParams.get('reference') ?? ''
  const isReference = tailOfShortReference(typed) !== null || readPayoutNumber(typed) !== null
  const reference = isReference ? typed.trim().toUpperCase() : null
  const { email, whatsApp } = await supportContact()
  const words = reference ? `Hello Peach, about the reference ${reference}: ` : 'Hello Peach, '
  return {
    reference,
    email: {
      address: email,
      href: `mailto:${email}?subject=${encodeURIComponent(reference ?? 'Help')}&body=${encodeURIComponent(words)}`,
    },
    whatsApp: whatsApp && {
      number: whatsApp,
      href: `https://wa.me/${whatsApp.slice(1)}?text=${encodeURIComponent(words)}`,
    },
  }
}

export function meta({ matches }: Route.MetaArgs) {
  return publicMeta({ title: 'Help', description: 'Write to the team of Peach.', path: to.help() }, matches)
}

/** How to reach a person of the team, with the reference that they will ask for. */
export default function Help({ loaderData: { reference, email, whatsApp } }: Route.ComponentProps) {
  return (
    <div className="container container-narrow stack stack-16">
      <div className="stack stack-4">
        <h1 className="text-h1">Help</h1>
        <p className="text-lead">Write to our team. A person reads it and answers.</p>
      </div>
      {reference && (
        <Card padded tile>
          <Receipt rows={[{ label: 'Your reference', value: reference, copy: reference }]} />
        </Card>
      )}
      {whatsApp && (
        <LinkButton variant="primary" wide icon="message-circle" href={whatsApp.href}>
          {`WhatsApp ${whatsApp.number}`}
        </LinkButton>
      )}
      <LinkButton variant={whatsApp ? 'outline' : 'primary'} wide icon="mail" href={email.href}>
        {`Email ${email.address}`}
      </LinkButton>
      <p className="text-secondary">
        Say what happened, when, and the reference of your payment. We never ask for your PIN or a code.
      </p>
      <Card rows>
        <ListRow
          href={to.refundRules}
          leading={<Glyph icon="receipt-text" />}
          title="Refunds"
          meta="When you get money back, and how long it takes"
        />
        <ListRow
          href={to.acceptableUse}
          leading={<Glyph icon="flag" />}
          title="Report something"
          meta="Each profile, post and message has its own Report link"
        />
      </Card>
    </div>
  )
}
