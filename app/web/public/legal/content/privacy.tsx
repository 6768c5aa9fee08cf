import { legalDocument, type LegalDocument, type LegalFacts, MailLink } from './document.tsx'
import { privacyInTime } from './privacy-over-time.tsx'
import { PrivacyRights } from './privacy-rights.tsx'

/** What we know about people and what we do with it, under the Data Protection and Privacy Act, 2019. */
export function privacy(facts: LegalFacts): LegalDocument {
  const { brandName, contactEmail } = facts
  return legalDocument(
    'Privacy',
    `What ${brandName} knows about you can hurt you in the wrong hands. So we collect little, show it to few, keep it for a short time and tell you here exactly what we do.`,
    [
      { id: 'who-is-responsible', heading: 'Who is responsible', body: <Responsible {...facts} /> },
      { id: 'what-we-collect', heading: 'What we collect', body: <Collected /> },
      { id: 'special-personal-data', heading: 'Special personal data', body: <Special /> },
      { id: 'why', heading: 'Why we use it', body: <Purposes /> },
      { id: 'who-sees-it', heading: 'Who sees it', body: <Readers brandName={brandName} /> },
      { id: 'private-content', heading: 'Private content and watermarks', body: <PrivateContent /> },
      { id: 'cookies', heading: 'Cookies', body: <Cookies /> },
      ...privacyInTime(),
      { id: 'your-rights', heading: 'Your rights', body: <PrivacyRights contactEmail={contactEmail} /> },
      { id: 'adults-only', heading: 'Adults only', body: <Adults contactEmail={contactEmail} /> },
      { id: 'complaints', heading: 'Complaints', body: <Complaints contactEmail={contactEmail} /> },
      { id: 'changes', heading: 'Changes', body: <Changes /> },
    ],
    'privacy',
  )
}

function Responsible({ brandName, contactEmail }: LegalFacts) {
  return (
    <p>
      The company that operates {brandName} decides why and how your data is used; the law calls it the data controller.
      We follow the <strong>Data Protection and Privacy Act, 2019</strong> of Uganda and the Data Protection and Privacy
      Regulations, 2021. Write to <MailLink address={contactEmail} subject="Privacy" /> with any question about your
      data.
    </p>
  )
}

function Collected() {
  return (
    <ul>
      <li>
        <strong>Account:</strong> email address, display name, username, birthday, and, if you give them, city, bio,
        picture, phone and WhatsApp number.
      </li>
      <li>
        <strong>Payments:</strong> the name, email and phone number of the payer, network, amount, time and result. We
        never get your PIN or your card number; they stay with the payment provider.
      </li>
      <li>
        <strong>Use:</strong> whom you follow, what you bought and opened, messages, calls (time and length, not what is
        said), bookings, tips, reports.
      </li>
      <li>
        <strong>Creators also:</strong> posts, prices, tags, payout account, a selfie, an identity document, a proof of
        address, and the consent of people shown in the content.
      </li>
      <li>
        <strong>Technical:</strong> sign-in sessions with the browser’s name and a shortened network address, a
        fingerprint of the browsers that you signed in with, which shows whether a payer and a creator are one person
        where a bank takes money back, and what is needed to stop attacks. We remove place and camera data from pictures
        and videos that you upload.
      </li>
    </ul>
  )
}

function Special() {
  return (
    <>
      <p>
        Section 9 of the Act gives extra protection to <strong>special personal data</strong>, such as data about a
        person’s sexual life and financial information. What you look at here, whom you follow, what you pay and what a
        creator earns can fall under it. We treat nearly everything that we hold about you as special personal data.
      </p>
      <p>
        We use it only because you freely agree when you join, buy, post or write, and only for the service that you
        asked for. You may take this consent back at any time by closing your account. What was done before stays
        lawful, and money records stay as long as the law orders.
      </p>
    </>
  )
}

function Purposes() {
  return (
    <ul>
      <li>To run your account and give you what you bought: with your consent and to fulfil our agreement with you.</li>
      <li>
        To take payments, pay creators, refund, and keep correct books: our agreement, and the law on tax and
        accounting.
      </li>
      <li>To keep children out and to verify creators: the law and the safety of everybody.</li>
      <li>To stop fraud, attacks, leaks and abuse, and to answer reports: the law and the safety of everybody.</li>
      <li>To send you the messages you chose. You can change your choice on your profile page at any time.</li>
    </ul>
  )
}

function Readers({ brandName }: { brandName: string }) {
  return (
    <>
      <p>We do not sell your data, and we show no advertising. This is who sees what:</p>
      <ul>
        <li>
          <strong>Everybody:</strong> a creator’s name, username, picture, city, bio, tags, prices and public posts.
        </li>
        <li>
          <strong>Creators:</strong> the display name, username and picture of fans who follow them, write to them or
          buy from them. Never a fan’s email address, phone number, birthday or payment data.
        </li>
        <li>
          <strong>Our staff:</strong> only the part that their role needs. Who moderates content sees no payments; who
          works on payments sees no content, chats or selfies; support sees masked contact data. Each look at private
          material is recorded.
        </li>
        <li>
          <strong>Payment provider</strong> (Flutterwave) and the networks or banks behind it: what they need for the
          payment or the payout. They see the amount and a short description of the purchase, never what you looked at.
        </li>
        <li>
          <strong>Companies that host our servers and deliver our email</strong>, under contracts that bind them to our
          orders.
        </li>
        <li>
          <strong>Police, courts and authorities</strong> of Uganda, when the law or a court orders it, and only what is
          ordered. Material that shows the abuse of a child is always reported.
        </li>
      </ul>
      <p>
        Our pages load nothing from other companies: no trackers, no advertising and no social buttons. If your data
        leaves Uganda, for example because a server stands abroad, it goes only where it has protection at least equal
        to the Act, or with your consent. {brandName} never decides about an application, an account or a complaint by
        computer alone.
      </p>
    </>
  )
}

function PrivateContent() {
  return (
    <p>
      Private posts are given only to people who have the right to see them, each time anew. A copied link does not work
      for anybody else. Photos and videos that you open carry a watermark with your account’s name, so that a leak can
      be traced. We read it only when a leak is reported.
    </p>
  )
}

function Cookies() {
  return (
    <>
      <p>
        We use only cookies that the service needs. They belong to us alone, scripts cannot read them, and none of them
        follows you to other sites.
      </p>
      <ul>
        <li>Sign-in: keeps you signed in, up to 30 days.</li>
        <li>18+ answer: remembers that you confirmed your age, one year.</li>
        <li>This browser: ties a mailed code to the browser that asked for it, one hour.</li>
        <li>Started payment: lets the browser that began a payment see its result, 30 days.</li>
        <li>Message: shows a short notice once after a step, one minute.</li>
      </ul>
    </>
  )
}

function Adults({ contactEmail }: { contactEmail: string }) {
  return (
    <p>
      {
        'The service is for adults only (18+). We do not knowingly keep data about children. If you believe that a child uses the service or is shown in it, write to '
      }
      <MailLink address={contactEmail} subject="Urgent: child" /> at once. You can also call the Uganda Child Helpline,
      116, without cost.
    </p>
  )
}

function Complaints({ contactEmail }: { contactEmail: string }) {
  return (
    <p>
      Please write to <MailLink address={contactEmail} subject="Privacy complaint" /> first. You may also complain at
      any time to the <strong>Personal Data Protection Office (PDPO)</strong>, which watches over the Act in Uganda
      (pdpo.go.ug). You do not need our permission, and you will have no disadvantage here.
    </p>
  )
}

function Changes() {
  return (
    <p>
      When this page changes, it gets a new version number and date. If we want to use your data for something new, we
      ask you first.
    </p>
  )
}
