import { type ReactNode, useState } from 'react'
import { to } from '#app/links.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { IconLink, LinkButton } from '#app/ui/button.tsx'
import { Menu, MenuButton, MenuLink } from '#app/ui/menu.tsx'
import { MainNavigation } from './main-navigation.tsx'
import { hasCreatorNavigation, type NavigationTab, type ShellViewer } from './navigation.ts'

type HeaderProps = {
  viewer: ShellViewer | null
  brandName: string
  active?: NavigationTab
  /** `focused` omits the navigation and the account: sign-in, wizards, payment results. */
  kind?: 'full' | 'focused'
  backHref?: string
  /** Further buttons before the account, such as the bell. */
  children?: ReactNode
}

/** The sticky header: the logo, the main links from 768 px on, and Sign In or the account menu. */
export function Header({ viewer, brandName, active, kind = 'full', backHref, children }: HeaderProps) {
  return (
    <header className="header">
      <div className="header-inside">
        {backHref && <IconLink icon="arrow-left" label="Back" href={backHref} className="header-back" />}
        <Logo brandName={brandName} />
        {kind === 'full' && <MainNavigation viewer={viewer} active={active} place="desktop-navigation" />}
        <span className="grow" />
        {children}
        {kind === 'full' && (viewer ? <AccountMenu viewer={viewer} /> : <SignInLink />)}
      </div>
    </header>
  )
}

/** The logo and the name, linked to home. */
export function Logo({ brandName }: { brandName: string }) {
  return (
    <a className="logo" href="/">
      <svg viewBox="0 0 22 22" width="22" height="22" aria-hidden="true">
        <path d="M11 0a11 11 0 0 1 0 22H3.1A3.1 3.1 0 0 1 0 18.9V11A11 11 0 0 1 11 0Z" />
        <circle cx="8" cy="8" r="3" />
      </svg>
      {brandName}
    </a>
  )
}

function SignInLink() {
  return (
    <LinkButton href={to.signIn} size="small">
      Sign In
    </LinkButton>
  )
}

function AccountMenu({ viewer }: { viewer: ShellViewer }) {
  const [signingOut, setSigningOut] = useState(false)
  return (
    <Menu
      label={`Account of ${viewer.displayName}`}
      summary={<Avatar name={viewer.displayName} src={viewer.avatarUrl} size={40} />}
    >
      <MenuLink href={to.profile} icon="user-round">
        View Profile
      </MenuLink>
      <MenuLink href={to.subscription} icon="receipt-text">
        Manage Subscription
      </MenuLink>
      {viewer.userType === 'creator' && <BrowsingSwitch viewer={viewer} />}
      <form method="post" action={to.signOut} onSubmit={() => setSigningOut(true)}>
        <MenuButton icon="log-out" pending={signingOut}>
          {signingOut ? 'Signing out...' : 'Sign Out'}
        </MenuButton>
      </form>
    </Menu>
  )
}

/** Creators have places of their own; those of fans are a switch away, and back. */
function BrowsingSwitch({ viewer }: { viewer: ShellViewer }) {
  const asFan = hasCreatorNavigation(viewer)
  return (
    <form method="post" action={asFan ? to.browseAs('fan') : to.browseAs('creator')}>
      <MenuButton icon={asFan ? 'eye' : 'layout-dashboard'}>
        {asFan ? 'Browse as a fan' : 'Back to my dashboard'}
      </MenuButton>
    </form>
  )
}
