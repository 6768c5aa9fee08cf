import type { LegalSection } from '#app/web/public/legal/legal-view.tsx'
import { PRIVACY } from '#app/domain/settings/constants.ts'
import { MailLink, type LegalFacts } from './document.tsx'

/** What holds when something goes wrong, changes or ends. */
export function endingTerms({ brandName, contactEmail }: LegalFacts): LegalSection[] {
  return [
    { id: 'rules-and-suspension', heading: 'Rules, suspension and appeals', body: <Suspension /> },
    { id: 'our-responsibility', heading: 'What we promise and what we cannot', body: <Responsibility /> },
    { id: 'closing', heading: 'Closing an account', body: <Closing /> },
    { id: 'changes', heading: 'Changes to these terms', body: <Changes /> },
    { id: 'law', heading: 'Law and disputes', body: <Law /> },
    { id: 'contact', heading: 'Contact', body: <Contact brandName={brandName} contactEmail={contactEmail} /> },
  ]
}

function Suspension() {
  return (
    <>
      <p>
        If somebody breaks the <a href="/acceptable-use">acceptable use rules</a> or these terms, a person on our team
        decides what follows: a warning, removal of content, hiding a profile, suspending or closing the account. Nobody
        decides about their own account. We tell you the decision and the reason, unless the law forbids it.
      </p>
      <p>
        You can appeal. A person who did not make the first decision answers{' '}
        <strong>appeals within 5 business days</strong>. Business days are Monday to Friday, without the public holidays
        of Uganda.
      </p>
    </>
  )
}

function Responsibility() {
  return (
    <>
      <ul>
        <li>We work with care to keep the service running, your money correct and your data safe.</li>
        <li>
          We cannot promise that it is never interrupted. Networks, banks and mobile money can fail. If that costs you
          something that you paid for, the refund rules apply.
        </li>
        <li>
          Creators are responsible for what they post and do, fans for what they write and do. We check, but not every
          minute.
        </li>
        <li>
          We answer for damage that we cause on purpose or by gross carelessness. For other damage, our responsibility
          is limited to what you paid us in the 12 months before it, as far as the law allows that limit.
        </li>
        <li>
          Nothing here takes away a right that the law gives you as a consumer, for example under the Electronic
          Transactions Act of Uganda.
        </li>
      </ul>
    </>
  )
}

function Closing() {
  return (
    <>
      <p>
        You can close your account on your profile page, once open holds, disputes and payouts are finished. It is
        hidden at once and erased {PRIVACY.coolingOffDays} days later; until then a link in our email takes it back.
        What is left in a wallet may be spent or refunded first, and available earnings are paid out.
      </p>
      <p>
        We may close an account for a serious or repeated breach, or when the law or our payment provider requires it.
        Earnings that are not connected to fraud, a dispute or a crime are still paid.
      </p>
    </>
  )
}

function Changes() {
  return (
    <p>
      When we change these terms, this page gets a new version number and a new date. If a change matters to you, we
      write to you by email before it starts. A price you have already paid does not change. If you do not agree, you
      may close your account before the change starts.
    </p>
  )
}

function Law() {
  return (
    <p>
      The law of the Republic of Uganda applies, and the courts of Uganda decide. Please write to us first; most things
      can be solved in a few messages. If one part of these terms is not valid, the other parts stay in force.
    </p>
  )
}

function Contact({ brandName, contactEmail }: Pick<LegalFacts, 'brandName' | 'contactEmail'>) {
  return (
    <p>
      {brandName} is run by the company that operates it. Write to us at <MailLink address={contactEmail} />. People
      without an account can write to the same address, and can{' '}
      <a href="/acceptable-use#report-without-an-account">report content without joining</a>.
    </p>
  )
}
