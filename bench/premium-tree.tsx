import type { ComponentProps, ReactElement } from 'react'
import { Page } from '#app/web/components/shell/page.tsx'
import type { ShellViewer } from '#app/web/components/shell/navigation.ts'
import { PremiumFeedView } from '#app/web/fan/premium-feed-view.tsx'

type Root = { viewer: ShellViewer | null; brandName: string; demo: boolean }

/** The premium feed as one plain React element: the page's own frame and view with the data of its loaders, without a router. */
export function premiumTree(root: Root, feed: ComponentProps<typeof PremiumFeedView>): ReactElement {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{`Premium Peach · ${root.brandName}`}</title>
      </head>
      <body>
        <Page viewer={root.viewer} brandName={root.brandName} demo={root.demo} active="feed">
          <PremiumFeedView {...feed} />
        </Page>
      </body>
    </html>
  )
}
