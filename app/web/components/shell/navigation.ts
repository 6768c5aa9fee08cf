import { type Feature, WORKING_FEATURES, workingOnly } from '#app/domain/settings/features.ts'
import { to } from '#app/links.ts'
import type { IconName } from '#app/ui/icons/names.ts'

/** The signed-in person as the frame shows them; null for a visitor. */
export type ShellViewer = {
  displayName: string
  username: string | null
  avatarUrl: string | null
  userType: string
  /** A creator who has switched to the places of fans on this device. */
  browsesAsFan?: boolean
  /** Conversations with something unread. */
  unreadChats?: number
}

/** The places of fans and visitors, and those of creators. */
export type NavigationTab = 'feed' | 'chat' | 'calls' | 'profile' | 'home' | 'posts' | 'earnings' | 'page'

type NavigationItem = {
  tab: NavigationTab
  label: string
  icon: IconName
  href: string
  unread?: number
  needs?: Feature
}

/** The links of the bottom bar and the desktop header, for this person. */
export function navigationItems(
  viewer: ShellViewer | null,
  working: ReadonlySet<Feature> = WORKING_FEATURES,
): NavigationItem[] {
  return workingOnly(hasCreatorNavigation(viewer) ? creatorItems(viewer) : fanItems(viewer), working)
}

export function hasCreatorNavigation(viewer: ShellViewer | null): viewer is ShellViewer {
  return viewer?.userType === 'creator' && !viewer.browsesAsFan
}

function fanItems(viewer: ShellViewer | null): NavigationItem[] {
  return [
    { tab: 'feed', label: 'Feed', icon: 'layout-grid', href: viewer?.userType === 'creator' ? to.feed : '/' },
    {
      tab: 'chat',
      label: 'Chat',
      icon: 'message-circle',
      href: viewer ? to.chat() : to.subscribe,
      unread: viewer?.unreadChats,
    },
    { tab: 'calls', label: 'Calls', icon: 'phone', href: viewer ? to.call() : to.subscribe, needs: 'calls' },
    { tab: 'profile', label: 'Profile', icon: 'user-round', href: viewer ? to.profile : to.signIn },
  ]
}

function creatorItems({ username, unreadChats }: ShellViewer): NavigationItem[] {
  return [
    { tab: 'home', label: 'Home', icon: 'layout-dashboard', href: to.dashboard },
    { tab: 'posts', label: 'Posts', icon: 'images', href: to.ownPosts },
    { tab: 'chat', label: 'Chat', icon: 'message-circle', href: to.chat(), unread: unreadChats },
    { tab: 'earnings', label: 'Earnings', icon: 'wallet', href: to.earnings },
    { tab: 'page', label: 'Page', icon: 'user-round', href: username ? to.creator(username) : to.ownLink },
  ]
}

/** Which of these links leads to where the person is: `tab` as the page names it, at this address. */
export function activeTab(
  items: readonly NavigationItem[],
  tab: NavigationTab | undefined,
  pathname: string,
): NavigationTab | undefined {
  const has = (name: NavigationTab) => items.some((item) => item.tab === name)
  if (items.some((item) => item.tab === 'page' && item.href === pathname)) return 'page'
  if (!tab || has(tab)) return tab
  // A creator's own pages are under Profile in the places of fans.
  return has('profile') && tab !== 'feed' ? 'profile' : undefined
}
