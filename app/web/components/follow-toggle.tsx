import { ended } from '#app/platform/plain-text.ts'
import { type SubmitEvent, useState } from 'react'
import { to } from '#app/links.ts'
import { showToast } from '#app/ui/toast-store.ts'
import { askToSignIn, isSignedOut } from '#app/web/ended-session.ts'
import { FollowButton } from './creator-card.tsx'

type FollowToggleProps = { creatorId: string; displayName: string; following: boolean }

/** Follow button that updates at once and reverts with a toast if the server fails. Without script it is a plain form. */
export function FollowToggle({ creatorId, displayName, following }: FollowToggleProps) {
  const [shown, setShown] = useState(following)
  const [busy, setBusy] = useState(false)
  const action = to.follow(creatorId)

  async function save(following: boolean) {
    setShown(following)
    setBusy(true)
    if (!(await saveFollowing(action, following, displayName))) setShown(!following)
    setBusy(false)
  }

  function toggle(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!busy) void save(!shown)
  }

  return (
    <form method="post" action={action} onSubmit={toggle}>
      <FollowButton following={shown} displayName={displayName} />
    </form>
  )
}

/** Saves the requested state. Returns false after a toast if that failed. */
export async function saveFollowing(action: string, following: boolean, displayName: string): Promise<boolean> {
  try {
    const answer = await fetch(action, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({ following: String(following) }),
    })
    if (isSignedOut(answer)) {
      askToSignIn()
      return false
    }
    if (!answer.ok) throw new Error(`answered ${answer.status}`)
    return true
  } catch {
    showToast({
      title: 'Error',
      description: `${ended(`Could not ${following ? 'follow' : 'unfollow'} ${displayName}`)} Please try again.`,
      tone: 'error',
    })
    return false
  }
}
