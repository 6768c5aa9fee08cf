import { redirect } from 'react-router'
import { to } from '#app/links.ts'
import { config } from '#app/platform/config.server.ts'
import { Card } from '#app/ui/card.tsx'
import { QrCodeView } from '#app/web/components/qr-code.tsx'
import { LinkField } from '#app/web/components/link-field.tsx'
import { ShareLink } from '#app/web/components/share-link.tsx'
import { personContext } from '#app/web/context.server.ts'
import { DashboardTabs } from '#app/web/creator/earnings/dashboard-tabs.tsx'
import { qrOf } from '#app/web/qr.server.ts'
import { isDataRequest, withServerOnly } from '#app/web/server-only.ts'
import { creatorPage } from '#app/web/page-handle.ts'
import type { Route } from './+types/link'

export const handle = creatorPage('Your link', { shell: 'full', tab: 'page', backHref: to.ownPage })

/** A creator's personal link, to copy, share and scan. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { username, displayName } = context.get(personContext)
  if (!username) throw redirect(to.editProfile, 303)
  const address = new URL(to.creator(username), config().baseUrl).href
  const page = { username, name: displayName ?? username, address }
  const code = qrOf(address)
  return isDataRequest(request) ? { ...page, code } : withServerOnly(page, { code: () => code })
}

export default function PersonalLink({ loaderData }: Route.ComponentProps) {
  const { username, name, address, code } = loaderData
  return (
    <div className="container container-narrow stack stack-16">
      <DashboardTabs active="home" />
      <h1 className="text-h1">Your link</h1>
      <p className="text-secondary">It opens your page. Put it where your fans are.</p>
      <Card padded className="stack stack-16">
        <LinkField address={address} />
        <div className="row">
          <QrCodeView code={code} label={`QR code of ${address}`} />
          <p className="text-secondary">Fans point their camera at the code. It opens your page.</p>
        </div>
        <ShareLink path={to.creator(username)} title={name} label="Share link" />
      </Card>
    </div>
  )
}
