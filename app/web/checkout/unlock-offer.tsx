import { Icon } from '#app/ui/icon.tsx'
import type { FormAnswer } from '#app/web/form-answer.ts'
import type { Checkout } from './checkout.ts'
import { CheckoutForm } from './checkout-form.tsx'

/** One locked post, and how to pay for it. */
export type UnlockOfferData = Checkout & {
  typeLine: string
  caption: string
  /** The blurred picture. */
  preview: string | null
  creatorName: string
  /** Of the price, in percent. */
  creatorShare: number
  price: string
}

/** What is unlocked, its price and how to pay it: on a page of its own, and on a sheet over the page where the post is. */
export function UnlockOffer({ offer, answer }: { offer: UnlockOfferData; answer: FormAnswer | undefined }) {
  const { preview, price, creatorName } = offer
  return (
    <>
      <div className="row">
        <span className="unlock-picture">
          {preview && <img src={preview} alt="" width={26} height={32} decoding="async" />}
          <Icon name="lock" size={20} />
        </span>
        <div className="grow">
          <p className="text-h3 unlock-caption">{offer.caption}</p>
          <p className="text-muted">Yours for good</p>
          <p className="money money-large" translate="no">
            {price}
          </p>
        </div>
      </div>
      <CheckoutForm
        checkout={offer}
        button={`Unlock for ${price}`}
        note={`${creatorName} gets ${offer.creatorShare}%. If the post can’t be shown to you, you get a refund.`}
        answer={answer}
      />
    </>
  )
}
