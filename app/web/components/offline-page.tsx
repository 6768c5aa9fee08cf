import type { ReactNode } from 'react'
import { Banner } from '#app/ui/banner.tsx'
import { Page } from './shell/page.tsx'

/** The frame of a page that the service worker keeps: for nobody in particular. It shows what is `hidden` once a feed is saved. */
export function OfflinePage({ brandName, children }: { brandName: string; children: ReactNode }) {
  return (
    <Page viewer={null} brandName={brandName} demo={false} kind="focused" bottomBar>
      <div className="container feed stack stack-16">
        <Banner tone="warning" icon="wifi-off">
          You're offline.<span hidden> Showing saved content</span>
        </Banner>
        {children}
      </div>
    </Page>
  )
}
