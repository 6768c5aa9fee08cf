import { useReducer, useSyncExternalStore } from 'react'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { isInstallPromptHeld, takeInstallPrompt } from '#app/web/install-prompt.ts'

const EVENTS = ['beforeinstallprompt', 'appinstalled'] as const

function subscribe(notify: () => void): () => void {
  for (const event of EVENTS) addEventListener(event, notify)
  return () => {
    for (const event of EVENTS) removeEventListener(event, notify)
  }
}

/** Offers to put the product on the home screen, where the browser can do that and has not yet. */
export function InstallOffer({ brandName }: { brandName: string }) {
  const canInstall = useSyncExternalStore(subscribe, isInstallPromptHeld, () => false)
  const [, refresh] = useReducer((count: number) => count + 1, 0)
  if (!canInstall) return null
  function install() {
    void takeInstallPrompt()?.prompt()
    refresh()
  }
  return (
    <Banner
      tone="neutral"
      icon="smartphone"
      title={`Keep ${brandName} on your home screen`}
      action={
        <Button size="small" type="button" onClick={install}>
          Add it
        </Button>
      }
    >
      It opens like an app and takes almost no space. The icon shows only the name and a peach.
    </Banner>
  )
}
