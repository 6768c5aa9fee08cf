import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { fetchPatiently, watchNetwork } from '#app/web/network.ts'
import { registerWorker } from '#app/web/worker/register-worker.ts'

watchNetwork()
registerWorker()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter unstable_fetch={fetchPatiently} />
    </StrictMode>,
  )
  performance.mark('hydrated')
})
