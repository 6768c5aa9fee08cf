import { Icon } from '#app/ui/icon.tsx'

/** What somebody without an account agrees to by going on. */
export function ConsentNote({ by = 'continuing' }: { by?: 'continuing' | 'paying' }) {
  return (
    <p className="text-secondary">
      {`By ${by} you confirm that you are 18 or older and accept the `}
      <a className="link" href="/terms">
        Terms
      </a>{' '}
      and{' '}
      <a className="link" href="/privacy">
        Privacy
      </a>{' '}
      pages.
    </p>
  )
}

/** That nobody who sees the mailbox learns of us. */
export function NeutralSenderNote() {
  return (
    <p className="row row-top text-secondary">
      <Icon name="shield-check" />
      <span>Codes come from a neutral sender, with a neutral subject line.</span>
    </p>
  )
}
