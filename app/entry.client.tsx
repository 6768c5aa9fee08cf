import { StrictMode, startTransition } from 'react'
import { HydratedRouter } from 'react-router/dom'
import { FirstView, readFirstView } from '#app/web/first-view/first-view.tsx'
import { tolerateForeignNodes } from '#app/web/hydration/foreign-nodes.ts'
import { hydratePage } from '#app/web/hydration/hydrate-page.tsx'
import { PAGE_ID } from '#app/web/hydration/page-id.ts'
import { fetchPatiently, watchNetwork } from '#app/web/network.ts'
import { registerWorker } from '#app/web/worker/register-worker.ts'

watchNetwork()
registerWorker()
const page = document.getElementById(PAGE_ID)!
tolerateForeignNodes(page)
startTransition(() => {
  hydratePage(
    page,
    <StrictMode>
      <FirstView value={readFirstView()}>
        <HydratedRouter unstable_fetch={fetchPatiently} />
      </FirstView>
    </StrictMode>,
  )
})
