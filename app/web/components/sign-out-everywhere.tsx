import { to } from '#app/links.ts'
import { Button } from '#app/ui/button.tsx'

type SignOutEverywhereProps = {
  /** How many other sessions there are. */
  others: number
  /** The names of the passkeys, which are removed as well. */
  passkeys: string[]
}

/** For use after a theft: lists what is removed before the button is pressed. */
export function SignOutEverywhere({ others, passkeys }: SignOutEverywhereProps) {
  return (
    <form method="post" action={to.signOutEverywhere} className="stack stack-8">
      {passkeys.length > 0 && (
        <p className="text-secondary">
          {passkeys.length === 1 ? 'This removes your passkey too: ' : 'This removes your passkeys too: '}
          <b>{passkeys.join(', ')}</b>. You can add your own again afterwards.
        </p>
      )}
      <Button
        wide
        disabledReason={others === 0 && passkeys.length === 0 ? 'You are signed in on this device only.' : null}
      >
        Sign out everywhere else
      </Button>
    </form>
  )
}
