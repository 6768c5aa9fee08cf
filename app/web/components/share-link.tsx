import type { MouseEvent } from 'react'
import { IconLink } from '#app/ui/button.tsx'
import { showToast } from '#app/ui/toast-store.ts'

/** Shares a page of ours through the device's own sheet, or copies its address. Before any script it is the page's own link. */
export function ShareLink({ path, title }: { path: string; title: string }) {
  async function share() {
    const url = new URL(path, location.href).href
    try {
      if (navigator.share) {
        await navigator.share({ title, url })
        return
      }
      await navigator.clipboard.writeText(url)
      showToast({ title: 'Link copied' })
    } catch (error) {
      // Who closes the device's sheet has changed their mind, nothing more.
      if (error instanceof DOMException && error.name === 'AbortError') return
      showToast({ title: 'Error', description: `Could not share. The address is ${url}`, tone: 'error' })
    }
  }
  function press(event: MouseEvent) {
    event.preventDefault()
    void share()
  }
  return <IconLink icon="share-2" label={`Share ${title}`} variant="outline" href={path} onClick={press} />
}
