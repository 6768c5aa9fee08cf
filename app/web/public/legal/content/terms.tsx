import { SIGN_IN } from '#app/domain/settings/constants.ts'
import { legalDocument, type LegalDocument, type LegalFacts } from './document.tsx'
import { endingTerms } from './terms-at-the-end.tsx'
import { buyingTerms } from './terms-for-buying.tsx'
import { creatorTerms } from './terms-for-creators.tsx'

/** The agreement between the company and everybody who uses the service. */
export function terms(facts: LegalFacts): LegalDocument {
  return legalDocument(
    'Terms of use',
    `These terms are the agreement between you and the company that operates ${facts.brandName}. We wrote them in plain English. Please read them before you pay or post.`,
    [...openingTerms(facts), ...buyingTerms(facts), ...creatorTerms(facts), ...endingTerms(facts)],
  )
}

function openingTerms({ brandName }: LegalFacts) {
  return [
    { id: 'who-we-are', heading: 'Who we are', body: <WhoWeAre brandName={brandName} /> },
    { id: 'age', heading: '18+ only', body: <Age /> },
    { id: 'account', heading: 'Your account', body: <Account /> },
  ]
}

function WhoWeAre({ brandName }: { brandName: string }) {
  return (
    <>
      <p>
        {brandName} is a marketplace. Creators (we also call them Peaches) sell access to private photos, videos and
        voice notes, and to their time. Fans pay by mobile money or card to see it. In these terms “we” is the company
        that operates {brandName}, and “you” is anybody who uses it.
      </p>
      <p>
        These terms go together with our <a href="/privacy">privacy page</a>, the <a href="/refunds">refund rules</a>,
        the <a href="/acceptable-use">acceptable use rules</a> and, for creators, the{' '}
        <a href="/creator-verification">verification rules</a>. By using {brandName} you agree to all five.
      </p>
      <p>
        Some services described here (for example chat, calls, the wallet and meet-ups) can be switched off for a time
        or for a place. What is switched off is not sold.
      </p>
    </>
  )
}

function Age() {
  return (
    <>
      <p>
        <strong>18+ only.</strong> You must be at least 18 years old on the day you join. We count your exact age from
        your full birthday, on today’s date in Kampala. If the law where you live asks for a higher age, that age
        counts.
      </p>
      <p>
        We ask visitors to confirm their age before they see feeds and profiles. Nobody can get access, spend money or
        publish before a birthday of 18 years or more is stored. If we learn that somebody is younger, we close the
        account.
      </p>
    </>
  )
}

function Account() {
  return (
    <>
      <p>
        You sign in with your email address. We send a 6-digit code and a link; both stop working after{' '}
        {SIGN_IN.codeMinutes} minutes. There is no password. Keep your mailbox safe: who can read it can sign in as you.
      </p>
      <ul>
        <li>Give true information, and keep it up to date.</li>
        <li>The account is yours alone. Do not lend, sell or share it.</li>
        <li>One account can be a fan and a creator at the same time.</li>
        <li>Never tell anybody your sign-in code or your mobile money PIN. We never ask for your PIN.</li>
        <li>Tell us at once if you think that somebody else is using your account.</li>
      </ul>
      <p>
        You can ask for your data and close your account at any time; the{' '}
        <a href="/privacy#your-rights">privacy page</a> says how.
      </p>
    </>
  )
}
