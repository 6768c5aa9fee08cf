import { legalDocument, type LegalDocument, type LegalFacts, MailLink } from './document.tsx'
import { moneyBack } from './refunds-money-back.tsx'

/** Who gets money back, when and how. */
export function refunds(facts: LegalFacts): LegalDocument {
  const { brandName, contactEmail } = facts
  return legalDocument(
    'Refunds',
    `When you get your money back on ${brandName}, how to ask for it and how long it takes. In short: not delivered is always refunded; a pass you did not use is refunded if you ask within 24 hours of paying; a pass you used is not, except by a dispute.`,
    [
      { id: 'unused-pass', heading: 'A pass you did not use', body: <UnusedPass /> },
      { id: 'used-pass', heading: 'A pass you used', body: <UsedPass /> },
      { id: 'not-delivered', heading: 'Content that was not delivered', body: <NotDelivered /> },
      { id: 'not-confirmed', heading: 'Money taken, but nothing happened', body: <NotConfirmed /> },
      { id: 'other-purchases', heading: 'Unlocks, chats, tips, calls and bookings', body: <OtherPurchases /> },
      { id: 'wallet', heading: 'Wallet top-ups', body: <Wallet /> },
      { id: 'creator-fee', heading: 'The creator fee', body: <CreatorFee fee={facts.creatorFee} /> },
      { id: 'how-to-ask', heading: 'How to ask', body: <HowToAsk contactEmail={contactEmail} /> },
      ...moneyBack(facts),
    ],
    'refunds',
  )
}

function UnusedPass() {
  return (
    <p>
      If you ask <strong>within 24 hours</strong> of paying and have <strong>not used</strong> the pass, we return the
      whole amount. “Used” means that with it you opened a post, wrote in a chat, made a call or watched a live.
    </p>
  )
}

function UsedPass() {
  return (
    <p>
      A pass that you have used is <strong>never refunded, except by a dispute</strong>. Open a dispute if what you got
      was not what we sold, for example because the service did not work for you. A person decides and tells you the
      reason. If you only forgot to use a pass, or it ended, it is not refunded.
    </p>
  )
}

function NotDelivered() {
  return (
    <>
      <p>
        Content or a service that was <strong>not delivered is always refunded</strong>, without a time limit of 24
        hours:
      </p>
      <ul>
        <li>You paid for a post or an item in a chat, and it never opened, or it was removed.</li>
        <li>A custom request was declined or not answered in time.</li>
        <li>A booking was declined or ran out without an answer, or the creator did not come.</li>
        <li>A call was never answered. Such a call costs nothing in the first place.</li>
        <li>
          A creator is hidden while your subscription to them still runs: the remaining days go back to your wallet.
          What you unlocked stays open to you.
        </li>
      </ul>
    </>
  )
}

function NotConfirmed() {
  return (
    <>
      <p>
        Sometimes a network takes the money and tells us late. We keep asking the provider until the answer is final;
        you do not need to pay again. Then one of these happens:
      </p>
      <ul>
        <li>The payment is confirmed, and you get what you bought.</li>
        <li>It came too late to be useful, twice, or for something that is gone: we send it back.</li>
        <li>It was more than the price: you get what you bought, and the rest comes back to you.</li>
        <li>The network did not take it after all: then no money moved, and there is nothing to refund.</li>
      </ul>
    </>
  )
}

function OtherPurchases() {
  return (
    <>
      <p>
        An unlocked post, a sent message, a tip and a finished minute of a call are delivered at once. They are refunded
        when they were not delivered, when the content is removed, or by a dispute.
      </p>
      <p>
        For a booking the amount is held and goes to the creator only after the meeting. If you cancel, the cancellation
        rule applies that was shown before you paid.
      </p>
    </>
  )
}

function Wallet() {
  return (
    <p>
      The wallet is a prepayment for services here and is <strong>non-withdrawable</strong>: it is not paid out on
      request. A top-up that arrived twice or by mistake is refunded. When you close your account, you can spend what is
      left or have it refunded to the method you paid with.
    </p>
  )
}

function CreatorFee({ fee }: { fee: string }) {
  return (
    <p>
      The creator fee of {fee} per week is paid for 7 days of visibility. A week that has begun is not refunded. Your
      first week begins only when you are approved; if your application is rejected for good before it begins, the fee
      is returned whole.
    </p>
  )
}

function HowToAsk({ contactEmail }: { contactEmail: string }) {
  return (
    <>
      <ol>
        <li>Open your profile, then your receipts, and choose the payment.</li>
        <li>Ask for the refund there and say in a sentence what happened.</li>
        <li>You see the state of your request at the same place until the money is sent.</li>
      </ol>
      <p>
        If you paid without an account or cannot sign in, write to <MailLink address={contactEmail} subject="Refund" />{' '}
        with the date, the amount, the phone number or email you paid with, and the payment reference if you have it.
        Never send us a PIN or a card number.
      </p>
      <p>
        Clear cases are decided by the rules on this page at once. All others are decided by a person. If you disagree,
        you can appeal; we answer appeals within 5 business days.
      </p>
    </>
  )
}
