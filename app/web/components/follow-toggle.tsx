import { type SubmitEvent, useState } from 'react'
import { showToast } from '#app/ui/toast-store.ts'
import { FollowButton } from './creator-card.tsx'
import { actLink } from './creator-links.ts'

type FollowToggleProps = { creatorId: string; displayName: string; following: boolean }

/** Follow button that updates at once and reverts with a toast if the server fails. Without script it is a plain form. */
export function FollowToggle({ creatorId, displayName, following }: FollowToggleProps) {
  const [shown, setShown] = useState(following)
  const [busy, setBusy] = useState(false)
  const action = actLink('follow', creatorId)

  async function save(returnTo: boolean) {
    setShown(returnTo)
    setBusy(true)
    try {
      const answer = await fetch(action, {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: new URLSearchParams({ following: String(returnTo) }),
      })
      if (!answer.ok) throw new Error(`answered ${answer.status}`)
    } catch {
      setShown(!returnTo)
      showToast({
        title: 'Error',
        description: `Could not ${returnTo ? 'follow' : 'unfollow'} ${displayName}. Please try again.`,
        tone: 'error',
      })
    }
    setBusy(false)
  }

  function toggle(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!busy) void save(!shown)
  }

  return (
    <form method="post" action={action} onSubmit={toggle}>
      <input type="hidden" name="following" value={String(!shown)} />
      <FollowButton following={shown} displayName={displayName} />
    </form>
  )
}
