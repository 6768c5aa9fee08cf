import { Dialog } from '#app/ui/dialog.tsx'
import { TipForm, type TipPage } from './tip-form.tsx'
import { UnlockOffer, type UnlockOfferData } from './unlock-offer.tsx'

/** What the page of an unlock or of a tip loads. */
export type SheetData = UnlockOfferData | { name: string; onPost: boolean; form: TipPage | null }

/** The page of an unlock or a tip as a sheet over the page that leads to it. Its forms are sent to that page. */
export function SaleSheet({ offer, here, onClose }: { offer: SheetData; here: string; onClose: () => void }) {
  if ('price' in offer)
    return (
      <Dialog
        title="Unlock this Peach"
        description={`${offer.typeLine} · by ${offer.creatorName}`}
        closeHref={here}
        onClose={onClose}
      >
        <div className="stack stack-16">
          <UnlockOffer offer={offer} answer={undefined} />
        </div>
      </Dialog>
    )
  if (offer.form === null) return null
  return (
    <Dialog
      title={`Tip ${offer.name}`}
      description={`${offer.onPost ? 'For this post. ' : ''}${offer.name} sees your name and message`}
      closeHref={here}
      onClose={onClose}
    >
      <TipForm page={offer.form} answer={undefined} />
    </Dialog>
  )
}
