import { showDateTime } from '#app/platform/dates.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { shortReference } from '#app/domain/payments/reference.ts'
import { findReceipt, type ReceiptDetails, type ReceiptOutcome } from '#app/domain/purchases/receipts.server.ts'
import { STATEMENT_NAME } from '#app/domain/settings/constants.ts'
import { addressOf } from '#app/target-address.ts'
import { to } from '#app/links.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { personContext } from '#app/web/context.server.ts'
import walletStylesUrl from '#app/web/fan/wallet/wallet.css?url'
import { methodWord, OUTCOMES } from './receipt-row.ts'
import { refundPartOf } from '#app/web/fan/receipts/refund-part.server.ts'
import { RefundPart } from './refund-part.tsx'
import { orNotFound } from '#app/web/not-found.server.ts'
import { memberPage } from '#app/web/page-handle.ts'
import type { Route } from './+types/receipt'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: walletStylesUrl }]

export const handle = memberPage('Receipt', { shell: 'full', tab: 'profile', backHref: to.profile })

/** Someone else's receipt gets the same 404 as one that does not exist. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const receipt = orNotFound(await findReceipt(person.id, params.purchaseId))
  return {
    ...OUTCOMES[outcomeOf(receipt)],
    product: receipt.productName,
    buyer: person.displayName ?? person.email,
    amount: formatMoney(receipt.price),
    method: methodWord(receipt.method, receipt.network),
    date: showDateTime(receipt.at),
    short: shortReference(receipt.reference.replaceAll('-', '')),
    refunded: receipt.refunded.amountMinor > 0n ? formatMoney(receipt.refunded) : null,
    reversed: receipt.reversed.amountMinor > 0n ? formatMoney(receipt.reversed) : null,
    refundDue: receipt.refundDue.amountMinor > 0n ? formatMoney(receipt.refundDue) : null,
    foundHref: receipt.foundAt && addressOf(receipt.foundAt),
    refund: await refundPartOf(person, receipt.purchaseId),
  }
}

function outcomeOf({ refunded, refundDue, reversed, foundAt }: ReceiptDetails): ReceiptOutcome {
  if (reversed.amountMinor > 0n) return 'charged_back'
  if (refundDue.amountMinor > 0n || foundAt === null) return 'refund_due'
  return refunded.amountMinor > 0n ? 'refunded' : 'paid'
}

export default function ReceiptPage({ loaderData }: Route.ComponentProps) {
  const { refunded, refundDue, reversed, foundHref, short } = loaderData
  return (
    <div className="container receipt-page stack stack-16">
      <p className="print-only text-secondary">{`Peach. Appears as: ${STATEMENT_NAME}`}</p>
      <div className="row row-between">
        <h1 className="text-h1">Receipt</h1>
        <Chip tone={loaderData.tone}>{loaderData.word}</Chip>
      </div>
      <Card padded>
        <Receipt
          rows={[
            { label: 'For', value: loaderData.product },
            { label: 'Paid by', value: loaderData.buyer },
            { label: 'Paid with', value: loaderData.method },
            { label: 'Date', value: loaderData.date },
            { label: 'Reference', value: short, copy: short },
            ...(refundDue ? [{ label: 'Refund on its way', value: refundDue }] : []),
            ...(refunded ? [{ label: 'Refunded', value: refunded }] : []),
            ...(reversed ? [{ label: 'Reversed by your bank', value: reversed }] : []),
          ]}
          total={{ label: 'Amount', value: loaderData.amount }}
        />
      </Card>
      {reversed && (
        <p className="text-secondary no-print">
          Your bank or network reversed this payment, so you lost access to what it paid for. If this is a mistake,
          write to us. The address is under “Refund rules” below.
        </p>
      )}
      <RefundPart part={loaderData.refund} />
      {foundHref && (
        <LinkButton wide href={foundHref} className="no-print">
          See what you bought
        </LinkButton>
      )}
      <LinkButton variant="quiet" wide href={to.subscription} className="no-print">
        All receipts
      </LinkButton>
    </div>
  )
}
