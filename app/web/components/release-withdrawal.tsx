import type { SignedRelease } from '#app/domain/releases/queries.server.ts'
import { showDate } from '#app/platform/dates.ts'
import { Button } from '#app/ui/button.tsx'
import { Glyph } from '#app/ui/card.tsx'

/** What the page of a signed release says. */
export function withdrawalPage({ creatorName, signedAt }: SignedRelease) {
  return { creatorName, signedOn: showDate(signedAt) }
}

type Props = { page: ReturnType<typeof withdrawalPage>; keepAddress: boolean }

/** A signed release, and the form that withdraws it. */
export function ReleaseWithdrawal({ page, keepAddress }: Props) {
  return (
    <div className="container container-narrow auth-column stack stack-24">
      <Glyph icon="circle-check" large />
      <div className="stack stack-4">
        <h1 className="text-h1">Thank you, it is signed</h1>
        <p className="text-secondary">{`You signed for a post by ${page.creatorName} on ${page.signedOn}.`}</p>
      </div>
      {keepAddress && (
        <p className="text-body">
          <b>Keep the address of this page.</b> With it you can withdraw later. Send it to nobody.
        </p>
      )}
      <form method="post" className="stack stack-12">
        <h2 className="text-h2">You don’t agree any more?</h2>
        <p className="text-secondary">
          The post is closed at once, for everybody, and our team decides about it. This can’t be undone.
        </p>
        <Button variant="danger" wide>
          Withdraw my release
        </Button>
      </form>
    </div>
  )
}
