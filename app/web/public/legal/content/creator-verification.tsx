import { legalDocument, type LegalDocument, type LegalFacts, MailLink } from './document.tsx'

/** How a creator is checked before anybody can see the profile, and every year after. */
export function creatorVerification({ brandName, contactEmail, creatorFee }: LegalFacts): LegalDocument {
  return legalDocument(
    'Creator verification',
    `Every creator on ${brandName} is checked by a person before anybody can see the profile. This page says what we ask for, how long it takes, how we protect it and what you can do if we say no.`,
    [
      { id: 'why', heading: 'Why we check', body: <Why /> },
      { id: 'what-you-send', heading: 'What you send', body: <WhatYouSend brandName={brandName} /> },
      { id: 'the-review', heading: 'The review', body: <Review /> },
      { id: 'how-long', heading: 'How long it takes', body: <HowLong /> },
      { id: 'result', heading: 'The result', body: <Outcome /> },
      { id: 'appeals', heading: 'Appeals', body: <Appeals contactEmail={contactEmail} /> },
      { id: 'other-people', heading: 'Other people in your content', body: <OtherPeople /> },
      { id: 'becoming-visible', heading: 'Becoming visible', body: <BecomingVisible fee={creatorFee} /> },
      { id: 'every-year', heading: 'Every year again', body: <EveryYear /> },
      { id: 'payout-account', heading: 'Your payout account', body: <PayoutAccount /> },
      { id: 'answering', heading: 'Answering our messages', body: <Answering brandName={brandName} /> },
      {
        id: 'your-documents',
        heading: 'What happens to your documents',
        body: <Documents contactEmail={contactEmail} />,
      },
    ],
    'creator-verification',
  )
}

function Why() {
  return (
    <ul>
      <li>To be sure that every creator is an adult: 18+ only, without exception.</li>
      <li>To be sure that you are the person in the pictures and post of your own free will.</li>
      <li>To pay the right person and to keep false profiles away from fans.</li>
    </ul>
  )
}

function WhatYouSend({ brandName }: { brandName: string }) {
  return (
    <ul>
      <li>
        <strong>Your birthday.</strong> You must be 18 or older on that day, by the date in Kampala.
      </li>
      <li>
        <strong>A selfie</strong> that clearly shows your face while you hold a paper with the name {brandName} written
        on it. Good light, no filters.
      </li>
      <li>
        <strong>An identity document</strong> that is valid and readable: national ID, passport, driving permit or
        refugee ID.
      </li>
      <li>
        <strong>A proof of address under 3 months old</strong>: for example a water or electricity bill, a bank or
        mobile money statement, or a letter of your local council (LC1). Name, address and date must be readable.
      </li>
      <li>
        <strong>Your first post and your profile</strong>, as they will be shown.
      </li>
    </ul>
  )
}

function Review() {
  return (
    <p>
      Creators are <strong>manually reviewed</strong>: a person compares selfie, document, birthday and address, and
      looks at your profile and your first posts. No computer alone decides. Until then nobody else can see your profile
      or your posts. A reviewer never decides about their own application.
    </p>
  )
}

function HowLong() {
  return (
    <p>
      Approval usually comes within 1 hour. When many people apply, the verification review takes{' '}
      <strong>24-48 hours</strong>, and never longer than 48 hours after everything has arrived. You see the state on
      your onboarding page and get a message with the result.
    </p>
  )
}

function Outcome() {
  return (
    <ul>
      <li>
        <strong>Approved:</strong> your profile can become visible.
      </li>
      <li>
        <strong>Please change something:</strong> we say which step and why. You send only that part again, and a new
        review begins.
      </li>
      <li>
        <strong>Rejected:</strong> we tell you the reason. Typical reasons: under 18, false or foreign documents,
        another person in the selfie, content against the <a href="/acceptable-use">acceptable use rules</a>, an account
        that we closed before.
      </li>
    </ul>
  )
}

function Appeals({ contactEmail }: { contactEmail: string }) {
  return (
    <p>
      If you think that we are wrong, appeal at the message with the result or at{' '}
      <MailLink address={contactEmail} subject="Verification appeal" />, and say what we missed. A person who did not
      make the first decision answers <strong>appeals within 5 business days</strong> (Monday to Friday, without the
      public holidays of Uganda).
    </p>
  )
}

function OtherPeople() {
  return (
    <p>
      Everybody who is shown in your content must be 18 or older and must have agreed in writing to be recorded and
      shown here for money. Keep a copy of their identity document and of their consent. We can ask for it at any time,
      and content without it is hidden. See <a href="/acceptable-use#consent">consent of everybody shown</a>.
    </p>
  )
}

function BecomingVisible({ fee }: { fee: string }) {
  return (
    <p>
      Approval alone does not show your profile: the creator fee of <strong>{fee} per week</strong> must be paid as
      well, and the account must be active and not blocked. The first week begins at the later of payment and approval,
      so waiting for the review costs you nothing. Fees, earnings and payouts are in the{' '}
      <a href="/terms#becoming-a-creator">terms of use</a>.
    </p>
  )
}

function EveryYear() {
  return (
    <>
      <p>
        Verification holds for one year. <strong>Annual re-verification</strong>: once a year you send a new selfie, a
        valid identity document and a proof of address under 3 months old. We remind you before the year ends. If it
        ends without a new approval, your profile is hidden until it is done; your earnings and payouts stay yours.
      </p>
      <p>We may ask earlier when a document has run out, your name changes, or a report gives us a reason.</p>
    </>
  )
}

function PayoutAccount() {
  return (
    <p>
      Payouts go only to a mobile money number or a bank account in your own name, which we verify before the first
      payout. When you change it, we verify again and tell you by email, so that a thief cannot take your earnings.
      Payouts are weekly, after 7-day processing.
    </p>
  )
}

function Answering({ brandName }: { brandName: string }) {
  return (
    <p>
      Creators <strong>reply to messages from {brandName} within 48 hours</strong>. If a question about age, consent or
      safety stays open longer, we may hide the profile until you reply.
    </p>
  )
}

function Documents({ contactEmail }: { contactEmail: string }) {
  return (
    <>
      <p>
        Your selfie, identity document and proof of address are sealed (encrypted) as soon as they arrive. They are
        never shown to fans and never become part of your profile. Only reviewers can open them, for a limited time, and
        each look is recorded.
      </p>
      <p>
        We delete these images <strong>at most 30 days after the decision</strong> and keep only the decision, its date
        and a fingerprint. You agree to this check when you send them; you may take your consent back by writing to{' '}
        <MailLink address={contactEmail} subject="Verification" />, and your application then ends. The{' '}
        <a href="/privacy">privacy page</a> has the rest, with your rights under the Data Protection and Privacy Act,
        2019.
      </p>
    </>
  )
}
