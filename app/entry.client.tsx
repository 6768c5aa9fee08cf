import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { FirstView, readFirstView } from '#app/web/first-view/first-view.tsx'
import { fetchPatiently, watchNetwork } from '#app/web/network.ts'
import { registerWorker } from '#app/web/worker/register-worker.ts'

watchNetwork()
registerWorker()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <FirstView value={readFirstView()}>
        <HydratedRouter unstable_fetch={fetchPatiently} />
      </FirstView>
    </StrictMode>,
  )
  performance.mark('hydrated')
})
