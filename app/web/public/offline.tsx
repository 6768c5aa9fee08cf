import { to } from '#app/links.ts'
import { Card, Glyph, ListRow } from '#app/ui/card.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { OfflinePage } from '#app/web/components/offline-page.tsx'
import { beforeAgreements, openPage } from '#app/web/page-handle.ts'
import type { Route } from './+types/offline'

export const handle = beforeAgreements(openPage('No connection', { shell: 'none', hydrate: false }))

/** The page that the service worker shows in the place of one that it can't reach. It is kept on the device: it names nobody. */
export default function Offline({ matches }: Route.ComponentProps) {
  return (
    <OfflinePage brandName={matches[0].loaderData?.brandName ?? 'Peach'}>
      <EmptyState
        compact
        heading="h1"
        icon="wifi-off"
        title="This page is not saved yet"
        action={
          // An empty address is the one that was asked for.
          <LinkButton variant="primary" icon="refresh-cw" href="">
            Try again
          </LinkButton>
        }
      >
        It opens as soon as you are connected. Nothing you paid for is lost.
      </EmptyState>
      <div hidden>
        <Card rows>
          <ListRow
            href={to.offlineFeed}
            leading={<Glyph icon="layout-grid" tone="neutral" />}
            title="Last feed"
            meta="Saved {saved}"
          />
        </Card>
      </div>
    </OfflinePage>
  )
}
