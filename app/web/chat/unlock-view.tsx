import { CheckoutForm } from '#app/web/checkout/checkout-form.tsx'
import type { FormAnswer } from '#app/web/form-answer.ts'
import { LockedFace } from './message-media.tsx'
import type { unlockPageOf } from '#app/web/chat/unlock.server.ts'

export type UnlockPage = Awaited<ReturnType<typeof unlockPageOf>>

/** What is sold, its price and how to pay it: on a sheet over the thread, and on a page of its own. */
export function UnlockView({ page, answer }: { page: UnlockPage; answer: FormAnswer | undefined }) {
  const { what, price, creatorName, creatorShare } = page
  return (
    <div className="stack stack-16">
      <LockedFace what={what} preview={page.preview} alone />
      <div className="row row-between">
        <p className="text-muted">Yours for good</p>
        <p className="money money-large" translate="no">
          {price}
        </p>
      </div>
      <CheckoutForm
        checkout={page}
        button={`Unlock for ${price}`}
        note={`${creatorName} gets ${creatorShare}%. If it can’t be shown to you, you get a refund.`}
        answer={answer}
      />
    </div>
  )
}
