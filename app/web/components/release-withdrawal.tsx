import type { SignedRelease } from '#app/domain/releases/queries.server.ts'
import { showDate } from '#app/platform/dates.ts'
import { FocusedPage } from '#app/web/components/focused-page.tsx'
import { Button } from '#app/ui/button.tsx'

/** What the page of a signed release says. */
export function withdrawalPage({ creatorName, signedAt }: SignedRelease) {
  return { creatorName, signedOn: showDate(signedAt) }
}

type Props = { page: ReturnType<typeof withdrawalPage>; keepAddress: boolean }

/** A signed release, and the form that withdraws it. */
export function ReleaseWithdrawal({ page, keepAddress }: Props) {
  return (
    <FocusedPage
      icon="circle-check"
      title="Thank you, it is signed"
      text={`You signed for a post by ${page.creatorName} on ${page.signedOn}.`}
    >
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
    </FocusedPage>
  )
}
