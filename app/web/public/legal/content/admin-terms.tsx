import { STAFF_TERMS_VERSION } from '#app/domain/staff/staff-terms.ts'
import type { LegalDocument, LegalFacts } from './document.tsx'

const LAST_UPDATED = '21 November 2026'

/** What everybody who works on the platform agrees to before they see anything of it. */
export function adminTerms({ brandName, contactEmail }: LegalFacts): LegalDocument {
  return {
    title: 'Admin Terms of Use',
    lastUpdated: LAST_UPDATED,
    summary: (
      <>
        <p>
          {`For everybody who works on ${brandName} with an account of the team. In short: what you see here is other people's private life; you look at it only to do your task, you keep it to yourself, and each look and each act is in the record.`}
        </p>
        <p className="text-muted">{`Version ${STAFF_TERMS_VERSION}, in force from ${LAST_UPDATED}`}</p>
      </>
    ),
    sections: [
      { id: 'your-account', heading: 'Your account', body: <YourAccount /> },
      { id: 'sensitive-data', heading: 'Sensitive data', body: <SensitiveData /> },
      { id: 'decisions', heading: 'Decisions', body: <Decisions /> },
      { id: 'record', heading: 'The record', body: <TheRecord /> },
      { id: 'law', heading: 'The law', body: <TheLaw contactEmail={contactEmail} /> },
      { id: 'end', heading: 'When you leave', body: <TheEnd /> },
    ],
  }
}

function YourAccount() {
  return (
    <>
      <p>
        The account is yours alone. You never share its password, its codes or your device while it is signed in, and
        you use a password that you use nowhere else. We ask you to set up an authenticator app or a passkey.
      </p>
      <p>
        If you think that somebody else knows your password or has your device, you tell the owner at once. You lose
        nothing by telling; hiding it ends your work here.
      </p>
    </>
  )
}

function SensitiveData() {
  return (
    <>
      <p>
        In your role you may see identity documents, selfies, private content, messages that somebody reported, names
        and contact data, or what people paid. Whose data it is did not choose you. So you
      </p>
      <ul>
        <li>open it only where the task in hand needs it, and only as much of it as the task needs;</li>
        <li>never copy, photograph, download, forward or describe it outside of the platform;</li>
        <li>never look up people you know, well-known people or yourself;</li>
        <li>never contact a creator or a fan in any way but through the platform.</li>
      </ul>
      <p>This duty goes on after your work here has ended.</p>
    </>
  )
}

function Decisions() {
  return (
    <>
      <p>
        You decide by the published rules alone, give the reason that is asked for, and treat everybody alike. You take
        nothing from anybody for a decision. You never decide on your own account, nor on that of somebody who is close
        to you: you hand it to somebody else.
      </p>
      <p>
        Where two people are needed, for large payouts, refunds and entries in the ledger, the second one looks for
        themselves. If what you see could be a child, or somebody who is forced, you stop, report it by the button for
        it, and show it to nobody else.
      </p>
    </>
  )
}

function TheRecord() {
  return (
    <p>
      Signing in, every document and private picture that you open, and every decision are recorded with your name and
      the time, and can’t be removed. The record is read when somebody complains, in regular checks, and where the law
      asks for it. Your own data in it is kept for as long as the decisions can be questioned.
    </p>
  )
}

function TheLaw({ contactEmail }: { contactEmail: string }) {
  return (
    <p>
      The Data Protection and Privacy Act, 2019, of Uganda binds you as it binds us. Whoever takes, uses or passes on
      personal data without the right to do so commits an offence. Questions about what you may do go to{' '}
      <a href={`mailto:${contactEmail}`}>{contactEmail}</a>, before you do it.
    </p>
  )
}

function TheEnd() {
  return (
    <p>
      Your access ends at the moment when your work does, or when your role changes, and your open sessions end with it.
      We may also end it at once where these terms are broken, or where that is suspected while it is looked into.
    </p>
  )
}
