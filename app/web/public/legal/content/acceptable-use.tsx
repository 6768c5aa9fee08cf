import { legalDocument, type LegalDocument, type LegalFacts, MailLink } from './document.tsx'
import { reporting } from './acceptable-use-reporting.tsx'

/** What may be shown and done here, and what never. */
export function acceptableUse(facts: LegalFacts): LegalDocument {
  const { brandName, contactEmail } = facts
  return legalDocument(
    'Acceptable use',
    `The rules for everybody on ${brandName}: creators, fans and visitors. They protect the people in the pictures first. Anybody can report a breach, with or without an account.`,
    [
      { id: 'adults-only', heading: '18+ only', body: <AdultsOnly contactEmail={contactEmail} /> },
      { id: 'consent', heading: 'Consent of everybody shown', body: <Consent /> },
      { id: 'content-classes', heading: 'What kind of content is allowed', body: <ContentClasses /> },
      { id: 'never-allowed', heading: 'Never allowed', body: <NeverAllowed /> },
      { id: 'private-content', heading: 'Private content', body: <PrivateContent /> },
      { id: 'behaviour', heading: 'How we treat each other', body: <Behaviour /> },
      { id: 'meet-ups', heading: 'Meet-ups: safety rules', body: <MeetUps /> },
      { id: 'money', heading: 'Money', body: <MoneyRules /> },
      { id: 'the-service', heading: 'The service itself', body: <TheService /> },
      ...reporting(facts),
    ],
    'acceptable-use',
  )
}

function AdultsOnly({ contactEmail }: { contactEmail: string }) {
  return (
    <>
      <p>
        <strong>18+ only.</strong> Nobody under 18 may use the service, be shown in it or be spoken about in a sexual
        way. This also covers drawings, generated pictures and adults who are made to look like children.
      </p>
      <p>
        We have no second chance here: the content is hidden at once, the account is closed, and the case goes to the
        Uganda Police Force. If you see something, write to <MailLink address={contactEmail} subject="Urgent: child" />,
        or call the Uganda Child Helpline, 116.
      </p>
    </>
  )
}

function Consent() {
  return (
    <ul>
      <li>
        <strong>Everybody shown has agreed</strong> to be recorded, to be shown here and to be shown for money. A person
        in the background counts, too.
      </li>
      <li>
        Everybody shown is 18 or older, and the creator keeps proof of age and consent and shows it to us when we ask.
      </li>
      <li>
        Consent can be taken back. If a person who is shown asks us, we hide the content, ask the creator for proof and
        remove the content if the consent is missing or ended.
      </li>
      <li>
        Hidden cameras, pictures of an ex-partner, faces put onto other bodies, and generated pictures of real people
        are forbidden.
      </li>
    </ul>
  )
}

function ContentClasses() {
  return (
    <>
      <p>We sort content into three classes, and we decide which of them may be shown:</p>
      <ul>
        <li>
          <strong>General:</strong> everyday life, fashion, music, dance, fitness, talk. Allowed.
        </li>
        <li>
          <strong>Suggestive:</strong> for example swimwear or lingerie, without nudity and without sexual acts. Allowed
          only while we have it switched on.
        </li>
        <li>
          <strong>Explicit:</strong> nudity or sexual acts. <strong>Explicit content is off.</strong> It may not be
          posted, sent in a chat, shown in a call or a live, or offered. If that ever changes, this page changes first.
        </li>
      </ul>
    </>
  )
}

function NeverAllowed() {
  return (
    <ul>
      <li>Sexual content with minors, force, sleep, drunkenness, animals, family members or violence.</li>
      <li>
        Selling, buying, offering or arranging sexual services, here or through here. Trafficking or forcing people.
      </li>
      <li>Threats, blackmail, and publishing or threatening to publish private pictures or data of a person.</li>
      <li>Hatred against people for their origin, tribe, religion, sex, disability or other such reason.</li>
      <li>Drugs, weapons, gambling, self-harm, and false medical or money promises.</li>
      <li>Other people’s work, names or faces without their permission. Pretending to be somebody else.</li>
      <li>
        Anything else that the law of Uganda forbids, for example the Computer Misuse Act and the Prevention of
        Trafficking in Persons Act.
      </li>
    </ul>
  )
}

function PrivateContent() {
  return (
    <p>
      <strong>Screenshots prohibited. Content is watermarked. Respect privacy.</strong> Do not record, copy, share or
      sell what you see here, and do not remove a watermark. A leaked copy can be traced to the account that opened it.
      Who leaks content loses the account and may have to answer to the creator in court.
    </p>
  )
}

function Behaviour() {
  return (
    <ul>
      <li>A creator may say no to any request, at any time, without giving a reason. No is an answer.</li>
      <li>No insults, no pressure, no stalking, no flood of messages. Stop when somebody asks you to stop.</li>
      <li>Do not ask for, give out or search for anybody’s home, workplace, family, real name or private number.</li>
      <li>Creators describe honestly what they sell, deliver it, and do not pretend to be live, online or in love.</li>
    </ul>
  )
}

function MeetUps() {
  return (
    <>
      <p>
        Meet-ups are offered only where they are switched on. They are paid appearances in public, and these rules
        always hold:
      </p>
      <ul>
        <li>
          <strong>Public venue only</strong>, such as a restaurant, a café or an event. Never a home, a hotel room or a
          car.
        </li>
        <li>
          <strong>Both verified:</strong> the creator and the fan have both been verified by us before.
        </li>
        <li>
          <strong>No sexual services.</strong> They may not be offered, asked for, hinted at or paid, before, during or
          after.
        </li>
        <li>Book and pay only here. Share no address in the chat before the booking is accepted.</li>
        <li>Check in at the start and at the end, and send the link to a person you trust.</li>
        <li>
          Come sober, keep your own way home, and leave whenever you want. Nobody owes more than the talk and the time.
        </li>
        <li>
          In danger, call the police: <strong>999</strong> or <strong>112</strong>. Then use the report button in the
          booking.
        </li>
      </ul>
    </>
  )
}

function MoneyRules() {
  return (
    <ul>
      <li>Pay only with your own money, number and card. Stolen cards and numbers are reported.</li>
      <li>
        Do not buy from yourself, push figures up, or move money through the service that does not pay for a service.
      </li>
      <li>Do not ask for a refund or chargeback of what you received.</li>
    </ul>
  )
}

function TheService() {
  return (
    <ul>
      <li>Do not break in, go around a lock or a limit, or collect content or names by machine.</li>
      <li>Do not open a new account after we closed one.</li>
      <li>Do not send harmful files or links. Found a hole? Tell us first, and do not use it.</li>
    </ul>
  )
}
