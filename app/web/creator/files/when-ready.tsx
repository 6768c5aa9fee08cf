import type { ReactNode } from 'react'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { useLookAgain } from '#app/web/components/use-look-again.ts'

type Props = { title: string; children: ReactNode; /** A file is still being prepared. */ waiting: boolean }

/** What is sent by itself once its files are ready, with the way to take it back. Works without script. */
export function WhenReady({ title, children, waiting }: Props) {
  useLookAgain(true)
  return (
    <Banner
      tone="info"
      icon="hourglass"
      role="status"
      title={title}
      action={
        <form method="post">
          <Button size="small" name="intent" value="cancel">
            Cancel
          </Button>
        </form>
      }
    >
      {waiting ? children : 'Your files are ready. It goes in a moment.'}
    </Banner>
  )
}
