import { MailLink } from './document.tsx'

/** What the Act lets everybody ask of us, and how to ask. */
export function PrivacyRights({ contactEmail }: { contactEmail: string }) {
  return (
    <>
      <p>The Act gives you these rights. Using them costs nothing:</p>
      <ul>
        <li>
          <strong>To know and to see:</strong> ask which data we hold about you and get a copy; with an account, on{' '}
          <a href="/profile/export">your own page</a>, once a day.
        </li>
        <li>
          <strong>To correct:</strong> change what is wrong. Most of it you can change on your profile page.
        </li>
        <li>
          <strong>To erase or block:</strong> have data deleted that we no longer need or should never have had, or
          <a href="/profile/deletion">delete your whole account</a>. Open holds, disputes and payouts end first, and
          money records stay as long as the law orders.
        </li>
        <li>
          <strong>To object:</strong> tell us to stop a use that harms you, and to stop any advertising to you.
        </li>
        <li>
          <strong>To a person:</strong> ask that a person looks again at anything that a computer decided about you.
        </li>
        <li>
          <strong>To take back consent</strong> at any time.
        </li>
      </ul>
      <p>
        Use your profile page, or write to <MailLink address={contactEmail} subject="My data" /> from the address of
        your account. We first make sure that it is really you: an export or an erasure in the wrong hands would do
        harm. We answer within the times that the Act and its regulations set. If we refuse, we tell you why.
      </p>
      <p>
        You have these rights also without an account, for example when somebody put a picture of you here. Then follow{' '}
        <a href="/acceptable-use#report-without-an-account">reporting without an account</a>.
      </p>
    </>
  )
}
