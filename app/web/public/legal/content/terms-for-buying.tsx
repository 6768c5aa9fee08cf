import { STATEMENT_NAME } from '#app/domain/settings/constants.ts'
import type { LegalSection } from '#app/web/public/legal/legal-view.tsx'
import type { LegalFacts } from './document.tsx'

/** What fans buy and how they pay for it. */
export function buyingTerms({ brandName }: LegalFacts): LegalSection[] {
  return [
    { id: 'what-you-can-buy', heading: 'What you can buy', body: <WhatYouCanBuy /> },
    { id: 'paying', heading: 'Prices and paying', body: <Paying /> },
    { id: 'end-of-a-pass', heading: 'How long a pass lasts', body: <EndOfAPass /> },
    { id: 'wallet', heading: 'The wallet', body: <Wallet brandName={brandName} /> },
    { id: 'refunds', heading: 'Refunds', body: <Refunds /> },
    { id: 'private-content', heading: 'Private content stays private', body: <PrivateContent /> },
    { id: 'meet-ups', heading: 'Meet-ups', body: <MeetUps /> },
  ]
}

function WhatYouCanBuy() {
  return (
    <ul>
      <li>
        <strong>Pass</strong> (“Unlock All Peaches”), monthly or annual: opens the subscribers’ posts of every creator.
        Posts with their own price are not part of it.
      </li>
      <li>
        <strong>Creator subscription</strong>: 30 days of the subscribers’ posts of one creator, at that creator’s
        price.
      </li>
      <li>
        <strong>Unlock</strong>: one locked post or one locked item in a chat. You pay once and keep access, also while
        the creator is hidden. If the content is removed, you are refunded.
      </li>
      <li>
        <strong>Chat messages, calls, tips, custom requests and bookings</strong>: paid from the wallet at the creator’s
        rate, which we show before you spend. You need a pass or that creator’s subscription for them.
      </li>
    </ul>
  )
}

function Paying() {
  return (
    <>
      <p>
        You pay with MTN or Airtel mobile money, or with a card. Mobile money is in Uganda shillings (UGX) only. Some
        plans also have a price in US dollars. The price you see before you confirm is the price you pay to us. We carry
        the payment provider’s fee for collecting it; your network or bank may add a charge of its own.
      </p>
      <ul>
        <li>For mobile money you approve the payment on your phone with your PIN. We never see the PIN.</li>
        <li>Card numbers go to the payment provider. We never see or store them.</li>
        <li>
          On your statement and on your phone we are called <strong>{STATEMENT_NAME}</strong>.
        </li>
        <li>
          We give access when our own check with the provider shows that the right amount arrived. Until then the page
          says that we are still waiting. Please do not pay again while it says so.
        </li>
        <li>Pay only with money and cards that are yours to use.</li>
      </ul>
    </>
  )
}

function EndOfAPass() {
  return (
    <>
      <p>
        A monthly pass lasts one calendar month, an annual pass one calendar year. If you buy again before the end, the
        new time is added to the old. The page shows the exact end.
      </p>
      <p>
        Mobile money cannot renew by itself, so a pass ends unless you pay again. We remind you 3 days and 1 day before.
        It renews automatically only if you switch that on and your wallet holds enough. You can switch it off at any
        time.
      </p>
    </>
  )
}

function Wallet({ brandName }: { brandName: string }) {
  return (
    <>
      <p>The wallet is money that you pay in advance for services on {brandName}. Please know what it is not:</p>
      <ul>
        <li>
          It is a <strong>non-withdrawable prepayment</strong>. You cannot take it out as cash or send it to another
          person.
        </li>
        <li>It is not a bank account, not a mobile money account and not a deposit. It earns no interest.</li>
        <li>It is in UGX, it can never go below zero, and every movement is on your wallet’s page.</li>
        <li>
          When you close your account, you may spend what is left or ask us to refund it to the method you paid with.
        </li>
        <li>
          We may switch the wallet off. Then posts and passes are paid directly, and chat and calls stop. What is left
          in your wallet is not lost: ask us, and we refund it.
        </li>
      </ul>
    </>
  )
}

function Refunds() {
  return (
    <p>
      A pass that you did not use and ask back within 24 hours is returned whole. Content that was not delivered is
      always refunded. We send a refund within 24-48 hours; refunds take 3-10 business days to arrive. The full rules,
      with all the cases, are on the <a href="/refunds">refunds page</a>.
    </p>
  )
}

function PrivateContent() {
  return (
    <>
      <p>
        <strong>Screenshots prohibited. Content is watermarked. Respect privacy.</strong>
      </p>
      <ul>
        <li>
          What you buy is for your own eyes, on your own devices. You may not copy, record, photograph, download, share,
          publish or sell it.
        </li>
        <li>
          Private photos and videos carry a watermark that names the account that opened them. A leaked copy can be
          traced to that account.
        </li>
        <li>
          Nobody can make screenshots technically impossible on the web, and we do not claim it. It is a rule, and
          breaking it can end your account.
        </li>
        <li>The rights in the content stay with the creator. You get the right to look at it, not to own it.</li>
      </ul>
    </>
  )
}

function MeetUps() {
  return (
    <p>
      Where they are switched on, meet-ups are paid appearances in a public place, between two people whom we have both
      verified. Sexual services are forbidden. The amount is held when you ask for the meeting, returned if the creator
      declines or does not answer in time, and released after the meeting. The rule for cancelling is shown before you
      pay. Please read the <a href="/acceptable-use#meet-ups">safety rules for meet-ups</a> first.
    </p>
  )
}
