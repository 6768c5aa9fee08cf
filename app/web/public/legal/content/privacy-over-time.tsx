import { FORMER_USERNAME_DAYS, PRIVACY } from '#app/domain/settings/constants.ts'
import type { LegalSection } from '#app/web/public/legal/legal-view.tsx'

/** How long data lives, what protects it meanwhile, and what happens when protection fails. */
export function privacyInTime(): LegalSection[] {
  return [
    { id: 'verification-images', heading: 'Verification images', body: <VerificationImages /> },
    { id: 'how-long', heading: 'How long we keep it', body: <Retention /> },
    { id: 'security', heading: 'How we protect it', body: <Security /> },
    { id: 'breach', heading: 'If data leaks', body: <Breach /> },
  ]
}

function VerificationImages() {
  return (
    <p>
      A creator’s selfie, identity document and proof of address are sealed (encrypted) when they arrive. Only a
      reviewer opens them, for a limited time, and each look is recorded. We delete them{' '}
      <strong>at most 30 days after the decision</strong>. Then we keep only the decision, its date and a fingerprint
      that cannot be turned back into a picture.
    </p>
  )
}

function Retention() {
  return (
    <ul>
      <li>Sign-in codes, links and the counts that stop guessing: deleted after one day.</li>
      <li>
        Sign-in sessions, with the browser’s name and the shortened network address: until 30 days after they end.
      </li>
      <li>
        The fingerprint of a browser that you signed in with, and its shortened network address: 180 days after its last
        use.
      </li>
      <li>Verification images: at most 30 days after the decision.</li>
      <li>
        A copy of your data that you asked for: {PRIVACY.exportDays} days, encrypted. You can download it yourself.
      </li>
      <li>Chats: until one of the two people erases them. A conversation that was reported: 30 days longer.</li>
      <li>Deleted posts and media: every copy is gone within 7 days, and within 35 days from backups.</li>
      <li>
        Fingerprints of removed forbidden media: as long as the service runs, so that it cannot be uploaded again. A
        fingerprint shows nothing.
      </li>
      <li>
        Payments and ledger entries: as long as the tax and accounting laws of Uganda order, then deleted. After you
        close your account they carry a number in place of your name.
      </li>
      <li>What you agreed to, with version and date, and the record of what was done: without your name after that.</li>
      <li>
        Everything else in your account: until you delete it or close the account. A closed account is erased after{' '}
        {PRIVACY.coolingOffDays} days; its username stays reserved for {FORMER_USERNAME_DAYS} days, so that nobody takes
        it over.
      </li>
    </ul>
  )
}

function Security() {
  return (
    <ul>
      <li>All connections are encrypted. Sign-in codes, links and sessions are stored only as fingerprints.</li>
      <li>Our server decides each time who may see what; nothing private is hidden only by the browser.</li>
      <li>What our staff do stands in a record that can only grow, not be changed.</li>
      <li>Money records cannot be edited or deleted; a mistake is corrected by a second entry.</li>
    </ul>
  )
}

function Breach() {
  return (
    <p>
      If we have reason to believe that somebody without the right has seen or taken personal data, we notify the
      Personal Data Protection Office <strong>immediately</strong>, as the Act orders, and at the latest within 24
      hours. The people concerned are told what happened, what it means for them and what they can do, as the Office
      directs.
    </p>
  )
}
