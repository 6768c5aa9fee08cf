import type { LegalSection } from '#app/web/public/legal/legal-view.tsx'
import { CREATOR_FEE_DAYS } from '#app/domain/settings/constants.ts'
import type { LegalFacts } from './document.tsx'

/** What creators agree to, what it costs and how they are paid. */
export function creatorTerms({ brandName, creatorFee, minimumPayout, platformFee }: LegalFacts): LegalSection[] {
  return [
    { id: 'becoming-a-creator', heading: 'Creators: becoming visible', body: <Visibility fee={creatorFee} /> },
    { id: 'creators-content', heading: 'Creators: your content', body: <Content brandName={brandName} /> },
    { id: 'earnings', heading: 'Creators: earnings and our fee', body: <Earnings fee={platformFee} /> },
    { id: 'sharing-passes', heading: 'Creators: how pass money is shared', body: <PassShares fee={platformFee} /> },
    { id: 'payouts', heading: 'Creators: weekly payouts', body: <Payouts minimum={minimumPayout} /> },
    { id: 'answering', heading: 'Creators: answering us', body: <Answering brandName={brandName} /> },
  ]
}

function Visibility({ fee }: { fee: string }) {
  return (
    <>
      <p>
        Every creator is <strong>manually reviewed</strong>: a person, not a machine, looks at each application. Your
        profile is visible only while all four are true: it is approved, the creator fee is paid, the account is active,
        and it is not blocked. See <a href="/creator-verification">creator verification</a>.
      </p>
      <p>
        The <strong>creator fee is {fee} per week</strong>. It keeps your profile in the feeds for {CREATOR_FEE_DAYS}{' '}
        days, counted from the later of now and the end of what you have already paid. Your first week begins at the
        later of payment and approval. You can pay it by mobile money, by card or from your earnings. We remind you
        before it ends. When it ends, your profile leaves the feeds at once; your earnings, payouts and chats stay open
        to you.
      </p>
      <p>
        While you are hidden, fans keep what they bought. The unused days of subscriptions to you, and money that was
        held for services not yet given, go back to the fans’ wallets.
      </p>
    </>
  )
}

function Content({ brandName }: { brandName: string }) {
  return (
    <>
      <p>
        Your content stays yours. You allow us to store it, to make smaller, blurred and watermarked copies, and to show
        it on {brandName} to the people who may see it. This permission ends when you delete the content, except that
        buyers keep what they bought until you or we remove it, in which case they are refunded.
      </p>
      <ul>
        <li>You made it, or you have the right to sell it.</li>
        <li>
          Everybody who is shown in it is 18 or older and has <strong>agreed in writing</strong> to be recorded and
          shown here. You keep that proof and show it to us when we ask.
        </li>
        <li>It keeps to the acceptable use rules and to the law of Uganda.</li>
        <li>The first posts of a new creator wait until a person has reviewed them.</li>
      </ul>
      <p>You work for yourself. You are not our employee or agent, and you set your own prices and hours.</p>
    </>
  )
}

function Earnings({ fee }: { fee: number }) {
  return (
    <>
      <p>
        Our <strong>platform fee is {fee}%</strong> of what a fan spends on you. {100 - fee}% is yours. The fee is taken
        at the moment the money is earned and is rounded down to whole shillings in your favour. We carry the cost of
        collecting the payment.
      </p>
      <p>
        If a payment is refunded or charged back, your part of it is taken back too: first from your pending earnings,
        then from the available ones, and if both are too small, from your next earnings. Your statement shows each
        step. Your earnings are a claim against us in UGX; they are not a deposit and earn no interest.
      </p>
      <p>
        You are responsible for your own taxes. Where the law tells us to withhold tax from what we pay you, we do so,
        show it on your statement and pass it to the Uganda Revenue Authority.
      </p>
    </>
  )
}

function PassShares({ fee }: { fee: number }) {
  return (
    <>
      <p>
        A fan with a pass can look at every creator. We share that fan’s money like this, every week, by a fixed
        calculation:
      </p>
      <ol>
        <li>What the fan paid is earned day by day over the whole time of the pass.</li>
        <li>Each fan’s money goes by that fan’s own use. No other fan’s use, and no unpaid access, counts.</li>
        <li>
          It is divided among the creators whom this fan used that week. A “creator-day” is a day with at least one look
          at a post, a chat, a call or a live; each creator-day weighs the same.
        </li>
        <li>If the fan used nobody that week, it goes to the creators whom the fan follows.</li>
        <li>
          If the fan follows nobody, it is kept for the next weeks of the same pass and goes by the fan’s use in them.
          What is kept when the pass ends is ours.
        </li>
        <li>
          Of what is shared, {100 - fee}% goes to creators; {fee}% is our fee.
        </li>
      </ol>
    </>
  )
}

function Payouts({ minimum }: { minimum: string }) {
  return (
    <>
      <p>
        Payouts are <strong>weekly, after 7-day processing</strong>: what you earn is pending for 7 days and then
        available. In your first 90 days, what a card paid for is pending for 14 days. Every Friday at 09:00, Kampala
        time, we pay out what is available.
      </p>
      <ul>
        <li>
          The minimum payout is <strong>{minimum}</strong>. Smaller sums stay in your account for the next week.
        </li>
        <li>
          We pay to your own MTN or Airtel mobile money number or your own bank account, after we have verified it.
          Check the number well: a transfer to a wrong number can usually not be called back.
        </li>
        <li>The provider’s fee for the payout is yours. We show it before it is taken.</li>
        <li>
          When you take the money out as cash, your network’s charges and the 0.5% levy on mobile money withdrawals
          apply. They are taken by the network, not by us.
        </li>
        <li>
          A payout can fail or be held while we check a dispute, a suspected fraud or a changed payout account. We tell
          you the reason, and the money stays yours.
        </li>
      </ul>
    </>
  )
}

function Answering({ brandName }: { brandName: string }) {
  return (
    <p>
      Please <strong>reply to messages from {brandName} within 48 hours</strong>. If we ask about consent, age, safety
      or a complaint and get no answer in that time, we may hide the content or the profile until you reply.
    </p>
  )
}
