import type { SubmitEvent } from 'react'
import { showToast } from '#app/ui/toast-store.ts'
import { askToSignIn, isSignedOut } from '#app/web/ended-session.ts'
import { likesText } from './post-actions.tsx'

/**
 * Sends a like without a reload, from any form of a like below: posts are markup that React does not render again. It shows at once, and
 * the number that the server counted follows; if that fails, the old state returns.
 */
export function sendLike(event: SubmitEvent<HTMLElement>): void {
  const form = event.target
  const button = form.querySelector<HTMLButtonElement>('.like-button')
  if (!button) return
  event.preventDefault()
  if (form.ariaBusy !== 'true') void like(form, button)
}

async function like(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  form.ariaBusy = 'true'
  const liked = button.value === 'true'
  const before = Number(button.dataset.count)
  showLiked(button, liked, before + (liked ? 1 : -1))
  const count = await saveLike(form.action, liked)
  showLiked(button, count === null ? !liked : liked, count ?? before)
  form.ariaBusy = null
}

function showLiked(button: HTMLButtonElement, liked: boolean, count: number): void {
  button.value = String(!liked)
  button.dataset.count = String(count)
  button.setAttribute('aria-pressed', String(liked))
  button.setAttribute('aria-label', likesText(count))
  button.textContent = count.toLocaleString('en')
}

/** Returns how many like the post now; null after a toast if it was not saved. */
async function saveLike(action: string, liked: boolean): Promise<number | null> {
  try {
    const answer = await fetch(action, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({ liked: String(liked) }),
    })
    if (isSignedOut(answer)) {
      askToSignIn()
      return null
    }
    if (!answer.ok) throw new Error(`answered ${answer.status}`)
    const { likes } = (await answer.json()) as { likes: number }
    return likes
  } catch {
    showToast({ title: 'Error', description: 'Your like was not saved. Please try again.', tone: 'error' })
    return null
  }
}
