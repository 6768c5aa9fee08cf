import type { MouseEvent } from 'react'
import { IconLink, LinkButton } from '#app/ui/button.tsx'
import { showToast } from '#app/ui/toast-store.ts'

/** Shares a page with the device's share sheet, or copies its address; an icon, or a button with a label. Without script it is a link to the page. */
export function ShareLink({ path, title, label }: { path: string; title: string; label?: string }) {
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
      // The person closed the share sheet; this is no error.
      if (error instanceof DOMException && error.name === 'AbortError') return
      showToast({ title: 'Error', description: `Could not share. The address is ${url}`, tone: 'error' })
    }
  }
  function press(event: MouseEvent) {
    event.preventDefault()
    void share()
  }
  const link = { icon: 'share-2', variant: 'outline', href: path, onClick: press } as const
  return label ? (
    <LinkButton {...link} wide>
      {label}
    </LinkButton>
  ) : (
    <IconLink {...link} label={`Share ${title}`} />
  )
}
