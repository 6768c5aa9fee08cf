import { formatMoney, ugx } from '#app/domain/money/money.ts'
import { earnedUntil, partOfCreators, shareOne } from '#app/domain/shares/share-rule.ts'
import type { LegalDocument, LegalFacts } from './document.tsx'

/** The public rule of sharing passes, with an example that the rule itself works out. */
export function passSharing({ brandName, platformFee }: LegalFacts): LegalDocument {
  return {
    title: 'How passes are shared',
    lastUpdated: '21 Nov 2026',
    summary: (
      <p>
        {`A pass opens every creator on ${brandName}. What its holder pays goes to the creators whom that holder used. This is the whole rule; every statement can be worked out again by it.`}
      </p>
    ),
    sections: [
      { id: 'earned', heading: 'What a pass earns in a week', body: <Earned /> },
      { id: 'parts', heading: 'Our part and yours', body: <Parts fee={platformFee} /> },
      { id: 'shared', heading: 'How a fan’s week is shared', body: <Shared /> },
      { id: 'rounding', heading: 'Rounding', body: <Rounding /> },
      { id: 'example', heading: 'An example', body: <Example fee={platformFee} /> },
      { id: 'check', heading: 'Checking it', body: <Checking /> },
    ],
  }
}

function Earned() {
  return (
    <>
      <p>
        A pass is earned day by day. Its price is divided by the number of its days, by the calendar of Kampala, and
        each week takes the days that lie in it. A week goes from Monday to Sunday, 24:00. What was paid in US dollars
        counts in shillings, at the rate of the day of payment.
      </p>
      <p>
        A pass that is refunded earns nothing from then on. Access that was given without a payment earns nothing, and
        its holder’s use counts only in the common pool.
      </p>
    </>
  )
}

function Parts({ fee }: { fee: number }) {
  return (
    <p>
      {`Of what each fan’s passes earned in the week, ${fee}% is our fee, rounded down to a whole shilling. The rest goes to creators.`}
    </p>
  )
}

function Shared() {
  return (
    <ol>
      <li>
        <strong>Days of use.</strong> For each creator we count the days of the week on which the fan looked at a post
        of theirs, chatted, called or watched a live. One look or a hundred: a day is a day. Each creator-day weighs the
        same.
      </li>
      <li>
        <strong>No use in the week:</strong> the creators whom the fan follows get equal parts.
      </li>
      <li>
        <strong>No use and nobody followed:</strong> the money goes into the common pool of the week, which is shared by
        the days of all fans’ use.
      </li>
      <li>
        <strong>No use by anybody at all:</strong> the pool is carried to the next week.
      </li>
    </ol>
  )
}

function Rounding() {
  return (
    <p>
      Everybody gets whole shillings. Each part is rounded down first; the shillings that are left go one by one to the
      largest remainders, and where two are alike, to the creator whose id comes first. Nothing is lost and nothing is
      added.
    </p>
  )
}

const EXAMPLE = {
  price: ugx(180_000),
  from: '2026-11-01',
  to: '2026-12-01',
  week: ['2026-11-09', '2026-11-16'],
} as const

function Example({ fee }: { fee: number }) {
  const term = { priceMinor: EXAMPLE.price.amountMinor, fromDay: EXAMPLE.from, toDay: EXAMPLE.to }
  const gross = earnedUntil(term, EXAMPLE.week[1]) - earnedUntil(term, EXAMPLE.week[0])
  const { feeMinor, netMinor } = partOfCreators(gross, fee)
  const [five, one] = shareOne(
    { netMinor, feeMinor },
    [
      { creatorId: 'a', weight: 5 },
      { creatorId: 'b', weight: 1 },
    ],
    'used',
    null,
  )
  return (
    <p>
      {`A monthly pass of ${shillings(EXAMPLE.price.amountMinor)} runs from 1 to 30 November. In the week from 9 to 15 November it earns 7 of 30 days, ${shillings(gross)}. Our fee is ${shillings(feeMinor)}; ${shillings(netMinor)} goes to creators. The fan looked at one creator on five days and at another on one: they get ${shillings(five!.netMinor)} and ${shillings(one!.netMinor)}.`}
    </p>
  )
}

function Checking() {
  return (
    <p>
      A creator’s statement shows for each week how many fans and days there were, the sum, and a checksum over all
      lines of the week. The lines stay on record, and the same days give the same shares whenever they are worked out
      again. Who the fans are is not told.
    </p>
  )
}

function shillings(amountMinor: bigint): string {
  return formatMoney({ amountMinor, currency: 'UGX' })
}
