import type { ReactNode } from 'react'
import { to } from '#app/links.ts'
import { ToastRegion } from '#app/ui/toast.tsx'
import type { ToastMessage } from '#app/ui/toast-store.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { MainNavigation } from './main-navigation.tsx'
import { NetworkNote } from './network-note.tsx'
import type { NavigationTab, ShellViewer } from './navigation.ts'
import { SkipLink } from './skip-link.tsx'

type PageProps = {
  viewer: ShellViewer | null
  brandName: string
  /** Shows the demo notice. */
  demo: boolean
  active?: NavigationTab
  /** `focused` shows only the logo in the header, `bare` no header; both have no bottom bar and no footer. */
  kind?: 'full' | 'focused' | 'bare'
  /** Omits the bottom bar if a sticky foot takes its place. */
  bottomBar?: boolean
  footer?: boolean
  backHref?: string
  toast?: ToastMessage | null
  /** Further buttons in the header, before the account. */
  headerActions?: ReactNode
  children: ReactNode
}

/** The frame of every page. The content brings its own `container`, so that pictures can reach the edges. */
export function Page({
  viewer,
  brandName,
  demo,
  active,
  kind = 'full',
  bottomBar = kind === 'full',
  footer = kind === 'full',
  backHref,
  toast,
  headerActions,
  children,
}: PageProps) {
  return (
    <div className={bottomBar ? 'page page-with-bar' : 'page'}>
      <SkipLink />
      {demo && <DemoStrip />}
      <NetworkNote />
      {kind !== 'bare' && <Header {...{ viewer, brandName, active, kind, backHref }}>{headerActions}</Header>}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {footer && <Footer brandName={brandName} />}
      {bottomBar && <MainNavigation viewer={viewer} active={active} place="bottom-bar" />}
      <ToastRegion flash={toast ?? null} />
    </div>
  )
}

/** The notice on every page of a demo. */
export function DemoStrip() {
  return (
    <aside className="demo-strip" aria-label="Demo">
      <b>Demo</b> No real money. <a href={to.demoAccounts}>Accounts</a> <a href={to.demoMail}>Caught mail</a>
    </aside>
  )
}
