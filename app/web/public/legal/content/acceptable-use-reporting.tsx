import type { LegalSection } from '#app/web/public/legal/legal-view.tsx'
import { type LegalFacts, MailLink } from './document.tsx'

/** How a breach reaches us, what we do about it and how to object. */
export function reporting({ contactEmail }: LegalFacts): LegalSection[] {
  return [
    { id: 'report', heading: 'How to report', body: <WithAccount /> },
    {
      id: 'report-without-an-account',
      heading: 'Report without an account',
      body: <WithoutAccount contactEmail={contactEmail} />,
    },
    { id: 'what-we-do', heading: 'What we do', body: <WhatWeDo /> },
    { id: 'appeals', heading: 'Appeals', body: <Appeals contactEmail={contactEmail} /> },
  ]
}

function WithAccount() {
  return (
    <p>
      Every post, profile and message has a report button. Say in a sentence what is wrong. The person you report does
      not learn who reported them.
    </p>
  )
}

function WithoutAccount({ contactEmail }: { contactEmail: string }) {
  return (
    <>
      <p>
        <strong>You do not need an account to complain.</strong> This is for everybody: a person shown without consent,
        a parent, a partner, a rights holder, a passer-by. Write to <MailLink address={contactEmail} subject="Report" />{' '}
        and tell us:
      </p>
      <ol>
        <li>The address of the page, or the creator’s name and what you saw where.</li>
        <li>
          What is wrong: for example “I am shown and did not agree”, “this person is under 18”, “this is my photo”.
        </li>
        <li>How we can reach you. If you are the person shown, say so.</li>
      </ol>
      <p>
        Do not send us the picture itself, and never send pictures of children. We confirm that your message arrived,
        and we tell you what we decided. It costs nothing, and we use your data only for the complaint. A person looks
        at every report; those about minors and missing consent come first, and the content is hidden while we check.
      </p>
    </>
  )
}

function WhatWeDo() {
  return (
    <ul>
      <li>Creators are manually reviewed before they are visible, and so are the first posts of a new creator.</li>
      <li>
        When something breaks the rules, we hide or remove it, refund its buyers, warn, suspend or close accounts, and
        hold money that comes from the breach.
      </li>
      <li>Removed media is recognised and cannot be uploaded again. All posts of a flagged creator wait for review.</li>
      <li>We report crimes to the police when the law orders it, and always when a child is concerned.</li>
      <li>
        Each decision is made by a person, has a reason and stands in a record. Nobody decides about their own account.
      </li>
      <li>
        Creators must answer our questions about a report within 48 hours. Without an answer the content may stay
        hidden.
      </li>
      <li>False reports that are made to harm somebody are a breach, too.</li>
    </ul>
  )
}

function Appeals({ contactEmail }: { contactEmail: string }) {
  return (
    <p>
      If we removed your content, closed your account or rejected your complaint, you can appeal at the message with our
      decision or at <MailLink address={contactEmail} subject="Appeal" />. Another person looks at it. We answer{' '}
      <strong>appeals within 5 business days</strong> (Monday to Friday, without the public holidays of Uganda).
    </p>
  )
}
