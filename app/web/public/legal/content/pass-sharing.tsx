import { formatMoney, ugx } from '#app/domain/money/money.ts'
import { earnedUntil, partOfCreators, shareOne } from '#app/domain/shares/share-rule.ts'
import type { LegalDocument, LegalFacts } from './document.tsx'

/** The public rule of sharing passes, with an example that the rule itself works out. */
export function passSharing({ brandName, platformFee }: LegalFacts): LegalDocument {
  return {
    title: 'How passes are shared',
    lastUpdated: '22 Nov 2026',
    summary: (
      <p>
        {`A pass opens every creator on ${brandName}. What each fan pays goes to the creators whom that fan used, and to nobody by anybody else’s use. This is the whole rule; every statement can be worked out again by it.`}
      </p>
    ),
    sections: [
      { id: 'earned', heading: 'What a pass earns in a week', body: <Earned /> },
      { id: 'parts', heading: 'Our part and yours', body: <Parts fee={platformFee} /> },
      { id: 'shared', heading: 'How the week of a pass is shared', body: <Shared /> },
      { id: 'breakage', heading: 'What nobody used', body: <Breakage /> },
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
        Each payment is a pass of its own, and each pass is shared by itself. One that is refunded earns nothing from
        then on. Access that was given without a payment earns nothing, and using it counts for nothing; a pass bought
        at a discount earns what was paid for it.
      </p>
    </>
  )
}

function Parts({ fee }: { fee: number }) {
  return (
    <p>
      {`Of what is shared of a pass in a week, ${fee}% is our fee, rounded down to a whole shilling. The rest goes to creators.`}
    </p>
  )
}

function Shared() {
  return (
    <>
      <ol>
        <li>
          <strong>Days of use.</strong> For each creator we count the days of the week on which the fan looked at a post
          of theirs, chatted, called or watched a live while the pass ran. One look or a hundred: a day is a day. Each
          creator-day weighs the same.
        </li>
        <li>
          <strong>No use in the week:</strong> what the week earned goes in equal parts to the creators whom the fan
          follows at its end.
        </li>
        <li>
          <strong>No use and nobody followed:</strong> what the week earned is kept, fee and all, for the next weeks of
          the same pass. It goes with the first of them in which the fan uses anybody, by the days of that week.
        </li>
      </ol>
      <p>
        No other fan’s use changes anything in this. A creator whom one fan looked at once gets a part of what that one
        fan paid, and no more.
      </p>
    </>
  )
}

function Breakage() {
  return (
    <p>
      What is kept when the pass ends was paid and never used. It is then ours, and stands in our books on an account of
      its own, “breakage”. If the pass is refunded, what is kept goes back to the fan first.
    </p>
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
  const { feeMinor, netMinor } = partOfCreators(gross, fee * 100)
  const both = partOfCreators(2n * gross, fee * 100)
  const [five, one] = shareOne(
    { netMinor, feeMinor },
    [
      { creatorId: 'a', weight: 5 },
      { creatorId: 'b', weight: 1 },
    ],
    'used',
    { passId: null, fanId: null },
  )
  return (
    <p>
      {`A monthly pass of ${shillings(EXAMPLE.price.amountMinor)} runs from 1 to 30 November. In the week from 9 to 15 November it earns 7 of 30 days, ${shillings(gross)}. Our fee is ${shillings(feeMinor)}; ${shillings(netMinor)} goes to creators. The fan looked at one creator on five days and at another on one: they get ${shillings(five!.netMinor)} and ${shillings(one!.netMinor)}. Had the fan used nobody and followed nobody in that week, its ${shillings(gross)} would be kept; a look at one creator in the week after would bring that creator both weeks: ${shillings(both.netMinor)}.`}
    </p>
  )
}

function Checking() {
  return (
    <p>
      A creator’s statement shows for each week how many fans and days there were, what their passes gave, our fee of
      it, the sum, and a checksum over all lines of the week. The lines stay on record, and the same days give the same
      shares whenever they are worked out again. Who the fans are is not told.
    </p>
  )
}

function shillings(amountMinor: bigint): string {
  return formatMoney({ amountMinor, currency: 'UGX' })
}
