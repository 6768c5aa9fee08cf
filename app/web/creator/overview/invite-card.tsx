import { MAX_INVITES } from '#app/domain/settings/constants.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { to } from '#app/links.ts'
import { Button } from '#app/ui/button.tsx'
import { Card, Glyph } from '#app/ui/card.tsx'
import { ProgressBar } from '#app/ui/progress.tsx'
import { NO_INVITES_LEFT } from './invite.ts'

/** "Invite via WhatsApp", six times; then the link, which has no limit. */
export function InviteCard({ sent }: { sent: number }) {
  const count = `${sent} of ${MAX_INVITES} sent`
  return (
    <Card as="section" padded id="invite" aria-labelledby="invite-heading" className="stack stack-12">
      <div className="row">
        <Glyph icon="share-2" tone="success" />
        <div>
          <h2 className="text-h3" id="invite-heading">
            Bring your fans
          </h2>
          <p className="text-muted">A ready message opens in WhatsApp</p>
        </div>
      </div>
      <ProgressBar label={count} value={sent} max={MAX_INVITES} />
      <p className="text-secondary">{count}</p>
      <form method="post" action={toDashboard.invites} className="stack">
        <input type="hidden" name="sent" value={sent} />
        <Button wide icon="send" disabledReason={sent >= MAX_INVITES ? NO_INVITES_LEFT : null}>
          Invite via WhatsApp
        </Button>
      </form>
      <a className="link link-target" href={to.ownLink}>
        Your link and QR code
      </a>
    </Card>
  )
}
