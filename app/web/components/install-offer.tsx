import { useSyncExternalStore } from 'react'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { installPrompt } from '#app/web/install-prompt.ts'

/** Offers to put the product on the home screen, where the browser can do that and has not yet. */
export function InstallOffer({ brandName }: { brandName: string }) {
  const canInstall = useSyncExternalStore(installPrompt.subscribe, installPrompt.isHeld, () => false)
  if (!canInstall) return null
  return (
    <Banner
      tone="neutral"
      icon="smartphone"
      title={`Keep ${brandName} on your home screen`}
      action={
        <Button size="small" type="button" onClick={() => void installPrompt.show()}>
          Add it
        </Button>
      }
    >
      It opens like an app and takes almost no space. The icon shows only the name and a peach.
    </Banner>
  )
}
