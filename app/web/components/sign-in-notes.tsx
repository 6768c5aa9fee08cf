import { to } from '#app/links.ts'
import { Icon } from '#app/ui/icon.tsx'

/** What a person without an account agrees to by continuing. */
export function ConsentNote({ by = 'continuing' }: { by?: 'continuing' | 'paying' }) {
  return (
    <p className="text-secondary">
      {`By ${by} you confirm that you are 18 or older and accept the `}
      <a className="link" href={to.terms}>
        Terms
      </a>{' '}
      and{' '}
      <a className="link" href={to.privacy}>
        Privacy
      </a>{' '}
      pages.
    </p>
  )
}

/** Tells that the email does not reveal what Peach is. */
export function NeutralSenderNote() {
  return (
    <p className="row row-top text-secondary">
      <Icon name="shield-check" />
      <span>The email won’t mention what Peach is.</span>
    </p>
  )
}
