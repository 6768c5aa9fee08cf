import type { LegalSection } from '#app/web/public/legal/legal-view.tsx'
import { type LegalFacts, MailLink } from './document.tsx'

/** What happens once a refund is granted, and when a bank takes the money back instead. */
export function moneyBack({ contactEmail }: LegalFacts): LegalSection[] {
  return [
    { id: 'how-long', heading: 'How long it takes', body: <HowLong /> },
    { id: 'where-to', heading: 'Where the money goes', body: <WhereTo /> },
    { id: 'what-ends', heading: 'What ends with a refund', body: <WhatEnds /> },
    { id: 'chargebacks', heading: 'Chargebacks', body: <Chargebacks contactEmail={contactEmail} /> },
    { id: 'creators', heading: 'What it means for creators', body: <Creators /> },
    { id: 'your-rights', heading: 'Your rights by law', body: <ByLaw /> },
  ]
}

function HowLong() {
  return (
    <>
      <p>Two times count, and they are not the same:</p>
      <ul>
        <li>
          <strong>24-48 hours:</strong> in this time after a refund is granted, we send it to the payment provider.
        </li>
        <li>
          <strong>3-10 business days:</strong> in this time the money arrives with you. How fast depends on your network
          or bank, not on us. Mobile money is usually faster than a card.
        </li>
      </ul>
      <p>
        A refund to your wallet arrives as soon as it is granted. Business days are Monday to Friday, without the public
        holidays of Uganda.
      </p>
    </>
  )
}

function WhereTo() {
  return (
    <p>
      A refund goes back the way the money came: to the same mobile money number or the same card. If you prefer, you
      can have it in your wallet. We never refund to another person’s number. What you paid in US dollars comes back in
      US dollars; your bank may use another rate than on the day of the payment.
    </p>
  )
}

function WhatEnds() {
  return (
    <p>
      A refund takes back what it paid for: the pass ends, the unlocked content closes, the booking is cancelled. If
      only a part is refunded, we tell you beforehand what stays open. Each refund has a record and a message to you.
    </p>
  )
}

function Chargebacks({ contactEmail }: { contactEmail: string }) {
  return (
    <>
      <p>
        A chargeback is a payment that your bank or network takes back from us. Please write to{' '}
        <MailLink address={contactEmail} subject="Payment problem" /> before you ask for one: we can usually help you
        faster.
      </p>
      <p>
        When a chargeback comes, what it paid for ends at once, and the account is flagged. We look at it and may stop
        further purchases until it is cleared. If you did not make the payment, tell us: we protect the account and help
        you. Asking back money for something that you did receive is a misuse of the rules.
      </p>
    </>
  )
}

function Creators() {
  return (
    <p>
      When a fan is refunded, the creator’s part of that payment is taken back: first from pending earnings, then from
      available ones, then from the next earnings. The statement names the payment, so that a creator can check it and
      object.
    </p>
  )
}

function ByLaw() {
  return (
    <p>These rules add to the rights that the law of Uganda gives you as a consumer. They take none of them away.</p>
  )
}
